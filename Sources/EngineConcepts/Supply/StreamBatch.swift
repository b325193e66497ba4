/// Items and deletions of a stream.
public struct StreamBatch: Sendable {
    /// New and edited items.
    public var items: [SourceItem]
    /// The source's identities of deleted items.
    public var deleted: [String]

    public init(items: [SourceItem] = [], deleted: [String] = []) {
        self.items = items
        self.deleted = deleted
    }
}
