import CByteScan
import EngineConcepts
import GRDB
import WebText

/// A ticket's content in the columns of `content`.
enum ContentRow {
    /// The columns after the row ID.
    static let columns =
        "shown_time, edit_time, time_assumed, title, text_kind, text, base, author, link, language, tags, rest"

    /// A parameter for the row ID and each of the columns.
    static let parameters = Array(repeating: "?", count: 13).joined(separator: ", ")

    /// Runs a statement whose arguments are a row ID and the columns.
    ///
    /// - Parameter author: The author's row ID.
    static func write(
        _ ticket: Ticket, _ content: EncodedContent, rowID: Int64, author: Int64?, by command: inout SQLStatement
    ) throws {
        func run(_ command: inout SQLStatement, base: String?) throws {
            command.bind(base)
            command.bind(author)
            command.bind(ticket.body.link)
            command.bind(ticket.body.language)
            command.bind(content.tags)
            command.bind(content.rest)
            try command.run()
        }
        command.bind(rowID)
        command.bind(ticket.shownTime.milliseconds)
        command.bind(ticket.editTime?.milliseconds)
        command.bind(ticket.timeIsAssumed)
        command.bind(ticket.body.title)
        switch ticket.body.text {
        case .plain(let text):
            command.bind(TextKind.plain.rawValue)
            try command.bind(text) { try run(&$0, base: nil) }
        case .html(let markup, let base):
            command.bind(TextKind.html.rawValue)
            try command.bind(markup) { try run(&$0, base: base) }
        case .styled:
            command.bind(TextKind.styled.rawValue)
            command.bind(content.styledText)
            try run(&command, base: nil)
        }
    }

    /// Reads the ticket at `key` from a row whose content begins at column `first`.
    static func ticket(
        at key: OrderKey, in row: borrowing SQLStatement, from first: CInt, author: (Int64) throws -> Author?
    ) throws -> Ticket {
        var body = TicketBody(
            title: row.optionalText(first + 3),
            text: try text(in: row, from: first + 4),
            author: try row.optionalInt64(first + 7).flatMap(author),
            link: row.optionalText(first + 8),
            language: row.optionalText(first + 9),
            tags: row.bytes(first + 10).map(tags) ?? [])
        let rest = try TicketRest(row.blobBytes(first + 11), addingTo: &body)
        return Ticket(
            key: key,
            shownTime: Timestamp(milliseconds: row.int64(first)),
            editTime: row.optionalInt64(first + 1).map(Timestamp.init(milliseconds:)),
            timeIsAssumed: row.flag(first + 2),
            body: body, source: rest.source, detectedLanguage: rest.detectedLanguage)
    }

    /// Returns true if the texts in a row whose content begins at column `first` are UTF-8, as all are when they are written.
    static func hasValidTexts(_ row: borrowing SQLStatement, from first: CInt) -> Bool {
        let isStyled = row.int64(first + 4) == TextKind.styled.rawValue
        let columns: [CInt] = isStyled ? [3, 6, 8, 9, 10] : [3, 5, 6, 8, 9, 10]
        for column in columns {
            guard let bytes = row.bytes(first + column), let start = bytes.baseAddress else { continue }
            if scan_kind(start, bytes.count) == scan_invalid { return false }
        }
        return true
    }

    /// Returns the ticket with this row ID at `key`, or `nil` if there is none.
    static func ticket(at key: OrderKey, rowID: Int64, by authors: AuthorCache, in db: Database) throws -> Ticket? {
        try db.query("SELECT \(columns) FROM content WHERE id = ?", rowID)
            .first { row in
                try ticket(at: key, in: row, from: 0) { try authors.author($0, in: db) }
            }
    }

    /// Returns the ticket with this row ID, deleted or not, or `nil` if there is none.
    static func ticket(_ rowID: Int64, authors: AuthorCache, in db: Database) throws -> Ticket? {
        try db.query(
            "SELECT supplier, item, age, native, \(columns) FROM content JOIN place USING (id) WHERE content.id = ?",
            rowID
        )
        .first { row in
            let key = OrderKey(age: row.int64(2), native: row.int64(3), supplier: row.text(0), item: row.text(1))
            return try ticket(at: key, in: row, from: 4) { try authors.author($0, in: db) }
        }
    }

    private enum TextKind: Int64 {
        case plain = 0
        case html = 1
        case styled = 2
    }

    private static func text(in row: borrowing SQLStatement, from first: CInt) throws -> TicketText {
        switch TextKind(rawValue: row.int64(first)) {
        case .plain: return .plain(row.text(first + 1))
        case .html: return .html(row.text(first + 1), base: row.optionalText(first + 2))
        case .styled: return .styled(try StyledText(row.blobBytes(first + 1).map(FieldReader.init)))
        case nil: throw DamagedContent("a text of an unknown kind")
        }
    }

    /// Returns the tags with a unit separator around each, so that `instr` finds one. Tags contain none: suppliers
    /// remove control characters.
    static func tagList(_ tags: [String]) -> String? {
        tags.isEmpty ? nil : separator + tags.joined(separator: separator) + separator
    }

    /// Returns the tags of a list, which must be bytes of UTF-8.
    static func tags(_ list: UnsafeBufferPointer<UInt8>) -> [String] {
        guard let start = list.baseAddress, list.count > 1 else { return [] }
        var tags: [String] = []
        var index = 1
        while index < list.count {
            let end = scan_byte(start, index, list.count, separator.utf8.first ?? 0)
            tags.append(String(utf8: UnsafeBufferPointer(rebasing: list[index..<end])))
            index = end + 1
        }
        return tags
    }

    private static let separator = "\u{1f}"
}
