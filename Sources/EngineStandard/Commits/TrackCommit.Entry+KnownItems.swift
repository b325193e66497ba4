package import EngineConcepts

extension Ticket {
    /// Creates the ticket of `item` at its existing place, because an edit never moves a ticket.
    package init(_ item: SourceItem, keeping key: OrderKey) {
        self.init(
            key: key, shownTime: item.shownTime ?? item.orderTime ?? key.time, editTime: item.editTime,
            timeIsAssumed: item.orderTime == nil, body: item.body, source: item.source)
    }
}

extension TrackCommit.Entry {
    /// Creates the entry of a new version of a known item, at its existing place.
    init(_ item: SourceItem, replacing known: KnownItem, fingerprint: UInt64) {
        self.init(
            ticket: Ticket(item, keeping: known.key), fingerprint: fingerprint,
            isRecount: !SourceItem.isEdit(from: known.fingerprint, to: fingerprint))
    }
}

extension [TrackCommit.Entry] {
    /// Sorts by place, newest first. Takes one pass if already sorted, as most pages are.
    mutating func sortInTrackOrder() {
        let isSorted = zip(indices, indices.dropFirst()).allSatisfy { self[$0].ticket.key < self[$1].ticket.key }
        guard !isSorted else { return }
        sort { $0.ticket.key < $1.ticket.key }
    }
}
