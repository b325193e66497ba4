public import EngineConcepts

extension TrackDatabase {
    public func knownItemsBesideTrack(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        try await reading { try $0.storedItems(items, of: supplier, .besideTrack) }
    }

    public func storeBesideTrack(_ entries: [TrackCommit.Entry]) async throws {
        try await labelling { labels in
            var tickets = try TicketWriter(version: TrackCache.version(in: labels.db), by: labels)
            // Oldest first, so that numbers ascend and the file grows at its end.
            for (serial, entry) in entries.sorted(by: { $1.ticket.key < $0.ticket.key }).enumerated() {
                try tickets.storeBesideTrack(entry, serial: Int64(serial))
            }
            try tickets.finish()
        }
    }

    public func removeBesideTrack(
        olderThan time: Timestamp, keeping kept: Set<TicketID>, limit: Int
    ) async throws -> Int {
        let old = try await reading { reader in
            try RetentionReader(db: reader.db).ticketsBesideTrack(olderThan: time, keeping: kept, limit: limit)
        }
        guard !old.isEmpty else { return 0 }
        return try await labelling { labels in
            var tickets = try TicketWriter(version: TrackCache.version(in: labels.db), by: labels)
            let removed = try old.compactMap { try tickets.removeBesideTrack($0) }
            try tickets.finish()
            try RemovedItems(db: labels.db).drop(removed)
            return removed.count
        }
    }
}
