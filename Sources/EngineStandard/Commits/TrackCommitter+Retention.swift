import EngineConcepts

extension TrackCommitter {
    /// Removes the tickets that `retention` does not keep, in commits of a few hundred, and returns their number. Throws
    /// ``RetentionObstacle`` if this engine may not change the Track.
    ///
    /// - Parameters:
    ///   - kept: Tickets that stay although `retention` removes them.
    ///   - progress: Called after each commit with the number of tickets removed so far.
    func remove(
        by retention: Retention, keeping kept: Set<TicketID>, _ progress: @Sendable (Int) async -> Void
    ) async throws -> Int {
        var removed = 0
        if !retention.keepsTrack {
            removed += try await removeAll(after: removed, progress) {
                try await removeFromTrack(by: retention, keeping: kept)
            }
        }
        if let oldest = retention.oldestBesideTrack {
            removed += try await removeAll(after: removed, progress) {
                try await removeBesideTrack(olderThan: oldest, keeping: kept)
            }
        }
        return removed
    }

    /// Removes tickets until none is left, and returns their number, to which `progress` adds those of before.
    private func removeAll(
        after before: Int, _ progress: @Sendable (Int) async -> Void, _ remove: () async throws -> Int
    ) async throws -> Int {
        var removed = 0
        while true {
            if let obstacle = obstacle() { throw RetentionObstacle(message: obstacle) }
            try Task.checkCancellation()
            let count = try await remove()
            guard count > 0 else { return removed }
            removed += count
            await progress(before + removed)
        }
    }

    /// The number of tickets in a commit: few, so that marks and fills never wait long.
    private static let limit = 500

    private func removeFromTrack(by retention: Retention, keeping kept: Set<TicketID>) async throws -> Int {
        try await locked {
            let keys = try await store.removable(by: retention, keeping: kept, limit: Self.limit)
            guard !keys.isEmpty else { return 0 }
            var changes = TicketChanges(removed: Set(keys))
            let record = try await current().record
            for supplier in Set(keys.map(\.id.supplier)).subtracting(record.active) {
                guard var state = record.supplierStates[supplier] else { continue }
                // With its coverage and validator, a source that is followed again would not be read anew.
                state.forgetDeliveries()
                changes.supplierStates[supplier] = state
            }
            try await commitTickets(changes) { try await store.commit($0) }
            return keys.count
        }
    }

    private func removeBesideTrack(olderThan time: Timestamp, keeping kept: Set<TicketID>) async throws -> Int {
        try await locked { try await store.removeBesideTrack(olderThan: time, keeping: kept, limit: Self.limit) }
    }
}
