internal import EngineConcepts
internal import GRDB

/// Decides about stored tickets within a transaction, and writes what was decided.
struct LabelWriting {
    let db: Database
    let decider: LabelResolver
    let authors: AuthorCache

    init(by decider: LabelResolver, authors: AuthorCache, in db: Database) {
        self.decider = decider
        self.authors = authors
        self.db = db
    }

    /// Decides again about a ticket whose content or marks may have changed; answers where it stands then. Where nobody
    /// can decide here, the ticket keeps its labels and waits.
    ///
    /// - Parameter ticket: its content, where that is known.
    func redecide(_ standing: PlaceRow, content ticket: Ticket? = nil) throws -> PlaceRow {
        let known = try ticket ?? ContentRow.ticket(standing.number, authors: authors, in: db)
        guard let ticket = known else { return standing }
        var standing = standing
        let facts = TicketFacts(
            ticket, marks: standing.marks, isLate: standing.isLate, isDuplicate: try isDuplicate(standing.number))
        if let decision = decider.decide(facts) {
            standing.labels = decision.labels
            standing.rule = decision.rule
            try wait(standing.number, until: decision.due)
        } else if !decider.table.rows.isEmpty {
            standing.rule = standing.marks.isUnhidden ? 0 : standing.rule
            try wait(standing.number, until: .min)
        }
        return standing
    }

    /// Whether the story of a ticket stood in the Track before it.
    private func isDuplicate(_ number: Int64) throws -> Bool {
        var query = try SQLStatement("SELECT duplicate FROM telling WHERE id = ?", in: db)
        query.bind(number)
        return try query.step() && query.flag(0)
    }

    /// Writes what `place` says of a ticket's labels.
    ///
    /// - Parameter before: what it says now, where that is known: who is hidden as before stays as it is in the Track's
    ///   index.
    func store(_ standing: PlaceRow, insteadOf before: PlaceRow? = nil) throws {
        if let before, before.isHidden == standing.isHidden, before.isShown == standing.isShown {
            var update = try SQLStatement("UPDATE place SET labels = ?, rule = ? WHERE id = ?", in: db)
            update.bind(standing.labels.bytes)
            update.bind(standing.rule)
            update.bind(standing.number)
            return try update.run()
        }
        var update = try SQLStatement("UPDATE place SET labels = ?, rule = ?, shown = ?, hidden = ? WHERE id = ?", in: db)
        update.bind(standing.labels.bytes)
        update.bind(standing.rule)
        update.bind(standing.isShown)
        update.bind(standing.isHidden)
        update.bind(standing.number)
        try update.run()
    }

    /// Takes note of when a ticket has to be decided about again, in milliseconds; nil where never.
    func wait(_ number: Int64, until due: Int64?) throws {
        guard let due else {
            var delete = try SQLStatement("DELETE FROM label_due WHERE id = ?", in: db)
            delete.bind(number)
            return try delete.run()
        }
        var upsert = try SQLStatement("REPLACE INTO label_due (id, due) VALUES (?, ?)", in: db)
        upsert.bind(number)
        upsert.bind(due)
        try upsert.run()
    }
}
