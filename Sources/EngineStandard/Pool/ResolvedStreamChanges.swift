import EngineConcepts

/// The changes of one supplier's stream, compared with the store.
struct ResolvedStreamChanges: Sendable {
    let supplier: SupplierID
    /// The tickets that the store does not have, in the Track's order.
    private(set) var fresh: [TrackCommit.Entry] = []
    /// Stored tickets with new content, at their existing places.
    private(set) var edited: [TrackCommit.Entry] = []
    /// The places of stored tickets that the source has deleted.
    private(set) var deleted: [OrderKey] = []
    /// The stream's claim, or `nil` if there is none.
    let claim: Claim?
    /// The beginning of the connection.
    let since: Timestamp
    /// True if the connection has ended.
    let isLast: Bool
    let now: Timestamp

    /// Compares changes with the store. A version that is older than the stored one is ignored, because streams may
    /// deliver out of order; so are items that were deleted before they arrived.
    ///
    /// - Parameter recent: The items that were deleted.
    init(
        _ pending: PendingStreamChanges, of supplier: SupplierID, now: Timestamp, without recent: RecentItems,
        in store: any TrackStore
    ) async throws {
        self.supplier = supplier
        self.now = now
        claim = pending.claim
        since = pending.since ?? now
        isLast = pending.isLast
        let items = pending.items.filter { !recent.isDeleted(TicketID(supplier: supplier, item: $0.id)) }
        let itemIDs = items.map(\.id) + pending.deleted
        guard !itemIDs.isEmpty else { return }
        let known = try await store.knownItems(itemIDs, of: supplier)
        for item in items {
            let fingerprint = item.fingerprint
            guard let stored = known[item.id] else {
                fresh.append(.init(item, of: supplier, fingerprint: fingerprint, seen: now))
                continue
            }
            guard stored.fingerprint != fingerprint, !stored.isRemoved else { continue }
            let ticket = try await store.entry(TicketID(supplier: supplier, item: item.id))?.ticket
            guard !item.isOlder(than: ticket?.editTime) else { continue }
            edited.append(.init(item, replacing: stored, fingerprint: fingerprint))
        }
        fresh.sortInTrackOrder()
        deleted = pending.deleted.compactMap { known[$0] }.filter { !$0.isRemoved }.map(\.key).sorted()
    }
}
