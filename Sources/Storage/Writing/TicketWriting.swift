internal import EngineConcepts
internal import GRDB

/// Writes single tickets within the transaction of one commit.
struct TicketWriting: ~Copyable {
    private let version: TrackVersion
    private let db: Database
    private var authors = AuthorWriter()
    private var place: Command
    private var content: Command

    /// Prepares to write tickets of the commit that makes `version`.
    init(version: TrackVersion, db: Database) throws {
        let place = try Command(
            """
            INSERT INTO place (id, supplier, item, age, native, fingerprint, late, shown)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """, in: db)
        let values = Array(repeating: "?", count: Int(ContentRow.count) + 1).joined(separator: ", ")
        let content = try Command("REPLACE INTO content (id, \(ContentRow.columns)) VALUES (\(values))", in: db)
        self.version = version
        self.db = db
        self.place = place
        self.content = content
    }

    /// A stored ticket.
    private struct Stored {
        let number: Int64
        let fingerprint: UInt64
        let isDeleted: Bool
        let isShown: Bool
        let marks: Marks
    }

    /// Stores a ticket. One that is stored already gets the new content and keeps its place and marks; one that was
    /// deleted at its source comes back in its new place, with the marks that it had.
    ///
    /// - Returns: the marks of a ticket that was not there before; nil for one that was.
    mutating func insert(_ entry: TrackCommit.Entry, isShown: Bool, serial: Int64) throws -> Marks? {
        let time = entry.ticket.key.time
        if try insertPlace(entry, isShown: isShown, number: TicketNumber.make(time, serial: serial)) {
            try writeContent(entry.ticket, number: TicketNumber.make(time, serial: serial))
            return Marks()
        }
        if let stored = try find(entry.ticket.id) {
            guard stored.isDeleted else {
                try replaceContent(of: stored, by: entry)
                return nil
            }
            try revive(stored, as: entry, isShown: isShown)
            return stored.marks
        }
        // The number is taken, not the name.
        let number = try freeNumber(for: time)
        guard try insertPlace(entry, isShown: isShown, number: number) else {
            throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "\(entry.ticket.id) finds no place")
        }
        try writeContent(entry.ticket, number: number)
        return Marks()
    }

    /// Gives a stored ticket new content; its place and marks stay. False where none is stored.
    mutating func update(_ entry: TrackCommit.Entry) throws -> Bool {
        guard let stored = try find(entry.ticket.id), !stored.isDeleted else { return false }
        try replaceContent(of: stored, by: entry)
        return true
    }

    /// Hides a ticket that was deleted at its source. Its content stays for who has it open or starred it.
    ///
    /// - Returns: the marks of a ticket that was shown until now.
    func delete(_ id: TicketID) throws -> Marks? {
        guard let stored = try find(id), !stored.isDeleted else { return nil }
        var update = try Command("UPDATE place SET deleted = 1, shown = 0 WHERE id = ?", in: db)
        update.bind(stored.number)
        try update.run()
        return stored.isShown ? stored.marks : nil
    }

    private func find(_ id: TicketID) throws -> Stored? {
        var query = try Command(
            "SELECT id, fingerprint, deleted, shown, read, starred FROM place WHERE supplier = ? AND item = ?", in: db)
        query.bind(id.supplier.rawValue)
        query.bind(id.item)
        guard try query.step() else { return nil }
        return Stored(
            number: query.int64(0), fingerprint: UInt64(bitPattern: query.int64(1)), isDeleted: query.flag(2),
            isShown: query.flag(3), marks: Marks(isRead: query.flag(4), isStarred: query.flag(5)))
    }

    /// False where the name or the number is taken.
    private mutating func insertPlace(_ entry: TrackCommit.Entry, isShown: Bool, number: Int64) throws -> Bool {
        place.bind(number)
        place.bind(entry.ticket.key.id.supplier.rawValue)
        place.bind(entry.ticket.key.id.item)
        place.bind(~entry.ticket.key.time.milliseconds)
        place.bind(entry.ticket.key.nativeOrder)
        place.bind(Int64(bitPattern: entry.fingerprint))
        place.bind(entry.isLate)
        place.bind(isShown)
        try place.run()
        return db.changesCount > 0
    }

    private mutating func writeContent(_ ticket: Ticket, number: Int64) throws {
        let author = try ticket.body.author.map { try authors.number(of: $0, in: db) }
        content.bind(number)
        ContentRow.bind(ticket, author: author, to: &content)
        try content.run()
    }

    /// Keeps the former content where a reader would see the difference: new counts are no edit.
    private mutating func replaceContent(of stored: Stored, by entry: TrackCommit.Entry) throws {
        if stored.fingerprint != entry.fingerprint {
            var keep = try Command(
                """
                INSERT OR IGNORE INTO former_content (id, version, \(ContentRow.columns))
                SELECT id, ?, \(ContentRow.columns) FROM content WHERE id = ?
                """, in: db)
            keep.bind(version.number)
            keep.bind(stored.number)
            try keep.run()
            var update = try Command("UPDATE place SET fingerprint = ? WHERE id = ?", in: db)
            update.bind(Int64(bitPattern: entry.fingerprint))
            update.bind(stored.number)
            try update.run()
        }
        try writeContent(entry.ticket, number: stored.number)
    }

    private mutating func revive(_ stored: Stored, as entry: TrackCommit.Entry, isShown: Bool) throws {
        var update = try Command(
            "UPDATE place SET age = ?, native = ?, late = ?, deleted = 0, shown = ? WHERE id = ?", in: db)
        update.bind(~entry.ticket.key.time.milliseconds)
        update.bind(entry.ticket.key.nativeOrder)
        update.bind(entry.isLate)
        update.bind(isShown)
        update.bind(stored.number)
        try update.run()
        try replaceContent(of: stored, by: entry)
    }

    /// A number that nobody has, in the second of `time` or soon after.
    private func freeNumber(for time: Timestamp) throws -> Int64 {
        let range = TicketNumber.range(of: time)
        var query = try Command("SELECT max(id) FROM place WHERE id >= ? AND id < ?", in: db)
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
        var query = try Command("SELECT 1 FROM place WHERE id = ?", in: db)
        query.bind(number)
        return try query.step()
    }
}
