/// A ticket's place in the Track: total, deterministic and frozen at first sight.
///
/// `a < b` means that `a` stands above `b`: newer `time` first, then by supplier, then by the source's own order, then
/// by item. No two tickets have equal keys, because no two have the same supplier and item.
public struct OrderKey: Hashable, Sendable, Codable {
    /// What the stream is sorted by. Not always what is printed: see ``Ticket/shownTime``.
    public let time: Timestamp
    /// The place among tickets of one supplier with equal `time`: lower stands above.
    public let nativeOrder: Int64
    /// Whose place it is; its supplier and item break the ties that are left.
    public let id: TicketID

    /// Makes the key of the ticket `id`.
    public init(time: Timestamp, nativeOrder: Int64, id: TicketID) {
        self.time = time
        self.nativeOrder = nativeOrder
        self.id = id
    }
}

extension OrderKey: Comparable {
    /// Orders as the Track does, newest first.
    public static func < (lhs: OrderKey, rhs: OrderKey) -> Bool {
        if lhs.time != rhs.time { return lhs.time > rhs.time }
        if lhs.id.supplier != rhs.id.supplier { return lhs.id.supplier < rhs.id.supplier }
        if lhs.nativeOrder != rhs.nativeOrder { return lhs.nativeOrder < rhs.nativeOrder }
        return lhs.id.item.utf8.lexicographicallyPrecedes(rhs.id.item.utf8)
    }
}
