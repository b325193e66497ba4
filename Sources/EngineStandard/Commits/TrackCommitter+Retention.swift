import EngineConcepts

extension TrackCommitter {
    /// Removes up to `limit` tickets and returns their number.
    ///
    /// - Parameter kept: Tickets that stay although `retention` removes them.
    func remove(by retention: Retention, keeping kept: Set<TicketID>, limit: Int) async throws -> Int {
        try await locked {
            let keys = try await store.removable(by: retention, keeping: kept, limit: limit)
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

    /// Removes up to `limit` old tickets beside the Track. Returns their number.
    func removeBesideTrack(olderThan time: Timestamp, keeping kept: Set<TicketID>, limit: Int) async throws -> Int {
        try await locked { try await store.removeBesideTrack(olderThan: time, keeping: kept, limit: limit) }
    }
}
