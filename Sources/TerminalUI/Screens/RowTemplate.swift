/// How a reader wants the rows of tickets laid out: lines of text with fields in braces.
///
/// - `{title}` is a field, with all the columns that it needs; `{source:16}` has 16 of them, filled up or cut;
///   `{source:>16}` stands at their right end.
/// - What follows `{>}` stands at the right end of the line.
/// - `{text*3}`, alone in its line, is the text in up to three lines.
/// - `{{` is a brace.
public nonisolated struct RowTemplate: Equatable, Sendable {
    /// What stands in a line.
    enum Line: Equatable {
        /// Words and fields at the left, and at the right end.
        case pieces(left: [Piece], right: [Piece])
        /// The text, in up to this many lines.
        case text(lines: Int)
    }

    /// A part of a line.
    enum Piece: Equatable {
        /// The same words in every row.
        case words(String)
        /// What the ticket has.
        case field(RowField, Columns?)
    }

    /// The columns of a field that has a fixed number of them.
    struct Columns: Equatable {
        var count: Int
        var isAtRight: Bool
    }

    let lines: [Line]

    /// Reads a template, a text for each line.
    ///
    /// - Throws: What cannot be understood, with its line and column.
    public init(_ texts: [String]) throws(RowTemplateError) {
        var lines: [Line] = []
        for (index, text) in texts.enumerated() {
            var reader = RowTemplateReader(text, line: index + 1)
            lines.append(try reader.read())
        }
        self.lines = lines
    }
}

/// What a template can show of a ticket.
nonisolated enum RowField: String, CaseIterable {
    /// Its title, or who speaks where it has none.
    case title
    /// Who speaks.
    case author
    /// The speaker's handle.
    case handle
    /// The text, or the warning that covers it.
    case text
    /// The source's name.
    case source
    /// The sign of the kind of source.
    case kind
    /// Its topics.
    case topics
    /// Star, read-later, late, edited, and the rule that highlights it.
    case marks
    /// Points, likes, boosts, replies.
    case counts
    /// Where it leads.
    case link
    /// Who passed it on.
    case via
    /// Which other sources tell the same.
    case also
}

/// Why a template cannot be used.
public nonisolated struct RowTemplateError: Error, Equatable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int
    /// What is wrong, and what there is instead.
    public let message: String

    /// Where and what.
    public var description: String { "line \(line), column \(column): \(message)" }
}

/// Reads one line of a template.
private nonisolated struct RowTemplateReader {
    private static let mostColumns = 200
    private static let mostLines = 20

    private let characters: [Character]
    private let line: Int
    private var position = 0
    private var left: [RowTemplate.Piece] = []
    private var right: [RowTemplate.Piece]?
    private var words = ""

    init(_ text: String, line: Int) {
        characters = Array(text)
        self.line = line
    }

    mutating func read() throws(RowTemplateError) -> RowTemplate.Line {
        while position < characters.count {
            let character = characters[position]
            switch character {
            case "{" where next == "{", "}" where next == "}":
                words.append(character)
                position += 2
            case "{":
                if let lines = try field() {
                    guard position == characters.count, left.isEmpty, right == nil, words.isEmpty else {
                        throw error("A text of several lines must stand alone in its line.", at: position)
                    }
                    return .text(lines: lines)
                }
            case "}":
                throw error("This } closes nothing. }} is a brace.", at: position)
            default:
                words.append(character)
                position += 1
            }
        }
        endWords()
        return .pieces(left: left, right: right ?? [])
    }

    private var next: Character? { position + 1 < characters.count ? characters[position + 1] : nil }

    /// Reads what stands in braces; answers the number of lines where it is a text of several.
    private mutating func field() throws(RowTemplateError) -> Int? {
        let start = position
        guard let end = characters[start...].firstIndex(of: "}") else {
            throw error("This { is not closed. {{ is a brace.", at: start)
        }
        let content = String(characters[(start + 1)..<end])
        position = end + 1
        if content == ">" {
            guard right == nil else { throw error("A line has only one right end.", at: start) }
            endWords()
            right = []
            return nil
        }
        let name = content.prefix { $0.isLetter }
        guard let field = RowField(rawValue: String(name)) else {
            let known = RowField.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
            throw error("There is no field {\(name)}, but: \(known).", at: start)
        }
        let rest = content.dropFirst(name.count)
        if rest.first == "*", field == .text {
            guard let lines = Int(rest.dropFirst()), 1...Self.mostLines ~= lines else {
                throw error("{text*N} takes a number of lines from 1 to \(Self.mostLines).", at: start)
            }
            return lines
        }
        endWords()
        append(.field(field, try columns(rest, at: start)))
        return nil
    }

    private func columns(_ text: Substring, at start: Int) throws(RowTemplateError) -> RowTemplate.Columns? {
        guard !text.isEmpty else { return nil }
        let isAtRight = text.hasPrefix(":>")
        guard text.first == ":", let count = Int(text.dropFirst(isAtRight ? 2 : 1)), 1...Self.mostColumns ~= count
        else {
            throw error(
                "After a field's name comes : and a number of columns from 1 to \(Self.mostColumns).", at: start)
        }
        return RowTemplate.Columns(count: count, isAtRight: isAtRight)
    }

    private mutating func endWords() {
        guard !words.isEmpty else { return }
        append(.words(words))
        words = ""
    }

    private mutating func append(_ piece: RowTemplate.Piece) {
        if right == nil { left.append(piece) } else { right?.append(piece) }
    }

    private func error(_ message: String, at index: Int) -> RowTemplateError {
        RowTemplateError(line: line, column: index + 1, message: message)
    }
}
