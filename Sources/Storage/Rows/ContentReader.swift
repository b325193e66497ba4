import EngineConcepts
import GRDB

/// Reads the contents of tickets within a transaction.
struct ContentReader {
    let db: Database
    let authors: AuthorCache
    /// True if tickets whose author is missing are read without one, as in a damaged store.
    var allowsMissingAuthors = false

    /// Returns the ticket with this row ID, deleted or not, or `nil` if there is none.
    func ticket(_ rowID: Int64) throws -> Ticket? {
        try db.query(
            """
            SELECT supplier, item, age, native, \(ContentRow.columns) FROM content JOIN place USING (id) WHERE content.id = ?
            """, rowID
        )
        .first { row in
            let key = OrderKey(age: row.int64(2), native: row.int64(3), supplier: row.text(0), item: row.text(1))
            return try ticket(at: key, in: row, from: 4)
        }
    }

    /// Returns the ticket with this row ID at `key`, or `nil` if there is none.
    func ticket(at key: OrderKey, rowID: Int64) throws -> Ticket? {
        try db.query("SELECT \(ContentRow.columns) FROM content WHERE id = ?", rowID)
            .first { try ticket(at: key, in: $0, from: 0) }
    }

    /// Reads the ticket at `key` from a row whose content begins at column `first`.
    func ticket(at key: OrderKey, in row: borrowing SQLStatement, from first: CInt) throws -> Ticket {
        var body = TicketBody(
            title: row.optionalText(first + 3),
            text: try text(in: row, from: first + 4),
            author: try row.optionalInt64(first + 7).flatMap { try author($0) },
            link: row.optionalText(first + 8),
            language: row.optionalText(first + 9),
            tags: row.bytes(first + 10).map(ContentRow.tags) ?? [])
        let rest = try TicketRest(row.blobBytes(first + 11), addingTo: &body)
        return Ticket(
            key: key,
            shownTime: Timestamp(milliseconds: row.int64(first)),
            editTime: row.optionalInt64(first + 1).map(Timestamp.init(milliseconds:)),
            timeIsAssumed: row.flag(first + 2),
            body: body, source: rest.source, detectedLanguage: rest.detectedLanguage)
    }

    private func text(in row: borrowing SQLStatement, from first: CInt) throws -> TicketText {
        switch ContentRow.TextKind(rawValue: row.int64(first)) {
        case .plain: return .plain(row.text(first + 1))
        case .html: return .html(row.text(first + 1), base: row.optionalText(first + 2))
        case .styled: return .styled(try StyledText(row.blobBytes(first + 1).map(FieldReader.init)))
        case nil: throw DamagedContent("a text of an unknown kind")
        }
    }

    private func author(_ rowID: Int64) throws -> Author? {
        let author = try authors.author(rowID, in: db)
        guard author != nil || allowsMissingAuthors else { throw DamagedContent("the author \(rowID) is missing") }
        return author
    }
}
