import WebText

/// The head of a response, with access to its body.
public struct TransportResponse: Sendable {
    public var status: Int
    /// The URL of the response, after redirects.
    public var address: String
    /// The URL to use for later requests, or `nil` unless all redirects were permanent.
    public var permanentAddress: String?
    /// The header fields by their names in lower case; several values of one name are joined by commas.
    public var headers: [String: String]
    public var body: TransportBody
    /// Sends bytes in the protocol to which the connection has changed (status 101). Does nothing with other statuses.
    public var reply: @Sendable ([UInt8]) -> Void = { _ in }

    public init(
        status: Int, address: String, permanentAddress: String? = nil, headers: [String: String] = [:],
        body: TransportBody = TransportBody()
    ) {
        self.status = status
        self.address = address
        self.permanentAddress = permanentAddress
        self.headers = headers
        self.body = body
    }

    /// True if the request was successful (2xx).
    package var isSuccess: Bool { (200...299).contains(status) }

    /// The host and port that answered, for messages.
    package var endpoint: String { DisplayAddress.endpoint(of: address) }

    /// Returns the value of a header field.
    public func header(_ name: String) -> String? {
        headers[name.lowercased()]
    }

    /// The declared character encoding of the body.
    public var charset: String? {
        guard let type = header("content-type") else { return nil }
        for parameter in type.split(separator: ";").dropFirst() {
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, TextSanitizer.line(String(parts[0])).lowercased() == "charset" else { continue }
            return TextSanitizer.line(String(parts[1])).filter { $0 != "\"" && $0 != "'" }.nonEmpty
        }
        return nil
    }
}
