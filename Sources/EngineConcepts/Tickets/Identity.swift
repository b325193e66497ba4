/// Names a supplier: stable for ever, unique in a store, readable in a log. Lower-case ASCII such as `feed:kerb-notes`.
public struct SupplierID: Hashable, Sendable, Codable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name itself.
    public let rawValue: String

    /// Makes the identity with this name.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes the identity with this name.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The name itself.
    public var description: String { rawValue }

    /// Encodes as the bare name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// Decodes the bare name.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }
}

extension SupplierID: Comparable {
    /// Orders by the bytes of the names, as the store's indexes do.
    public static func < (lhs: SupplierID, rhs: SupplierID) -> Bool {
        lhs.rawValue.utf8.lexicographicallyPrecedes(rhs.rawValue.utf8)
    }
}

/// Names one occurrence of an item in a supplier's stream. A post and its boost are two tickets; the same story from two
/// suppliers is two tickets.
public struct TicketID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// Whose ticket it is.
    public let supplier: SupplierID
    /// The source's own name for the item; any text. Names that differ by how their letters are composed
    /// are one name.
    public let item: String

    /// Makes the identity of `item` of `supplier`.
    public init(supplier: SupplierID, item: String) {
        self.supplier = supplier
        self.item = item
    }

    /// Reads what ``description`` prints; nil where `text` holds no supplier's name.
    public init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/"), slash != text.startIndex else { return nil }
        self.init(supplier: SupplierID(String(text[..<slash])), item: String(text[text.index(after: slash)...]))
    }

    /// `supplier/item`; a supplier's name never holds a slash.
    public var description: String { "\(supplier)/\(item)" }
}
