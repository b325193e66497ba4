import GRDB
import GRDBSQLite

/// Settings for commits of many tickets or long texts, such as an import: a larger page cache while writing, and after contents
/// are staged, a checkpoint only when the commit is published.
enum LargeCommit {
    /// The number of tickets from which a commit is large.
    static let threshold = 2000

    /// The page cache while writing, in KiB.
    private static let largeCache = 32768
    private static let defaultCheckpoint = 1000

    /// Runs `commit` in one transaction after `stage`, which stages contents in others or returns `nil`. Restores the settings,
    /// however they end.
    static func perform<T>(
        in db: Database, stage: () throws -> StagedContents?, commit: (StagedContents?) throws -> T
    ) throws -> T {
        try db.execute(sql: "PRAGMA cache_size = -\(largeCache)")
        let result = Result {
            let staged = try stage()
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            return try commit(staged)
        }
        // Not by the database library, which runs nothing in a cancelled task.
        let settings = """
            PRAGMA cache_size = -\(Configuration.storeCache); PRAGMA wal_autocheckpoint = \(defaultCheckpoint)
            """
        let code = sqlite3_exec(db.sqliteConnection, settings, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        return try result.get()
    }

    /// Empties the log in the background, so that the next start need not read it. A failure loses nothing: the next
    /// checkpoint does it.
    static func checkpoint(_ writer: any DatabaseWriter) {
        writer.asyncWriteWithoutTransaction { db in
            _ = Result { try db.checkpoint(.truncate) }
        }
    }
}
