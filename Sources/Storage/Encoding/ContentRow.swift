internal import EngineConcepts
internal import GRDB

/// A ticket's content as the columns of `content` hold it, in their order.
enum ContentRow {
    /// The columns behind the number.
    static let columns =
        "shown_time, edit_time, time_assumed, title, text_kind, text, base, author, link, language, tags, rest"

    /// How many there are.
    static let count: CInt = 12

    /// Binds the columns; `author` is the number of the author's row.
    static func bind(_ ticket: Ticket, author: Int64?, to command: inout SQLStatement) {
        command.bind(ticket.shownTime.milliseconds)
        command.bind(ticket.editTime?.milliseconds)
        command.bind(ticket.timeIsAssumed)
        command.bind(ticket.body.title)
        switch ticket.body.text {
        case .plain(let text):
            command.bind(TextKind.plain.rawValue)
            command.bind(text)
            command.bind(nil as String?)
        case .html(let markup, let base):
            command.bind(TextKind.html.rawValue)
            command.bind(markup)
            command.bind(base)
        case .styled(let text):
            var wire = RecordWriter()
            text.write(to: &wire)
            command.bind(TextKind.styled.rawValue)
            command.bind(wire.bytes)
            command.bind(nil as String?)
        }
        command.bind(author)
        command.bind(ticket.body.link)
        command.bind(ticket.body.language)
        command.bind(tagList(ticket.body.tags))
        command.bind(TicketRest.bytes(of: ticket))
    }

    /// Reads the ticket at `key` from a row whose first column of the content is `first`; `author` finds an author by
    /// the number of their row.
    static func ticket(
        at key: OrderKey, in row: borrowing SQLStatement, from first: CInt, author: (Int64) throws -> Author?
    ) throws -> Ticket {
        let rest = try TicketRest(bytes: row.blob(first + 11))
        return Ticket(
            key: key,
            shownTime: Timestamp(milliseconds: row.int64(first)),
            editTime: row.optionalInt64(first + 1).map(Timestamp.init(milliseconds:)),
            timeIsAssumed: row.flag(first + 2),
            body: TicketBody(
                title: row.optionalText(first + 3),
                text: try text(in: row, from: first + 4),
                summary: rest.summary,
                author: try row.optionalInt64(first + 7).flatMap(author),
                application: rest.application,
                link: row.optionalText(first + 8),
                media: rest.media,
                counts: rest.counts,
                reactions: rest.reactions,
                boosted: rest.boosted,
                quoted: rest.quoted,
                replyTo: rest.replyTo,
                contentWarning: rest.contentWarning,
                language: row.optionalText(first + 9),
                tags: tags(row.optionalText(first + 10))),
            source: rest.source)
    }

    /// The ticket with this number at `key`; nil where there is none.
    static func ticket(at key: OrderKey, number: Int64, by authors: AuthorCache, in db: Database) throws -> Ticket? {
        var query = try SQLStatement("SELECT \(columns) FROM content WHERE id = ?", in: db)
        query.bind(number)
        guard try query.step() else { return nil }
        return try ticket(at: key, in: query, from: 0) { try authors.author($0, in: db) }
    }

    /// The ticket with this number, whether it was deleted or not; nil where there is none.
    static func ticket(_ number: Int64, authors: AuthorCache, in db: Database) throws -> Ticket? {
        var query = try SQLStatement(
            "SELECT supplier, item, age, native, \(columns) FROM content JOIN place USING (id) WHERE content.id = ?",
            in: db)
        query.bind(number)
        guard try query.step() else { return nil }
        let key = OrderKey(
            time: Timestamp(milliseconds: ~query.int64(2)), nativeOrder: query.int64(3),
            id: TicketID(supplier: SupplierID(query.text(0)), item: query.text(1)))
        return try ticket(at: key, in: query, from: 4) { try authors.author($0, in: db) }
    }

    /// What the text column holds.
    private enum TextKind: Int64 {
        case plain = 0
        case html = 1
        case styled = 2
    }

    private static func text(in row: borrowing SQLStatement, from first: CInt) throws -> TicketText {
        switch TextKind(rawValue: row.int64(first)) {
        case .plain: return .plain(row.text(first + 1))
        case .html: return .html(row.text(first + 1), base: row.optionalText(first + 2))
        case .styled: return .styled(try StyledText(RecordReader((row.blob(first + 1) ?? [])[...])))
        case nil: throw DamagedContent(what: "a text of an unknown kind")
        }
    }

    /// Tags stand between unit separators, one at either end too, so that one of them can be found by `instr`. No tag
    /// holds a separator: it is a control character, and those end at the supplier.
    private static func tagList(_ tags: [String]) -> String? {
        tags.isEmpty ? nil : separator + tags.joined(separator: separator) + separator
    }

    private static func tags(_ list: String?) -> [String] {
        guard let list else { return [] }
        return list.dropFirst().dropLast().split(separator: "\u{1f}", omittingEmptySubsequences: false).map(String.init)
    }

    private static let separator = "\u{1f}"
}
