/// The identity of one occurrence of an item in a supplier's stream. A post and its boost are two tickets, and so is
/// the same story from two suppliers.
public struct TicketID: Hashable, Sendable, Codable, CustomStringConvertible {
    public let supplier: SupplierID
    /// The source's identity of the item; any text. Texts that differ only in Unicode composition are equal.
    public let item: String

    public init(supplier: SupplierID, item: String) {
        self.supplier = supplier
        self.item = item
    }

    /// Parses the text that ``description`` returns; returns `nil` if `text` has no supplier.
    public init?(_ text: String) {
        guard let slash = text.firstIndex(of: "/"), slash != text.startIndex else { return nil }
        self.init(supplier: SupplierID(String(text[..<slash])), item: String(text[text.index(after: slash)...]))
    }

    /// `supplier/item`; a supplier's identity never contains a slash.
    public var description: String { "\(supplier)/\(item)" }
}
