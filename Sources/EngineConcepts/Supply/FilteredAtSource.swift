/// An item that the source filtered out, with the rule.
public struct FilteredAtSource: Error, Hashable, Sendable {
    /// The source's identity of the item, or `nil` if it gave none.
    public var item: String?
    /// The rule in words.
    public var rule: String

    public init(item: String?, rule: String) {
        self.item = item
        self.rule = rule
    }
}

/// Counts what sources filter out by themselves, such as a server's own filters.
public protocol SourceFilterCounting: Sendable {
    /// The number of items so far, by source and rule.
    var filteredAtSource: [SupplierID: [String: Int]] { get }
}
