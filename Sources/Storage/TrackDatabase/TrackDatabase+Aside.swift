public import EngineConcepts

extension TrackDatabase {
    public func aside(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        try await reading { try $0.aside(items, of: supplier) }
    }

    public func keepAside(_ entries: [TrackCommit.Entry]) async throws {
        try await labelling { labels in
            var tickets = try TicketWriter(version: RecordCache.version(in: labels.db), by: labels)
            // Oldest first, so that numbers ascend and the file grows at its end.
            for (serial, entry) in entries.sorted(by: { $1.ticket.key < $0.ticket.key }).enumerated() {
                try tickets.keepAside(entry, serial: Int64(serial))
            }
            try tickets.finish()
        }
    }

    public func removeAside(
        olderThan time: Timestamp, keeping kept: Set<TicketID>, limit: Int
    ) async throws -> Int {
        let old = try await reading { reader in
            try RetentionReader(db: reader.db).aside(olderThan: time, keeping: kept, limit: limit)
        }
        guard !old.isEmpty else { return 0 }
        return try await labelling { labels in
            var tickets = try TicketWriter(version: RecordCache.version(in: labels.db), by: labels)
            let removed = try old.compactMap { try tickets.removeAside($0) }
            try tickets.finish()
            try RemovedItems(db: labels.db).drop(removed)
            return removed.count
        }
    }
}
