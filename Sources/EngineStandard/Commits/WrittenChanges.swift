import EngineConcepts

/// Changes of tickets after they were written in one transaction.
struct WrittenChanges: Sendable {
    /// The state of the Track after the commit.
    let trackState: TrackState
    /// The changes of the Track's rows.
    var rows: TrackChanges
    /// The number of inserted rows whose tickets were stored before.
    let revealedCount: Int

    /// Writes changes that lead from one state of the Track to another.
    ///
    /// - Parameter write: Writes the commit and returns the version of the store: the previous one if it wrote nothing.
    static func write(
        _ changes: TicketChanges, before: TrackState, after: TrackState, to store: any TrackStore,
        by write: (TrackCommit) async throws -> TrackVersion
    ) async throws -> WrittenChanges {
        var composer = ChangeComposer(store: store, before: before, after: after, moment: .before)
        try await composer.add(
            inserted: changes.inserted.map(\.ticket.key), updated: changes.updated.map(\.ticket.key),
            deleted: changes.deleted.union(changes.removed))
        var record = after.record
        record.version = try await write(
            TrackCommit(
                inserted: changes.inserted, updated: changes.updated, deleted: changes.deleted.map(\.id),
                removed: changes.removed.map(\.id), supplierStates: changes.supplierStates, active: record.active,
                visibleRanges: record.visibleRanges))
        var rows = composer.changes
        rows.version = record.version
        return WrittenChanges(
            trackState: TrackState(record: record, gaps: after.gaps), rows: rows, revealedCount: composer.revealedCount)
    }
}
