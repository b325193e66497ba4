public import EngineConcepts
import WebText

/// A regular expression of RE2, which runs in linear time. Ignores case unless the expression says `(?-i)`.
/// <https://github.com/google/re2/wiki/Syntax>
public struct RegexPattern: Hashable, Sendable {
    /// The expression; each slash in it is written `\/` between the slashes of a query.
    public let source: String
    private let program: LinearExpression

    /// Compiles `source`. Throws what is wrong with it.
    public init(_ source: String) throws(SyntaxError) {
        guard !source.isEmpty else { throw SyntaxError(message: Message("regexEmpty")) }
        let plain = RegexPattern.withPlainSlashes(source)
        self.source = plain
        do {
            program = try LinearExpression(plain)
        } catch {
            throw SyntaxError(error.text)
        }
    }

    /// Removes backslashes before slashes, so that an expression has one spelling.
    private static func withPlainSlashes(_ source: String) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in source.unicodeScalars {
            if scalar == "/", isEscaped { text.removeLast() }
            isEscaped = scalar == "\\" && !isEscaped
            text.append(scalar)
        }
        return String(text)
    }

    /// The reason that an expression is invalid.
    public struct SyntaxError: Error, Hashable, Sendable {
        /// The reason as a part of a sentence.
        public let message: Message
    }

    public static func == (lhs: RegexPattern, rhs: RegexPattern) -> Bool {
        lhs.source == rhs.source
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(source)
    }

    /// Returns true if the expression matches somewhere in `text`.
    func matches(_ text: String) -> Bool { program.matches(text) }

    /// Returns the first matches in `text` as ranges of UTF-8 bytes, without empty ones.
    func ranges(in text: String) -> [Range<Int>] { program.ranges(in: text) }
}

extension RegexPattern.SyntaxError {
    /// Puts a message of RE2, such as `missing ): a(b`, into the words of the catalogues.
    fileprivate init(_ text: String) {
        let parts = text.split(separator: ": ", maxSplits: 1)
        let part = Message.Argument.text(parts.count > 1 ? String(parts[1]) : "")
        message =
            switch parts.first {
            case "missing )": Message("regexGroupOpen")
            case "unexpected )": Message("regexGroupStray")
            case "missing ]": Message("regexSetOpen")
            case "invalid character class", "invalid character class range":
                Message("regexSetInvalid", ["part": part])
            case "no argument for repetition operator": Message("regexRepeatsNothing", ["part": part])
            case "bad repetition operator": Message("regexRepeatsTwice", ["part": part])
            case "invalid repetition size": Message("regexRepetitionSize", ["part": part])
            case "invalid escape sequence": Message("regexEscapeUnknown", ["part": part])
            case "trailing \\": Message("regexEndsInEscape")
            case "invalid perl operator", "invalid named capture group":
                Message("regexOperatorUnknown", ["part": part])
            case let reason? where reason.hasPrefix("pattern too large"): Message("regexTooLarge")
            default: Message("regexInvalid")
            }
    }
}
