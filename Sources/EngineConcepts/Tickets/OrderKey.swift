/// A ticket's place in the Track: totally ordered, deterministic and fixed when the ticket is first seen.
///
/// `a < b` means that `a` is above `b`: newer `time` first, then by supplier, then by the source's own order, then by
/// item. No two tickets have equal keys, because no two have the same supplier and item.
public struct OrderKey: Hashable, Sendable, Codable {
    /// The time by which the stream is sorted. The printed time can differ: see ``Ticket/shownTime``.
    public let time: Timestamp
    /// The position among the supplier's tickets with equal `time`; lower is above.
    public let nativeOrder: Int64
    /// The ticket's identity, which breaks remaining ties.
    public let id: TicketID

    public init(time: Timestamp, nativeOrder: Int64, id: TicketID) {
        self.time = time
        self.nativeOrder = nativeOrder
        self.id = id
    }
}

extension OrderKey: Comparable {
    /// Orders as the Track does, newest first.
    @inlinable
    public static func < (lhs: OrderKey, rhs: OrderKey) -> Bool {
        if lhs.time.milliseconds != rhs.time.milliseconds { return lhs.time.milliseconds > rhs.time.milliseconds }
        if lhs.id.supplier != rhs.id.supplier { return lhs.id.supplier < rhs.id.supplier }
        if lhs.nativeOrder != rhs.nativeOrder { return lhs.nativeOrder < rhs.nativeOrder }
        return lhs.id.item.precedesByBytes(rhs.id.item)
    }
}
