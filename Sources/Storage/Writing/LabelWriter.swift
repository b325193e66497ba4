import EngineConcepts
import GRDB

/// Classifies stored tickets within a transaction and writes the results.
struct LabelWriter {
    let resolver: LabelResolver
    let contents: ContentReader

    var db: Database { contents.db }

    /// Creates a writer within the transaction of `db`, which may fail: then the authors that it has inserted are gone, and
    /// others get their row IDs. So it shares no authors with readers.
    init(in db: Database, by registry: LabelRegistry) throws {
        try Schema.requireCurrent(in: db)
        resolver = try registry.resolver(in: db)
        contents = ContentReader(db: db, authors: AuthorCache())
    }

    /// Classifies a ticket again after its content or marks changed and returns its new row. Without a classifier, the ticket
    /// keeps its labels and waits for one.
    ///
    /// - Parameter ticket: The content, if the caller has it.
    func reclassify(_ row: PlaceRow, content ticket: Ticket? = nil) throws -> PlaceRow {
        let known = try ticket ?? contents.ticket(row.rowID)
        guard let ticket = known else { return row }
        var row = row
        let facts = TicketFacts(ticket, marks: row.marks, isLate: row.isLate, isDuplicate: try isDuplicate(row.rowID))
        if let classification = resolver.classify(facts) {
            row.labels = classification.labels
            row.rule = classification.rule
            try schedule(row.rowID, at: classification.due)
        } else if !resolver.table.rows.isEmpty {
            row.rule = row.marks.isUnhidden ? 0 : row.rule
            try schedule(row.rowID, at: StoredClassification.dueAtOnce)
        }
        return row
    }

    /// Classifies a ticket again and stores its labels if they have changed. Returns its new row.
    func relabel(_ row: PlaceRow) throws -> PlaceRow {
        let after = try reclassify(row)
        if after.labels != row.labels || after.rule != row.rule { try store(after) }
        return after
    }

    /// Returns true if another member of the ticket's story came to the Track before it.
    private func isDuplicate(_ rowID: Int64) throws -> Bool {
        try db.isTrue("SELECT duplicate FROM story_member WHERE id = ?", rowID)
    }

    /// Writes the labels of a ticket to `place`.
    ///
    /// - Parameter stored: The row as it is stored, if known: if visibility is unchanged, the Track's index is left alone.
    func store(_ row: PlaceRow, replacing stored: PlaceRow? = nil) throws {
        if let stored, stored.isHidden == row.isHidden, stored.isShown == row.isShown {
            return try db.run(
                "UPDATE place SET labels = ?, rule = ? WHERE id = ?", row.labels.bytes, row.rule, row.rowID)
        }
        try db.run(
            "UPDATE place SET labels = ?, rule = ?, shown = ?, hidden = ? WHERE id = ?", row.labels.bytes, row.rule,
            row.isShown, row.isHidden, row.rowID)
    }

    /// Sets the time in milliseconds of the next classification; `nil` removes it.
    func schedule(_ rowID: Int64, at due: Int64?) throws {
        guard let due else { return try db.run("DELETE FROM label_due WHERE id = ?", rowID) }
        try db.run("REPLACE INTO label_due (id, due) VALUES (?, ?)", rowID, due)
    }
}
