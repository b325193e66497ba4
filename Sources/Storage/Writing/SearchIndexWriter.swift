import EngineConcepts
import GRDB
import Queries

/// Maintains the full-text index within a transaction.
struct SearchIndexWriter {
    private let contents: ContentReader
    private let indexer = SearchIndexer()

    private var db: Database { contents.db }

    /// Creates a writer within the transaction of a reader of contents.
    init(by contents: ContentReader) { self.contents = contents }

    /// Adds a ticket to those that wait to be indexed.
    func add(_ rowID: Int64) throws {
        try db.run("INSERT OR IGNORE INTO search_wait (id) VALUES (?)", rowID)
    }

    /// Records that a ticket's content changes: removes the previous one and lets the ticket wait to be indexed.
    func replace(_ rowID: Int64, _ previous: Ticket) throws {
        try remove(rowID, previous)
        try add(rowID)
    }

    /// Removes a ticket from the index.
    func remove(_ rowID: Int64, _ ticket: Ticket) throws {
        let state = try SearchIndexState(in: db)
        try db.run("DELETE FROM search_wait WHERE id = ?", rowID)
        guard db.changesCount == 0, state.isIndexed(rowID) else { return }
        let columns = SearchDocument.columns.joined(separator: ", ")
        var delete = try db.query(
            "INSERT INTO search (search, rowid, \(columns)) VALUES ('delete', ?, \(SearchIndexWriter.parameters))",
            rowID)
        for value in indexer.document(of: ticket).values {
            delete.bind(value)
        }
        try delete.run()
    }

    /// Indexes up to `count` waiting tickets, newest first, and returns true if none is left.
    func index(upTo count: Int) throws -> Bool {
        try emptyOutdated()
        let state = try SearchIndexState(in: db)
        // Tickets below the cursor are left to the steps that move it down: they would be indexed twice otherwise.
        var rowIDs = try db.integers(
            "SELECT id FROM search_wait WHERE id >= ? ORDER BY id DESC LIMIT ?", state.cursor ?? .min, Int64(count))
        let room = count - rowIDs.count
        var hasAll = state.cursor == nil && room > 0
        if let cursor = state.cursor, room > 0 {
            let step = try CursorStep(from: cursor, upTo: room, in: db)
            hasAll = step.end == nil
            try db.run("UPDATE search_state SET cursor = ?", step.end)
            rowIDs += step.rowIDs
        }
        var insert = try SQLStatement(
            """
            INSERT INTO search (rowid, \(SearchDocument.columns.joined(separator: ", ")))
            VALUES (?, \(SearchIndexWriter.parameters))
            """, in: db)
        // Oldest first: FTS5 is slow in any other order.
        for rowID in rowIDs.sorted() {
            if let ticket = try contents.ticket(rowID) {
                insert.bind(rowID)
                for value in indexer.document(of: ticket).values {
                    insert.bind(value)
                }
                try insert.run()
            }
            try db.run("DELETE FROM search_wait WHERE id = ?", rowID)
        }
        return hasAll
    }

    /// Empties an index of another version of words, which can be neither searched nor updated. All tickets then wait.
    private func emptyOutdated() throws {
        let state = try SearchIndexState(in: db)
        guard !state.isCurrent else { return }
        try db.execute(sql: "DROP TABLE search; DELETE FROM search_wait; \(Schema.searchIndex)")
        try db.run(
            "UPDATE search_state SET version = ?, cursor = (SELECT max(id) + 1 FROM place)",
            Int64(SearchDocument.version))
    }

    /// A parameter for each column.
    private static let parameters = SearchDocument.columns.map { _ in "?" }.joined(separator: ", ")
}
