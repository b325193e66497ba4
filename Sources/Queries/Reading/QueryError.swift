/// Why a text is no query: what, at which character, and what to write instead.
public struct QueryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of thing is wrong; stable, for programs.
    public enum Code: String, Hashable, Sendable {
        /// There is nothing in it.
        case empty
        /// A field, an operator or a bracket has nothing behind it.
        case expectedValue
        /// No field has this name.
        case unknownField
        /// The field does not take this value.
        case unknownValue
        /// A number, an age or a date is none.
        case badRange
        /// A regular expression that cannot be used.
        case badRegex
        /// A quote, a bracket or a regular expression is not closed.
        case unclosed
        /// Something stands where it cannot.
        case misplaced
        /// There are neither letters nor digits to look for.
        case nothingToFind
        /// The query is longer, deeper or has more conditions than a query may have.
        case tooLarge
    }

    /// What kind of thing is wrong.
    public let code: Code
    /// Where it is: a column, in characters, counted from 1.
    public let column: Int
    /// What is wrong, to stand before the column: "expected a value after lang:".
    public let message: String
    /// What to do about it, in whole sentences.
    public let advice: String

    /// Makes an error at a column.
    init(_ code: Code, at column: Int, _ message: String, advice: String) {
        self.code = code
        self.column = column
        self.message = message
        self.advice = advice
    }

    /// The same error, where it was told by the number of a scalar in `text`, by its column.
    func located(in text: String) -> QueryError {
        let before = String(String.UnicodeScalarView(text.unicodeScalars.prefix(column - 1)))
        return QueryError(code, at: before.count + 1, message, advice: advice)
    }

    /// `expected a value after lang: at column 14.` and the advice.
    public var description: String {
        "\(message) at column \(column). \(advice)"
    }
}
