import GRDB

/// The results of a check of the store, for `fiber doctor`.
public struct IntegrityReport: Hashable, Sendable {
    /// The number of stored tickets without deleted ones.
    public let tickets: Int
    /// The number of those that the timeline shows with its filter on.
    public let shown: Int
    /// The number of those that the filter hides.
    public let hidden: Int
    /// The size of the file in bytes.
    public let byteCount: Int64
    /// The checks that failed, each on a line: sentences, or the words of SQLite.
    public let failures: [String]
}

extension TrackDatabase {
    /// Checks the store: SQLite's own check, that all contents can be decoded, and that redundant data agrees. Reads
    /// everything, without blocking readers and writers.
    public func integrityReport() async throws -> IntegrityReport {
        try await reading { try IntegrityReport(of: $0.db) }
    }
}

extension IntegrityReport {
    init(of db: Database) throws {
        // The quick check would not compare indexes with their tables.
        var failures = try texts("PRAGMA integrity_check(20)", in: db)
            .flatMap { $0.split(separator: "\n").map(String.init) }
            .filter { $0 != "ok" && !$0.hasPrefix("***") }
        let orphans = try number(
            "SELECT count(*) FROM place WHERE NOT EXISTS (SELECT 1 FROM content WHERE content.id = place.id)",
            in: db)
        if orphans > 0 { failures.append("\(orphans) items have a place and no content") }
        let miscounts = try texts(
            """
            SELECT name FROM supplier
            LEFT JOIN supplier_count ON supplier_count.supplier = name
            LEFT JOIN (
                SELECT supplier, sum(shown) AS shown, sum(shown * (1 - read)) AS unread,
                    sum(shown * starred) AS starred, sum(shown * starred * (1 - read)) AS unread_starred,
                    sum(hidden) AS hidden, sum(hidden * (1 - read)) AS hidden_unread,
                    sum(hidden * starred) AS hidden_starred,
                    sum(hidden * starred * (1 - read)) AS hidden_unread_starred
                FROM place WHERE shown + hidden = 1 GROUP BY supplier
            ) AS counted ON counted.supplier = name
            WHERE (\(columns("supplier_count"))) IS NOT (\(columns("counted")))
            """, in: db)
        failures += miscounts.map { "the counts of \($0) are wrong" }
        failures += try ContentCheck(db: db).failures()
        failures += try LabelCheck(db: db).failures()
        failures += try StoryCheck(db: db).failures()
        self.init(
            tickets: try number("SELECT count(*) FROM place WHERE deleted = 0", in: db),
            shown: try number("SELECT count(*) FROM place WHERE shown = 1", in: db),
            hidden: try number("SELECT count(*) FROM place WHERE hidden = 1", in: db),
            byteCount: Int64(try number("PRAGMA page_count", in: db) * (try number("PRAGMA page_size", in: db))),
            failures: failures)
    }
}

/// Returns the counts in a row of `table`, with 0 for a missing row.
private func columns(_ table: String) -> String {
    TicketCounters.names.map { "ifnull(\(table).\($0), 0)" }.joined(separator: ", ")
}

private func texts(_ sql: String, in db: Database) throws -> [String] {
    try db.query(sql).rows { $0.text(0) }
}

private func number(_ sql: String, in db: Database) throws -> Int {
    Int(try db.integer(sql) ?? 0)
}
