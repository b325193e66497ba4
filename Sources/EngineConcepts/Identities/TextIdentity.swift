/// A text that identifies something: readable in a log, encoded as a string, ordered by bytes as the store's indexes do.
public protocol TextIdentity: Hashable, Sendable, Codable, Comparable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    var rawValue: String { get }

    init(_ rawValue: String)
}

extension TextIdentity {
    @inlinable
    public init(stringLiteral value: String) { self.init(value) }

    @inlinable public var description: String { rawValue }

    /// Encodes as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// Decodes a string.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Orders by bytes.
    @inlinable
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue.precedesByBytes(rhs.rawValue) }
}
