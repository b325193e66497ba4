/// A page token (cursor) of a source. Only the supplier that created it understands it.
public struct Token: Hashable, Sendable, Codable {
    /// The source's cursor, or whatever the supplier needs to continue. Stored with the coverage.
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }
}
