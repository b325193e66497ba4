/// A request to a scenario server.
public struct ServedRequest: Hashable, Sendable {
    /// The method.
    public var method: String
    /// Path and query.
    public var path: String
    /// The header fields by their names in lower case.
    public var headers: [String: String]
    /// The body.
    public var body: [UInt8]
    /// The status of the response, or 0 if it was not HTTP.
    public var status: Int
    /// The size in bytes of the response's body, as far as it was sent.
    public var bodyBytes: Int
}
