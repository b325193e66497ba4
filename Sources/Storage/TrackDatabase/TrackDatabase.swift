public import EngineConcepts
internal import GRDB

/// The store: the Track in an SQLite file, or in memory for a temporary timeline.
///
/// A reader sees one committed version and never waits for a writer. A window's cost depends on the window alone. Two
/// processes may have the file open: each transaction reads the store's version.
public final class TrackDatabase: Sendable {
    /// The path of the file, or `:memory:`.
    public let path: String

    let writer: any DatabaseWriter
    let records = RecordCache()
    let authors = AuthorCache()
    let registry = LabelRegistry()

    /// Opens the store at `path`, or creates it with its directory. Leaves a file of another program or of a newer Fiber
    /// untouched. Throws ``StorageError``.
    public init(path: String) throws {
        self.path = path
        let file = StoreFile(path: path)
        try file.create()
        switch try file.inspect() {
        case .ours(let version) where version <= Schema.version: break
        case .ours: throw StorageError(.tooNew, path: path)
        case .foreign, .nothing: throw StorageError(.foreign, path: path)
        case .noDatabase: throw StorageError(.notADatabase, path: path)
        }
        writer = try StorageError.translating(path: path) {
            let pool = try DatabasePool(path: path, configuration: TrackDatabase.configuration)
            let migrator = Schema.migrator
            let state = try pool.read { db in
                (isNewer: try migrator.hasBeenSuperseded(db), isCurrent: try migrator.hasCompletedMigrations(db))
            }
            guard !state.isNewer else { throw StorageError(.tooNew, path: path) }
            if !state.isCurrent {
                try migrator.migrate(pool)
            }
            return pool
        }
    }

    /// Creates an empty store in memory.
    public init() throws {
        path = ":memory:"
        writer = try StorageError.translating(path: path) {
            let queue = try DatabaseQueue(configuration: TrackDatabase.configuration)
            try Schema.migrator.migrate(queue)
            return queue
        }
    }

    /// Closes the file and truncates its write-ahead log, unless another program has the file open. Later calls fail.
    public func close() throws {
        try StorageError.translating(path: path) {
            if let pool = writer as? DatabasePool {
                try pool.emptyLog()
            }
            try writer.close()
        }
    }

