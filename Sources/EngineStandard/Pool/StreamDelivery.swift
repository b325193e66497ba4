import EngineConcepts

/// A part compared with the store.
struct StreamDelivery: Sendable {
    let supplier: SupplierID
    let lateness: Duration
    var fresh: [TrackCommit.Entry] = []
    var edited: [TrackCommit.Entry] = []
    var deleted: [OrderKey] = []
    let claim: Timeframe?
    /// The beginning of the connection.
    let since: Timestamp
    /// True if the connection has ended.
    let isLast: Bool
    let now: Timestamp

    /// Compares a part with the store. A version that is older than the stored one is ignored, because streams may
    /// deliver out of order; so are items that were deleted before they arrived.
    init(
        _ part: StreamedPart, of supplier: SupplierID, lateness: Duration, now: Timestamp, without gone: Set<String>,
        in store: any TrackStore
    ) async throws {
        self.supplier = supplier
        self.lateness = lateness
        self.now = now
        claim = part.claim
        since = part.since ?? now
        isLast = part.isLast
        let items = part.ordered.filter { !gone.contains($0.id) }
        let names = items.map(\.id) + part.deleted
        guard !names.isEmpty else { return }
        let known = try await store.known(names, of: supplier)
        for item in items {
            let fingerprint = item.fingerprint
            guard let stored = known[item.id] else {
                fresh.append(.init(item, of: supplier, fingerprint: fingerprint, seen: now))
                continue
            }
            guard stored.fingerprint != fingerprint, !stored.isRemoved else { continue }
            let former = try await store.entry(TicketID(supplier: supplier, item: item.id))?.ticket
            guard !item.isOlder(than: former?.editTime) else { continue }
            edited.append(
                .init(
                    ticket: Ticket(item, keeping: stored.key), fingerprint: fingerprint,
                    isRecount: !SourceItem.isEdit(from: stored.fingerprint, to: fingerprint)))
        }
        fresh.sortInTrackOrder()
        deleted = part.deleted.compactMap { known[$0] }.filter { !$0.isRemoved }.map(\.key).sorted()
    }
}
