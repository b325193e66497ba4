public import EngineConcepts

extension TrackDatabase: Outbox {
    public func pendingActions() async throws -> [PendingAction] {
        try await reading { try OutboxRows(db: $0.db).all() }
    }

    public func apply(
        _ changes: [OutboxChange], with commit: TrackCommit, to store: any TrackStore
    ) async throws -> TrackVersion {
        if let same = store as? TrackDatabase, same === self { return try await self.commit(commit, with: changes) }
        let version = try await store.commit(commit)
        try await apply(changes)
        return version
    }

    public func apply(_ changes: [OutboxChange]) async throws {
        guard !changes.isEmpty else { return }
        try await writing { db in try changes.forEach(OutboxRows(db: db).apply) }
    }
}
