public import EngineConcepts
internal import GRDB

/// The store: the Track's memory in one SQLite file, or in memory for a timeline that is not to last.
///
/// Readers see one committed version each and never wait for a writer. What a window costs depends on the window. Two
/// processes may have the file open: each transaction asks the store for its version.
public final class TrackDatabase: Sendable {
    /// Where the store is; `:memory:` where it is in memory.
    public let path: String

    let writer: any DatabaseWriter
    private let records = RecordCache()
    let authors = AuthorCache()
    let book = LabelRegistry()

    /// Opens the store at `path`, or makes it, its directory too. A file that is not a store of this version of Fiber or
    /// an older one is left untouched. Throws ``StorageError``.
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

    /// Makes an empty store in memory.
    public init() throws {
        path = ":memory:"
        writer = try StorageError.translating(path: path) {
            let queue = try DatabaseQueue(configuration: TrackDatabase.configuration)
            try Schema.migrator.migrate(queue)
            return queue
        }
    }

    /// Closes the file, and leaves nothing beside it that the next start would have to read through, unless another
    /// program has it open too. Whatever is asked afterwards fails.
    public func close() throws {
        try StorageError.translating(path: path) {
            if let pool = writer as? DatabasePool {
                try emptyLog(of: pool)
            }
            try writer.close()
        }
    }

    /// Moves what stands in the log into the file. Another program that does the same, or reads, is no failure: SQLite
    /// does not wait for the first, nothing is lost, and whoever closes last leaves the log empty.
    private func emptyLog(of pool: DatabasePool) throws {
        do {
            _ = try pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
        } catch let error as DatabaseError where [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) {
            return
        }
    }

