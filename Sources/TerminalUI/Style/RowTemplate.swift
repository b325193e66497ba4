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

/// An error in a template, with its place.
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
