import CByteScan
import EngineConcepts
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

    /// The kinds of texts in the column `text_kind`.
    enum TextKind: Int64 {
        case plain = 0
        case html = 1
        case styled = 2
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
