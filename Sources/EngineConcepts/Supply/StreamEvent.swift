/// An event of a supplier's stream.
///
/// Times are those by which the source sorts its items. If its clock differs from this machine's, the supplier corrects
/// them, and claims less rather than more.
public enum StreamEvent: Sendable {
    /// The connection is established: the source sends every item that appears from this time on.
    case connected(from: Timestamp)
    /// Items and deletions, in any order. Repetitions are allowed.
    case batch(StreamBatch)
    /// Every item that appeared since the connection and before this time was sent.
    case claim(upTo: Timestamp)
    /// A sign that the connection is open. Says nothing about items.
    case keepAlive
    /// The connection ended, with the error if there was one. The last event of a stream; a stream that ends without it
    /// counts as disconnected. What was not claimed stays in a gap.
    case disconnected(SupplierError?)
}

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
