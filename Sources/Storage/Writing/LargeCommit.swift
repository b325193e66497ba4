internal import GRDB

/// What is done differently for a commit of many tickets, such as an import: its indexes get room in memory while it is
/// written, and its pages move from the log into the file after it is published, not before.
enum LargeCommit {
    /// From how many tickets on.
    static let threshold = 2000

    /// How much memory each connection may keep pages in, in kibibytes.
    static let usualCache = 4096

    private static let largeCache = 32768
    private static let usualCheckpoint = 1000

    /// Makes room before the transaction.
    static func prepare(_ db: Database) throws {
        try db.execute(sql: "PRAGMA cache_size = -\(largeCache); PRAGMA wal_autocheckpoint = 0")
    }

    /// Gives the memory back after the transaction, however it ended.
    static func finish(_ db: Database) throws {
        try db.execute(sql: "PRAGMA cache_size = -\(usualCache); PRAGMA wal_autocheckpoint = \(usualCheckpoint)")
    }

    /// Empties the log while nobody waits: a start has to read through what stands in it. Where that fails, everything
    /// is still there, and the next checkpoint does it.
    static func checkpoint(_ writer: any DatabaseWriter) {
        writer.asyncWriteWithoutTransaction { db in
            _ = Result { try db.checkpoint(.truncate) }
        }
    }
}