    /// Resident memory is bounded by these caches, not by what is stored: no memory mapping, whose pages would count as
    /// resident, and few readers with a small cache each.
    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "fiber.store"
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 3
        configuration.prepareDatabase { db in
            try db.execute(
                sql: """
                    PRAGMA cache_size = -\(LargeCommit.usualCache);
                    PRAGMA mmap_size = 0;
                    PRAGMA journal_size_limit = 16777216;
                    """)
        }
        return configuration
    }

    /// Reads in one transaction.
    func reading<T: Sendable>(_ body: @escaping @Sendable (TrackReading) throws -> T) async throws -> T {
        let (records, authors, book) = (records, authors, book)
        return try await translating {
            try await writer.read { db in
                try body(TrackReading(db: db, records: records, authors: authors, labels: book.table(in: db)))
            }
        }
    }

    /// Writes in one transaction what may change labels.
    func labelling<T: Sendable>(_ body: @escaping @Sendable (LabelWriting, Database) throws -> T) async throws -> T {
        let (authors, book) = (authors, book)
        return try await writing { db in
            try body(LabelWriting(by: book.decider(in: db), authors: authors, in: db), db)
        }
    }

    /// Writes in one transaction, or nothing.
    func writing<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await translating { try await writer.write(body) }
    }

    private func translating<T: Sendable>(_ body: () async throws -> T) async throws -> T {
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
        try await reading { try $0.counts(in: view) }
    }

    public func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        try await reading { try $0.labelCounts(in: view) }
    }

    public var classifier: (any TicketClassifier)? { book.classifier }

    public func count(
        seenIn view: TrackView, of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int
    ) async throws -> Int {
        try await reading { try $0.count(seenIn: view, of: suppliers, in: timeframe, upTo: limit) }
    }

    public func find(
        _ condition: SeekCondition, from place: TrackPlace, towards side: FetchSide, in view: TrackView
    ) async throws -> TrackPlace? {
        try await reading { try $0.find(condition, from: place, towards: side, in: view) }
    }

    public func record() async throws -> TrackRecord {
        try await reading { try $0.records.record(in: $0.db) }
    }

    public func known(_ items: [String], of supplier: SupplierID) async throws -> [String: KnownItem] {
        try await reading { try $0.known(items, of: supplier) }
    }

    public func count(of suppliers: Set<SupplierID>, in timeframe: Timeframe, upTo limit: Int) async throws -> Int {
        try await reading { try $0.count(of: suppliers, in: timeframe, upTo: limit) }
    }

    public func keys(
        of suppliers: Set<SupplierID>, in timeframe: Timeframe, from side: FetchSide, limit: Int
    ) async throws -> [OrderKey] {
        try await reading { try $0.keys(of: suppliers, in: timeframe, from: side, limit: limit) }
    }

    public func neighbour(of place: TrackPlace, towards side: FetchSide) async throws -> OrderKey? {
        try await reading { try $0.neighbour(of: place, towards: side) }
    }

    public func commit(_ commit: TrackCommit) async throws -> TrackVersion {
        let (records, authors, book) = (records, authors, book)
        let isLarge = commit.inserted.count >= LargeCommit.threshold
        let prepared = await book.prepare(commit.inserted)
        let record = try await translating {
            try await writer.writeWithoutTransaction { db in
                if isLarge {
                    try LargeCommit.prepare(db)
                }
                let written = Result {
                    var record = TrackRecord()
                    try db.inTransaction(.immediate) {
                        let labels = LabelWriting(by: try book.decider(in: db), authors: authors, in: db)
                        var writing = try CommitWriting(
                            commit, onto: records.record(in: db), labels: labels, prepared: prepared, in: db)
                        record = try writing.write()
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
        records.install(record)
        if isLarge {
            LargeCommit.checkpoint(writer)
        }
        return record.version
    }
}

extension TrackDatabase {
    /// What a ticket said before it was edited, latest first; no more than `limit` of the edits that a reader could see.
    public func history(of id: TicketID, limit: Int = .max) async throws -> [Ticket] {
        try await reading { try $0.history(of: id, limit: limit) }
    }

    /// The version of the last commit, whoever made it: one small read. Who does not hold the ``FetchLease`` asks this
    /// from time to time to follow the process that does.
    public func version() async throws -> TrackVersion {
        try await reading { try RecordCache.version(in: $0.db) }
    }
}

extension TrackDatabase: MarkStore {
    public func mark(
        _ tickets: [TicketID], _ change: MarkChange, _ tell: @Sendable (Int) async -> Void
    ) async throws -> [TicketID: Marks] {
        guard tickets.count > Self.marksAtOnce else {
            return try await labelling { try MarkWriting(labels: $0, in: $1).mark(tickets, change) }
        }
        // What is marked first may mark what tells the same story: what all were is asked before.
        let former = try await labelling { try MarkWriting(labels: $0, in: $1).marks(of: tickets) }
        for part in tickets.parts(of: Self.marksAtOnce) {
            _ = try await labelling { try MarkWriting(labels: $0, in: $1).mark(Array(part), change) }
            await tell(part.endIndex)
        }
        return former
    }

    public func markRead(
        downFrom place: TrackPlace?, in view: TrackView, _ tell: @Sendable (Int) async -> Void
    ) async throws -> [TicketID] {
        let (records, authors) = (records, authors)
        var marked: [TicketID] = []
        while true {
            let part = try await labelling { labels, db in
                let reading = TrackReading(db: db, records: records, authors: authors, labels: labels.decider.table)
                return try MarkWriting(labels: labels, in: db)
                    .markRead(downFrom: place, in: view, upTo: Self.marksAtOnce, by: reading)
            }
            marked += part
            if part.count < Self.marksAtOnce { return marked }
            await tell(marked.count)
        }
    }

    public func restore(_ marks: [TicketID: Marks], _ tell: @Sendable (Int) async -> Void) async throws {
        for part in Array(marks).parts(of: Self.marksAtOnce) {
            let changed = Dictionary(uniqueKeysWithValues: part.map { ($0.key, $0.value) })
            try await labelling { try MarkWriting(labels: $0, in: $1).restore(changed) }
            if marks.count > Self.marksAtOnce { await tell(part.endIndex) }
        }
    }

    /// How many tickets are marked in one transaction: where rules look at marks each is decided about again, and nobody
    /// else could write for minutes while tens of thousands are.
    private static let marksAtOnce = 500
}

extension TrackDatabase: Outbox {
    public func pendingActions() async throws -> [PendingAction] {
        try await reading { try OutboxRows(db: $0.db).all() }
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
        try await reading { reading in
            var query = try SQLStatement("SELECT value FROM setting WHERE name = ?", in: reading.db)
            query.bind(name)
            return try query.step() ? query.text(0) : nil
        }
    }

    public func setSetting(_ name: String, to value: String?) async throws {
        try await writing { db in
            guard let value else {
                var delete = try SQLStatement("DELETE FROM setting WHERE name = ?", in: db)
                delete.bind(name)
                return try delete.run()
            }
            var upsert = try SQLStatement(
                "INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
                in: db)
            upsert.bind(name)
            upsert.bind(value)
            try upsert.run()
        }
    }
}

extension Array {
    /// The elements in parts of so many; the last part may have fewer.
    fileprivate func parts(of count: Int) -> [ArraySlice<Element>] {
        stride(from: 0, to: self.count, by: count).map { self[$0..<Swift.min($0 + count, self.count)] }
    }
}
