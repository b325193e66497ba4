public import EngineConcepts
import GRDB

extension TrackDatabase {
    public func commit(_ commit: TrackCommit) async throws -> TrackVersion {
        try await self.commit(commit, with: [])
    }

    /// Writes `commit` and changes of the outbox in one transaction.
    func commit(_ commit: TrackCommit, with changes: [OutboxChange]) async throws -> TrackVersion {
        let isStaged = commit.insertedTextBytes >= stagingThreshold
        let isLarge = isStaged || commit.inserted.count >= LargeCommit.threshold
        let prepared = PreparedCommit(commit, classifications: await registry.prepare(commit.inserted))
        let encoder = prepared.encoder
        if !encoder.isLarge { await encoder.run() }
        async let encoding: Void = encoder.run()
        let record = try await writingAlone { [self] db in
            // Also if the transaction fails.
            defer { encoder.stop() }
            guard isLarge else { return try write(prepared, with: changes, in: db) }
            return try LargeCommit.perform(in: db) {
                guard isStaged else { return nil }
                let firstSerial = TicketRowID.firstSerial(after: try TrackCache.version(in: db))
                return try StagedContents(of: encoder, firstSerial: firstSerial, in: db)
            } commit: { staged in
                try write(prepared, staged: staged, with: changes, in: db)
            }
        }
        await encoding
        track.install(record)
        if isLarge { LargeCommit.checkpoint(writer) }
        return record.version
    }

    private func write(
        _ prepared: PreparedCommit, staged: StagedContents? = nil, with changes: [OutboxChange], in db: Database
    ) throws -> TrackRecord {
        var record = TrackRecord()
        try db.inTransaction(.immediate) {
            let labels = try LabelWriter(in: db, by: registry)
            var commitWriter = try CommitWriter(prepared, staged: staged, onto: track.record(in: db), by: labels)
            record = try commitWriter.write()
            for change in changes { try OutboxRows(db: db).apply(change) }
            return .commit
        }
        return record
    }
}
