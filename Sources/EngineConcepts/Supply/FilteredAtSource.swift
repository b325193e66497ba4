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
