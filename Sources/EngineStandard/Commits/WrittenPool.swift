import EngineConcepts

/// The content of a Pool after it was merged and written in one transaction.
struct WrittenPool: Sendable {
    let changes: WrittenChanges
    let outcome: FillOutcome

    /// Merges and writes off the committer, which stays responsive.
    @concurrent static func write(
        _ pool: Pool, before: TrackState, to store: any TrackStore
    ) async throws -> WrittenPool {
        var record = before.record
        let supplierStates = pool.supplierStates(over: record)
        record.supplierStates.merge(supplierStates) { _, new in new }
        if let shown = pool.shownRange { record.visibleRanges.insert(shown) }
        if let kept = try await shownAboveTop(before.record, pool.shownRange, in: store) {
            record.visibleRanges.insert(kept)
        }
        record.showCompleteHoles()
        record.version = record.version.next
        let content = TicketChanges(
            inserted: pool.merged(), updated: pool.updated, deleted: pool.deleted, supplierStates: supplierStates)
        let late = try await lateTickets(in: content.inserted, before.record, in: store)
        let changes = try await WrittenChanges.write(content, before: before, after: TrackState(record), to: store) {
            try await store.commit($0)
        }
        return WrittenPool(
            changes: changes,
            outcome: FillOutcome(
                inserted: content.inserted.count, late: late, revealed: changes.revealedCount,
                updated: content.updated.count { !$0.isRecount }, deleted: content.deleted.count,
                filtered: pool.filtered.values.reduce(0) { $0 + $1.count }, failures: pool.causes))
    }

    /// Returns the number of late tickets that are not above all stored ones.
    @concurrent private static func lateTickets(
        in inserted: [TrackCommit.Entry], _ record: TrackRecord, in store: any TrackStore
    ) async throws -> Int {
        let late = inserted.filter(\.isLate)
        guard !late.isEmpty,
            let newest = try await store.keys(of: record.active, in: .always, towards: .older, limit: 1).first
        else { return 0 }
        return late.count { newest < $0.ticket.key }
    }

    /// Returns the range above the top of the visible ranges that holds visible tickets of the second of the last
    /// refresh, if the new range does not reach down to it. Without this range they would disappear into the gap
    /// between the two.
    @concurrent private static func shownAboveTop(
        _ record: TrackRecord, _ shown: Timeframe?, in store: any TrackStore
    ) async throws -> Timeframe? {
        guard let shown, let top = record.visibleRanges.newest, let between = Timeframe(from: shown.end, downTo: top)
        else { return nil }
        let newest = try await store.keys(of: record.active, in: between, towards: .older, limit: 1).first
        return newest.flatMap { key in
            Timeframe(from: min(key.time.secondAbove, shown.end), downTo: top)
        }
    }
}
