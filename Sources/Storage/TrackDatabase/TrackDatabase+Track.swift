public import EngineConcepts
import GRDB

/// Reading and committing.
extension TrackDatabase: TrackStore {
    public func window(_ request: WindowRequest) async throws -> TrackWindow {
        try await reading { try $0.window(request) }
    }

    public func entry(_ id: TicketID) async throws -> TrackEntry? {
        try await reading { try $0.entry(id) }
    }

    public func counts(in view: TrackView) async throws -> TrackCounts {
        try await reading { try $0.counts.total(in: view) }
    }

    public func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        try await reading { try $0.counts.byLabel(in: view) }
    }

    public func supplierCounts(in view: TrackView) async throws -> [SupplierID: TrackCounts] {
        try await reading { try $0.counts.bySupplier(in: view) }
    }

    public var classifier: (any TicketClassifier)? { registry.classifier }

    public func withheld(in timeframe: Timeframe, of view: TrackView, upTo limit: Int) async throws -> Int {
        try await reading { reader in
            let active = try reader.track.record(in: reader.db).active
            return try reader.count(seenIn: view, of: active, in: timeframe, upTo: limit)
        }
    }

    public func count(
        seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int
    ) async throws -> Int {
        try await reading { try $0.count(seenIn: view, of: suppliers, in: timeframe, upTo: limit) }
    }

    public func find(
        _ condition: SeekCondition, from place: TrackPlace, towards direction: ReadDirection, in view: TrackView
    ) async throws -> TrackPlace? {
        try await reading { try $0.find(condition, from: place, towards: direction, in: view) }
    }

    public func record() async throws -> TrackRecord {
        try await reading { try $0.track.record(in: $0.db) }
    }

    public func knownItems(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        try await reading { try $0.knownItems(items, of: supplier) }
    }

    public func keys(
        of suppliers: Set<SupplierID>, in timeframe: Timeframe, towards direction: ReadDirection, limit: Int
    ) async throws -> [OrderKey] {
        try await reading { try $0.keys(of: suppliers, in: timeframe, towards: direction, limit: limit) }
    }

    public func neighbour(of place: TrackPlace, towards direction: ReadDirection) async throws -> OrderKey? {
        try await reading { try $0.neighbour(of: place, towards: direction) }
    }

    public func knownKeys(of supplier: SupplierID, in timeframe: Timeframe, limit: Int) async throws -> [OrderKey] {
        try await reading { try $0.knownKeys(of: supplier, in: timeframe, limit: limit) }
    }

    public func removable(
        by retention: Retention, keeping kept: Set<TicketID>, limit: Int
    ) async throws -> [OrderKey] {
        try await reading { try RetentionReader(db: $0.db).removable(by: retention, keeping: kept, limit: limit) }
    }

    public func removableCounts(by retention: Retention) async throws -> [SupplierID: Int] {
        try await reading { try RetentionReader(db: $0.db).removableCounts(by: retention) }
    }

    public func copies(ofPost uri: String) async throws -> [TicketID] {
        try await reading { reader in
            try PostURIs(db: reader.db).rowIDs(ofPost: uri)
                .compactMap { try PlaceRow.undeleted($0, in: reader.db)?.key.id }
        }
    }

    public func commit(_ commit: TrackCommit) async throws -> TrackVersion {
        try await self.commit(commit, with: [])
    }

    /// Writes `commit` and changes of the outbox in one transaction.
    func commit(_ commit: TrackCommit, with changes: [OutboxChange]) async throws -> TrackVersion {
        let isStaged = commit.insertedTextBytes >= stagingThreshold
        let isLarge = isStaged || commit.inserted.count >= LargeCommit.threshold
        var prepared = PreparedCommit(commit)
        prepared.classifications = await registry.prepare(commit.inserted)
        let encoder = prepared.encoder
        if !encoder.isLarge { await encoder.run() }
        async let encoding: Void = encoder.run()
        let record = try await writingAlone { [self, prepared] db in
            // Also if the transaction fails.
            defer { encoder.stop() }
            guard isLarge else { return try write(prepared, with: changes, in: db) }
            return try LargeCommit.perform(in: db) {
                guard isStaged else { return nil }
                let firstSerial = CommitWriter.firstSerial(after: try TrackCache.version(in: db))
                return try StagedContents(of: commit.inserted, encoder, firstSerial: firstSerial, in: db)
            } commit: { staged in
                var prepared = prepared
                prepared.staged = staged
                return try write(prepared, with: changes, in: db)
            }
        }
        await encoding
        track.install(record)
        if isLarge { LargeCommit.checkpoint(writer) }
        return record.version
    }

    private func write(
        _ prepared: PreparedCommit, with changes: [OutboxChange], in db: Database
    ) throws -> TrackRecord {
        var record = TrackRecord()
        try db.inTransaction(.immediate) {
            let labels = LabelWriter(db: db, resolver: try registry.resolver(in: db), authors: authors)
            var commitWriter = try CommitWriter(prepared, onto: track.record(in: db), by: labels)
            record = try commitWriter.write()
            for change in changes { try OutboxRows(db: db).apply(change) }
            return .commit
        }
        return record
    }
}

extension TrackDatabase {
    /// Returns handles of stored authors that begin with `text`, such as `@bo`, ignoring case; those stored last first.
    public func handles(beginningWith text: String, limit: Int) async throws -> [String] {
        try await reading { try CompletionReader(db: $0.db).handles(beginningWith: text, limit: limit) }
    }

    /// Returns tags of the newest tickets that begin with `text`, ignoring case; the most frequent first.
    public func tags(beginningWith text: String, limit: Int) async throws -> [String] {
        try await reading { try CompletionReader(db: $0.db).tags(beginningWith: text, limit: limit) }
    }
}

extension TrackDatabase: HistoryReading {
    public func firstSeen(_ id: TicketID) async throws -> Timestamp? {
        try await reading { try $0.firstSeen(id) }
    }

    public func arrivals(
        after time: Timestamp, above place: TrackPlace, in view: TrackView, among limit: Int
    ) async throws -> [OrderKey] {
        try await reading { try $0.arrivals(after: time, above: place, in: view, among: limit) }
    }

    public func history(of id: TicketID, limit: Int = .max) async throws -> [Ticket] {
        try await reading { try $0.history(of: id, limit: limit) }
    }
}

extension TrackCommit {
    /// The number of bytes of the new tickets' texts, apart from those that are marked up by ranges, as of posts.
    fileprivate var insertedTextBytes: Int {
        // The entries are read in place: a copy of one copies whatever it consists of.
        inserted.withUnsafeBufferPointer { entries in
            entries.indices.reduce(0) { sum, index in
                switch entries[index].ticket.body.text {
                case .plain(let text): sum + text.utf8.count
                case .html(let markup, _): sum + markup.utf8.count
                case .styled: sum
                }
            }
        }
    }
}
