internal import EngineConcepts
internal import GRDB

/// Writes single tickets within the transaction of one commit.
struct TicketWriting: ~Copyable {
    private let version: TrackVersion
    private let db: Database
    private let labels: LabelWriting
    private let search: SearchIndexing
    private var authors = AuthorWriter()
    private var book: LabelIndexWriter
    /// What came or says something else than before, in order.
    private var arrived: [Int64] = []
    private var place: SQLStatement
    private var content: SQLStatement

    /// Prepares to write tickets of the commit that makes `version`.
    init(version: TrackVersion, labels: LabelWriting, db: Database) throws {
        let book = try LabelIndexWriter(in: db)
        let place = try SQLStatement(
            """
            INSERT INTO place (id, supplier, item, age, native, fingerprint, late, shown, hidden, labels, rule)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, in: db)
        let values = Array(repeating: "?", count: Int(ContentRow.count) + 1).joined(separator: ", ")
        let content = try SQLStatement("REPLACE INTO content (id, \(ContentRow.columns)) VALUES (\(values))", in: db)
        self.version = version
        self.db = db
        self.labels = labels
        search = SearchIndexing(authors: labels.authors, in: db)
        self.book = book
        self.place = place
        self.content = content
    }

    /// A stored ticket.
    private struct Stored {
        let standing: PlaceRow
        let fingerprint: UInt64
        let isDeleted: Bool
    }

    /// Stores a ticket. One that is stored already gets the new content and keeps its place and marks; one that was
    /// deleted at its source comes back in its new place, with the marks that it had.
    ///
    /// - Parameters:
    ///   - isInTrack: whether the Track has it, were it new.
    ///   - prepared: what was decided about it already, were it new.
    mutating func insert(
        _ entry: TrackCommit.Entry, isInTrack: Bool, serial: Int64, prepared: Classification? = nil
    ) throws {
        let time = entry.ticket.key.time
        let facts = TicketFacts(entry.ticket, isLate: entry.isLate)
        let decision = labels.decider.first(facts, prepared: prepared)
        if try insertNew(entry, isInTrack: isInTrack, number: TicketNumber.make(time, serial: serial), decision) {
            return
        }
        if let stored = try find(entry.ticket.id) {
            guard stored.isDeleted else { return try replaceContent(of: stored, by: entry) }
            return try revive(stored, as: entry, isInTrack: isInTrack)
        }
        // The number is taken, not the name.
        guard try insertNew(entry, isInTrack: isInTrack, number: try freeNumber(for: time), decision) else {
            throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "\(entry.ticket.id) finds no place")
        }
    }

    /// Gives a stored ticket new content; its place and marks stay. False where none is stored.
    mutating func update(_ entry: TrackCommit.Entry) throws -> Bool {
        guard let stored = try find(entry.ticket.id), !stored.isDeleted else { return false }
        try replaceContent(of: stored, by: entry)
        return true
    }

    /// Hides a ticket that was deleted at its source. Its content stays for who has it open or starred it.
    mutating func delete(_ id: TicketID) throws {
        guard let stored = try find(id), !stored.isDeleted else { return }
        var update = try SQLStatement("UPDATE place SET deleted = 1, shown = 0, hidden = 0 WHERE id = ?", in: db)
        update.bind(stored.standing.number)
        try update.run()
        try book.change(from: stored.standing, to: nil)
    }

    /// The Track does not have these tickets any more, or has them from now on: runs `sql`, which must say so in `place`
    /// and return what ``Standing/columns`` are then.
    mutating func move(_ sql: String, intoTrack: Bool, _ bind: (inout SQLStatement) -> Void) throws {
        var update = try SQLStatement(sql + " RETURNING \(PlaceRow.columns)", in: db)
        bind(&update)
        while try update.step() {
            let after = try PlaceRow(update)
            if intoTrack {
                try book.change(from: nil, to: withoutLostLabels(after))
            } else {
                var before = after
                before.isInTrack = true
                try book.change(from: before, to: nil)
            }
        }
    }

    /// Writes what is derived from the tickets; at the end.
    mutating func finish() throws {
        try book.welcome(arrived, by: labels)
        try book.finish(by: labels)
    }

    /// A ticket that was withheld while labels went away still has them.
    private func withoutLostLabels(_ standing: PlaceRow) throws -> PlaceRow {
        let known = standing.labels.numbers.filter(labels.decider.table.knows)
        guard known.count < standing.labels.numbers.count else { return standing }
        var standing = standing
        standing.labels = LabelSet(known)
        standing.rule = labels.decider.table.knows(standing.rule) ? standing.rule : 0
        try labels.store(standing)
        try labels.wait(standing.number, until: .min)
        return standing
    }

    private func find(_ id: TicketID) throws -> Stored? {
        var query = try SQLStatement(
            "SELECT \(PlaceRow.columns), fingerprint, deleted FROM place WHERE supplier = ? AND item = ?", in: db)
        query.bind(id.supplier.rawValue)
        query.bind(name: id.item)
        guard try query.step() else { return nil }
        return Stored(
            standing: try PlaceRow(query), fingerprint: UInt64(bitPattern: query.int64(PlaceRow.count)),
            isDeleted: query.flag(PlaceRow.count + 1))
    }

    /// False where the name or the number is taken.
    private mutating func insertNew(
        _ entry: TrackCommit.Entry, isInTrack: Bool, number: Int64, _ decision: LabelResolver.Decision
    ) throws -> Bool {
        let standing = PlaceRow(
            number: number, key: entry.ticket.key, isLate: entry.isLate, isInTrack: isInTrack, decision)
        place.bind(number)
        place.bind(standing.key.id.supplier.rawValue)
        place.bind(name: standing.key.id.item)
        place.bind(~standing.key.time.milliseconds)
        place.bind(standing.key.nativeOrder)
        place.bind(Int64(bitPattern: entry.fingerprint))
        place.bind(standing.isLate)
        place.bind(standing.isShown)
        place.bind(standing.isHidden)
        place.bind(standing.labels.bytes)
        place.bind(standing.rule)
        try place.run()
        guard db.changesCount > 0 else { return false }
        try writeContent(entry.ticket, number: number)
        try search.add(number)
        arrived.append(number)
        if let due = decision.due {
            try labels.wait(number, until: due)
        }
        try book.change(from: nil, to: standing)
        return true
    }

    private mutating func writeContent(_ ticket: Ticket, number: Int64) throws {
        let author = try ticket.body.author.map { try authors.number(of: $0, in: db) }
        content.bind(number)
        ContentRow.bind(ticket, author: author, to: &content)
        try content.run()
    }

    /// Keeps the former content where a reader would see the difference: new counts are no edit.
    ///
    /// - Parameter standing: where it stands now; nil where it did before.
    private mutating func replaceContent(
        of stored: Stored, by entry: TrackCommit.Entry, at standing: PlaceRow? = nil
    ) throws {
        let present = standing ?? stored.standing
        let number = present.number
        if let former = try ContentRow.ticket(number, authors: labels.authors, in: db) {
            try search.replace(number, former, by: entry.ticket)
            if stored.isDeleted || !former.body.says(entry.ticket.body) { arrived.append(number) }
        }
        if SourceItem.isEdit(from: stored.fingerprint, to: entry.fingerprint) {
            var keep = try SQLStatement(
                """
                INSERT OR IGNORE INTO former_content (id, version, \(ContentRow.columns))
                SELECT id, ?, \(ContentRow.columns) FROM content WHERE id = ?
                """, in: db)
            keep.bind(version.number)
            keep.bind(number)
            try keep.run()
        }
        if stored.fingerprint != entry.fingerprint {
            var update = try SQLStatement("UPDATE place SET fingerprint = ? WHERE id = ?", in: db)
            update.bind(Int64(bitPattern: entry.fingerprint))
            update.bind(number)
            try update.run()
        }
        try writeContent(entry.ticket, number: number)
        let former = stored.isDeleted ? nil : stored.standing
        let after = try labels.redecide(present, content: Ticket(entry.ticket, at: present.key))
        if after.labels != stored.standing.labels || after.rule != stored.standing.rule || stored.isDeleted {
            try labels.store(after)
            try book.change(from: former, to: after)
        }
    }

    private mutating func revive(_ stored: Stored, as entry: TrackCommit.Entry, isInTrack: Bool) throws {
        var standing = stored.standing
        standing.number = try renumber(stored.standing, for: entry.ticket.key.time)
        standing.key = entry.ticket.key
        standing.isLate = entry.isLate
        standing.isInTrack = isInTrack
        var update = try SQLStatement("UPDATE place SET age = ?, native = ?, late = ?, deleted = 0 WHERE id = ?", in: db)
        update.bind(~standing.key.time.milliseconds)
        update.bind(standing.key.nativeOrder)
        update.bind(standing.isLate)
        update.bind(standing.number)
        try update.run()
        try replaceContent(of: stored, by: entry, at: standing)
    }

    /// Gives a ticket a number of its new second, if it has none; answers it. Numbers stand in the order of time.
    private func renumber(_ standing: PlaceRow, for time: Timestamp) throws -> Int64 {
        let former = standing.number
        guard !TicketNumber.range(of: time).contains(former) else { return former }
        if let ticket = try ContentRow.ticket(former, authors: labels.authors, in: db) {
            try search.remove(former, ticket)
        }
        try labels.wait(former, until: nil)
        let number = try freeNumber(for: time)
        for table in ["place", "content", "former_content"] {
            var update = try SQLStatement("UPDATE \(table) SET id = ? WHERE id = ?", in: db)
            update.bind(number)
            update.bind(former)
            try update.run()
        }
        try search.add(number)
        return number
    }

    /// A number that nobody has, in the second of `time` or soon after.
    private func freeNumber(for time: Timestamp) throws -> Int64 {
        let range = TicketNumber.range(of: time)
        var query = try SQLStatement("SELECT max(id) FROM place WHERE id >= ? AND id < ?", in: db)
        query.bind(range.lowerBound)
        query.bind(range.upperBound)
        _ = try query.step()
        if !query.isNull(0), query.int64(0) + 1 < range.upperBound { return query.int64(0) + 1 }
        // The last number of the second is taken: look for a hole before it.
        query.rewind()
        for number in range.reversed() where try !isTaken(number) {
            return number
        }
        throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "more tickets in one second than have numbers")
    }

    private func isTaken(_ number: Int64) throws -> Bool {
        var query = try SQLStatement("SELECT 1 FROM place WHERE id = ?", in: db)
        query.bind(number)
        return try query.step()
    }
}

extension Ticket {
    /// A ticket with the content of `ticket` in the place that it has.
    fileprivate init(_ ticket: Ticket, at key: OrderKey) {
        self.init(
            key: key, shownTime: ticket.shownTime, editTime: ticket.editTime, timeIsAssumed: ticket.timeIsAssumed,
            body: ticket.body, source: ticket.source)
    }
}