    /// These caches bound resident memory, whatever the store's size: no memory mapping, whose pages count as resident,
    /// and few readers with small caches.
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "fiber.store"
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA cache_size = -\(LargeCommit.defaultCache);
                    PRAGMA mmap_size = 0;
                    PRAGMA journal_size_limit = 16777216;
                    """)
        }
        return configuration
    }

    /// Reads in one transaction.
    func reading<T: Sendable>(_ body: @escaping @Sendable (StoreReader) throws -> T) async throws -> T {
        let (records, authors, registry) = (records, authors, registry)
        return try await translating {
            try await writer.read { db in
                try body(StoreReader(db: db, records: records, authors: authors, labels: registry.table(in: db)))
            }
        }
    }

    /// Writes changes that may affect labels, in one transaction.
    func labelling<T: Sendable>(_ body: @escaping @Sendable (LabelWriter, Database) throws -> T) async throws -> T {
        let (authors, registry) = (authors, registry)
        return try await writing { db in
            try body(LabelWriter(by: registry.resolver(in: db), authors: authors, in: db), db)
        }
    }

    /// Writes in one transaction.
    func writing<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await translating { try await writer.write(body) }
    }

    /// Runs statements that begin no transaction or one of their own.
    func writingAlone(_ body: @escaping @Sendable (Database) throws -> Void) async throws {
        try await translating { try await writer.writeWithoutTransaction(body) }
    }

    func translating<T: Sendable>(_ body: () async throws -> T) async throws -> T {
        let result: Result<T, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        return try StorageError.translating(path: path) { try result.get() }
    }
}

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
            let active = try reader.records.record(in: reader.db).active
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
        try await reading { try $0.records.record(in: $0.db) }
    }

    public func known(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        try await reading { try $0.known(items, of: supplier) }
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
                .compactMap { try PlaceRow.ofPost($0, in: reader.db)?.key.id }
        }
    }

    public func commit(_ commit: TrackCommit) async throws -> TrackVersion {
        try await self.commit(commit, with: [])
    }

    /// Writes `commit` and changes of the outbox in one transaction.
    fileprivate func commit(_ commit: TrackCommit, with changes: [OutboxChange]) async throws -> TrackVersion {
        let (records, authors, registry) = (records, authors, registry)
        let isLarge = commit.inserted.count >= LargeCommit.threshold
        let prepared = await registry.prepare(commit.inserted)
        let encoder = ContentEncoder(commit.inserted)
        if !encoder.isLarge { await encoder.run() }
        async let encoding: Void = encoder.run()
        let record = try await translating {
            try await writer.writeWithoutTransaction { db in
                // Also if the transaction fails.
                defer { encoder.stop() }
                if isLarge {
                    try LargeCommit.prepare(db)
                }
                let written = Result {
                    var record = TrackRecord()
                    try db.inTransaction(.immediate) {
                        let labels = LabelWriter(by: try registry.resolver(in: db), authors: authors, in: db)
                        var commitWriter = try CommitWriter(
                            commit, onto: records.record(in: db), labels: labels, prepared: prepared, encoder: encoder,
                            in: db)
                        record = try commitWriter.write()
                        for change in changes { try OutboxRows(db: db).apply(change) }
                        return .commit
                    }
                    return record
                }
                if isLarge {
                    try LargeCommit.finish(db)
                }
                return try written.get()
            }
        }
        await encoding
        records.install(record)
        if isLarge {
            LargeCommit.checkpoint(writer)
        }
        return record.version
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

    /// Returns the time at which a source first delivered a ticket, or `nil` if it is not known.
    public func firstSeen(_ id: TicketID) async throws -> Timestamp? {
        try await reading { try $0.firstSeen(id) }
    }

    /// Returns the former contents of an edited ticket, latest first; at most `limit` of the visible edits.
    public func history(of id: TicketID, limit: Int = .max) async throws -> [Ticket] {
        try await reading { try $0.history(of: id, limit: limit) }
    }
}

extension TrackDatabase: MarkStore {
    public func mark(
        _ tickets: [TicketID], _ change: MarkChange, _ report: @Sendable (Int) async -> Void
    ) async throws -> [TicketID: Marks] {
        guard tickets.count > Self.marksPerTransaction else {
            return try await labelling { try MarkWriter(labels: $0, in: $1).mark(tickets, change) }
        }
        // A mark may spread to members of the same story: remember all marks first.
        let former = try await labelling { try MarkWriter(labels: $0, in: $1).marks(of: tickets) }
        for part in tickets.parts(of: Self.marksPerTransaction) {
            _ = try await labelling { try MarkWriter(labels: $0, in: $1).mark(Array(part), change) }
            await report(part.endIndex)
        }
        return former
    }

    public func markRead(
        downFrom place: TrackPlace?, in view: TrackView, _ report: @Sendable (Int) async -> Void
    ) async throws -> [TicketID] {
        let (records, authors) = (records, authors)
        var marked: [TicketID] = []
        while true {
            let part = try await labelling { labels, db in
                let reader = StoreReader(db: db, records: records, authors: authors, labels: labels.resolver.table)
                return try MarkWriter(labels: labels, in: db)
                    .markRead(downFrom: place, in: view, upTo: Self.marksPerTransaction, by: reader)
            }
            marked += part
            if part.count < Self.marksPerTransaction { return marked }
            await report(marked.count)
        }
    }

    public func restore(_ marks: [TicketID: Marks], _ report: @Sendable (Int) async -> Void) async throws {
        for part in Array(marks).parts(of: Self.marksPerTransaction) {
            let changed = Dictionary(uniqueKeysWithValues: part.map { ($0.key, $0.value) })
            try await labelling { try MarkWriter(labels: $0, in: $1).restore(changed) }
            if marks.count > Self.marksPerTransaction { await report(part.endIndex) }
        }
    }

    /// The number of tickets marked in one transaction. Where rules read marks each ticket is classified again, and tens
    /// of thousands would block other writers for minutes.
    private static let marksPerTransaction = 500
}

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
        try await writing { db in
            for change in changes {
                try OutboxRows(db: db).apply(change)
            }
        }
    }
}

extension TrackDatabase: SettingStore {
    public func setting(_ name: String) async throws -> String? {
        try await reading { try SettingRows(db: $0.db).value(name) }
    }

    public func settings(beginningWith prefix: String) async throws -> [String: String] {
        try await reading { try SettingRows(db: $0.db).values(beginningWith: prefix) }
    }

    public func setSetting(_ name: String, to value: String?) async throws {
        try await writing { try SettingRows(db: $0).apply(SettingChange(name, to: value)) }
    }
}

extension DatabasePool {
    /// Moves the write-ahead log into the file. A concurrent checkpoint or reader is no error: nothing is lost, and the
    /// last to close empties the log.
    fileprivate func emptyLog() throws {
        do {
            _ = try writeWithoutTransaction { try $0.checkpoint(.truncate) }
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            return
        }
    }
}

extension Array {
    /// Splits the array into parts of `count` elements; the last may be shorter.
    fileprivate func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
