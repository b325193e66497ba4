import GRDB

/// The store: the Track in an SQLite file, or in memory for a temporary timeline.
///
/// A reader sees one committed version and never waits for a writer. A window's cost depends on the window alone. Two
/// processes may have the file open: each transaction reads the store's version.
public final class TrackDatabase: Sendable {
    /// The path of the file, or `:memory:`.
    public let path: String

    let writer: any DatabaseWriter
    private let calls = CallsInProgress()
    let track = TrackCache()
    let authors = AuthorCache()
    let registry = LabelRegistry()
    /// The number of bytes of new texts from which a commit has ``StagedContents``.
    let stagingThreshold: Int

    /// Opens the store at `path`, or creates it with its directory. Leaves a file of another program or of a newer Fiber
    /// untouched. Throws ``StorageError``.
    public convenience init(path: String) throws {
        try self.init(path: path, stagingThreshold: StagedContents.threshold)
    }

    package init(path: String, stagingThreshold: Int) throws {
        self.path = path
        self.stagingThreshold = stagingThreshold
        writer = try StoreFile(path: path).openDatabase()
    }

    /// Returns true if there is a file in the place of a store, or was one. It can be one that cannot be opened, such as a link
    /// to no file.
    public static func exists(at path: String) -> Bool { StoreFile(path: path).hasTraces }

    /// Creates an empty store in memory.
    public convenience init() throws {
        try self.init(stagingThreshold: StagedContents.threshold)
    }

    package init(stagingThreshold: Int) throws {
        path = ":memory:"
        self.stagingThreshold = stagingThreshold
        writer = try StorageError.translating(path: path) {
            let queue = try DatabaseQueue(configuration: .store)
            try Schema.migrator.migrate(queue)
            return queue
        }
    }

    /// Closes the file and truncates its write-ahead log, unless another program has the file open. Waits for the calls in
    /// progress; later ones fail.
    public func close() async throws {
        await calls.close()
        try closeFile()
    }

    /// Closes the file while no call is in progress.
    func closeFile() throws {
        try StorageError.translating(path: path) {
            if let pool = writer as? DatabasePool {
                try pool.writeWithoutTransaction { try $0.emptyLog() }
            }
            try writer.close()
        }
    }

    /// Makes a call that ``close()`` waits for, and translates its errors.
    private func calling<T: Sendable>(_ body: () async throws -> T) async throws -> T {
        try await StorageError.translating(path: path) {
            try calls.begin()
            defer { calls.end() }
            return try await body()
        }
    }

    /// Reads in one transaction.
    func reading<T: Sendable>(_ body: @escaping @Sendable (StoreReader) throws -> T) async throws -> T {
        try await calling {
            try await writer.read { [track, authors, registry] db in
                try body(StoreReader(db: db, track: track, authors: authors, labels: registry.table(in: db)))
            }
        }
    }

    /// Writes changes that may affect labels, in one transaction.
    func labelling<T: Sendable>(_ body: @escaping @Sendable (LabelWriter) throws -> T) async throws -> T {
        try await writing { [registry] db in try body(LabelWriter(in: db, by: registry)) }
    }

    /// Writes in one transaction.
    func writing<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await calling {
            try await writer.write { [path] db in
                try db.requireFile(at: path)
                return try body(db)
            }
        }
    }

    /// Runs statements that begin no transaction or one of their own.
    func writingAlone<T: Sendable>(_ body: @escaping @Sendable (Database) throws -> T) async throws -> T {
        try await calling {
            try await writer.writeWithoutTransaction { [path] db in
                try db.requireFile(at: path)
                return try body(db)
            }
        }
    }

    /// Returns a number that differs after another process has committed, and stays the same after commits of this one
    /// (<https://sqlite.org/pragma.html#pragma_data_version>).
    public func versionOfOthers() async throws -> Int64 {
        try await writingAlone { try $0.integer("PRAGMA data_version") ?? 0 }
    }
}
