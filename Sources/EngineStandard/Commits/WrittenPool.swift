import EngineConcepts

/// The content of a Pool after it was merged and written in one transaction.
struct WrittenPool: Sendable {
    let trackState: TrackState
    let changes: TrackChanges
    let outcome: FillOutcome

    /// Merges and writes off the committer, which stays responsive.
    @concurrent static func write(
        _ pool: Pool, before: TrackState, after: TrackRecord, to store: any TrackStore
    ) async throws -> WrittenPool {
        var record = after
        if let kept = try await shownAboveTop(before.record, pool.shownRange, in: store) {
            record.visibleRanges.insert(kept)
        }
        record.showCompleteHoles()
        record.version = before.record.version.next
        let inserted = pool.merged()
        let changedSuppliers = pool.changedSuppliers
        let after = TrackState(record)
        var composer = ChangeComposer(store: store, before: before, after: after, moment: .before)
        try await composer.add(
            inserted: inserted.map(\.ticket.key), updated: pool.updated.values.map(\.ticket.key), deleted: pool.deleted)
        let commit = TrackCommit(
            inserted: inserted, updated: pool.updated.values.sorted { $0.ticket.key < $1.ticket.key },
            deleted: pool.deleted.map(\.id),
            supplierStates: record.supplierStates.filter { changedSuppliers.contains($0.key) },
            active: record.active, visibleRanges: record.visibleRanges)
        record.version = try await store.commit(commit)
        var changes = composer.changes
        changes.version = record.version
        return WrittenPool(
            trackState: TrackState(record: record, gaps: after.gaps), changes: changes,
            outcome: FillOutcome(
                inserted: inserted.count, late: inserted.count(where: \.isLate), revealed: composer.revealedCount,
                updated: pool.updated.values.count { !$0.isRecount },
                deleted: pool.deleted.count,
                filtered: pool.filtered.values.reduce(0) { $0 + $1.count }, failures: pool.causes))
    }

    /// Returns the range above the top of the visible ranges that holds visible tickets of the second of the last
    /// refresh, if the new range does not reach down to it. Without this range they would disappear into the gap
    /// between the two.
    @concurrent private static func shownAboveTop(
        _ record: TrackRecord, _ shown: Timeframe?, in store: any TrackStore
    ) async throws -> Timeframe? {
        guard let shown, let top = record.visibleRanges.newest, let between = Timeframe(from: shown.end, downTo: top)
        else {
            return nil
        }
        let newest = try await store.keys(of: record.active, in: between, towards: .older, limit: 1).first
        return newest.flatMap { key in
            Timeframe(from: min(key.time.secondAbove, shown.end), downTo: top)
        }
    }
}

extension TrackRecord {
    /// Makes visible the holes in which no supplier is missing.
    mutating func showCompleteHoles() {
        visibleRanges.formUnion(GapDerivation.revealed(visibleRanges: visibleRanges, supplierStates: activeStates))
    }
}
