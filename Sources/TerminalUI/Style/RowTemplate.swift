public import EngineConcepts
import FiberConfiguration

/// A user's layout for the rows of tickets: lines of text with fields in braces.
///
/// - `{title}` is a field with as many columns as it needs; `{source:16}` is padded or cut to 16 columns;
///   `{source:>16}` is aligned to the right.
/// - Whatever follows `{>}` is aligned to the right end of the line.
/// - `{text*3}`, alone in its line, is the text in up to three lines.
/// - `{{` is a brace.
public nonisolated struct RowTemplate: Equatable, Sendable {
    enum Line: Equatable {
        /// Words and fields at the left and at the right end.
        case pieces(left: [Piece], right: [Piece])
        /// The text in up to this many lines.
        case text(lines: Int)
    }

    /// A part of a line.
    enum Piece: Equatable {
        /// Constant text.
        case literal(String)
        /// A field of the ticket, with its width or `nil` for as many columns as it needs.
        case field(RowField, Columns?)
    }

    /// The fixed width of a field.
    struct Columns: Equatable {
        var count: Int
        var isAtRight: Bool
    }

    let lines: [Line]

    /// Parses a template with one text per line.
    ///
    /// - Throws: The first error with its line and column.
    public init(_ texts: [String]) throws(RowTemplateError) {
        var lines: [Line] = []
        for (index, text) in texts.enumerated() {
            var reader = RowTemplateReader(text, line: index + 1)
            lines.append(try reader.read())
        }
        self.lines = lines
    }
}

/// A field of a ticket that a template can show.
nonisolated enum RowField: String, CaseIterable {
    /// The title, or the author if there is none.
    case title
    /// The author's name.
    case author
    case handle
    /// The text, or its content warning.
    case text
    /// The name of the source.
    case source
    /// The symbol of the kind of source.
    case kind
    /// The notes on the author.
    case note
    case topics
    /// The marks: star, read later, late, edited, and the rule that highlights the ticket.
    case marks
    /// Points, likes, boosts and replies.
    case counts
    case link
    /// The account that boosted it.
    case via
    /// The other sources with the same story.
    case also
}

public nonisolated struct RowTemplateError: PresentableError, Equatable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int
    /// The reason, with the valid choices.
    public let failure: Message

    /// The position and the reason.
    public var message: Message {
        Message("templateProblemAt", ["line": .number(line), "column": .number(column), "problem": .message(failure)])
    }
}

/// Parses one line of a template.
private nonisolated struct RowTemplateReader {
    private static let maximumColumns = 200
    private static let maximumLines = 20

    private let characters: [Character]
    private let line: Int
    private var position = 0
    private var left: [RowTemplate.Piece] = []
    private var right: [RowTemplate.Piece]?
    private var literal = ""

    init(_ text: String, line: Int) {
        characters = Array(text)
        self.line = line
    }

    mutating func read() throws(RowTemplateError) -> RowTemplate.Line {
        while position < characters.count {
            let character = characters[position]
            switch character {
            case "{" where next == "{", "}" where next == "}":
                literal.append(character)
                position += 2
            case "{":
                if let lines = try field() {
                    guard position == characters.count, left.isEmpty, right == nil, literal.isEmpty else {
                        throw error(Message("templateTextAlone"), at: position)
                    }
                    return .text(lines: lines)
                }
            case "}": throw error(Message("templateBraceStray"), at: position)
            default:
                literal.append(character)
                position += 1
            }
        }
        endWords()
        return .pieces(left: left, right: right ?? [])
    }

    private var next: Character? { position + 1 < characters.count ? characters[position + 1] : nil }

    /// Parses a field in braces. Returns the number of lines if it is a text of several lines.
    private mutating func field() throws(RowTemplateError) -> Int? {
        let start = position
        guard let end = characters[start...].firstIndex(of: "}") else {
            throw error(Message("templateBraceOpen"), at: start)
        }
        let content = String(characters[(start + 1)..<end])
        position = end + 1
        if content == ">" {
            guard right == nil else { throw error(Message("templateTwoEnds"), at: start) }
            endWords()
            right = []
            return nil
        }
        let name = content.prefix { $0.isLetter }
        guard let field = RowField(rawValue: String(name)) else {
            let known = RowField.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
            throw error(
                Message("templateFieldUnknown", ["field": .text("{\(name)}"), "known": .text(known)]), at: start)
        }
        let rest = content.dropFirst(name.count)
        if rest.first == "*", field == .text {
            guard let lines = Int(rest.dropFirst()), 1...Self.maximumLines ~= lines else {
                throw error(
                    Message("templateTextLines", ["form": "{text*N}", "most": .number(Self.maximumLines)]), at: start)
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
        guard text.first == ":", let count = Int(text.dropFirst(isAtRight ? 2 : 1)), 1...Self.maximumColumns ~= count
        else { throw error(Message("templateColumns", ["most": .number(Self.maximumColumns)]), at: start) }
        return RowTemplate.Columns(count: count, isAtRight: isAtRight)
    }

    private mutating func endWords() {
        guard !literal.isEmpty else { return }
        append(.literal(literal))
        literal = ""
    }

    private mutating func append(_ piece: RowTemplate.Piece) {
        if right == nil { left.append(piece) } else { right?.append(piece) }
    }

    private func error(_ failure: Message, at index: Int) -> RowTemplateError {
        RowTemplateError(line: line, column: index + 1, failure: failure)
    }
}

nonisolated extension RowTemplate {
    /// Returns the error in the value of a setting that holds a template, or `nil` if it is valid or no template.
    static func error(in value: SettingValue, of setting: Setting) -> RowTemplateError? {
        guard setting.table == "rows", case .words(let lines) = value, !lines.isEmpty else { return nil }
        do throws(RowTemplateError) {
            _ = try RowTemplate(lines)
            return nil
        } catch {
            return error
        }
    }
}
