/// A place in a timeline of an account that the server keeps for all programs of the account. A hint: the user is never
/// moved by it.
public struct TimelinePosition: Hashable, Sendable {
    /// The supplier of the timeline.
    public var supplier: SupplierID
    /// The source's identity of the newest item that was read.
    public var item: String
    /// The time of the item's place, or `nil` if its identity does not contain it.
    public var time: Timestamp?

    public init(supplier: SupplierID, item: String, time: Timestamp? = nil) {
        self.supplier = supplier
        self.item = item
        self.time = time
    }
}
