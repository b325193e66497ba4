public import EngineConcepts

/// A syntax error of a query: a code, a column and advice.
public struct QueryError: PresentableError, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error; stable, for programs.
    public enum Code: String, Hashable, Sendable {
        /// The text is empty.
        case empty
        /// Nothing follows a field, an operator or a bracket.
        case expectedValue
        /// No field has this name.
        case unknownField
        /// The field does not take this value.
        case unknownValue
        /// A number, an age or a date is invalid.
        case badRange
        /// A regular expression is invalid.
        case badRegex
        /// A quote, a bracket or a regular expression is not closed.
        case unclosed
        /// Something is in the wrong place.
        case misplaced
        /// There are no letters or digits to search for.
        case nothingToFind
        /// The query is too long or too deep, or has too many conditions.
        case tooLarge
    }

    public let code: Code
    /// The number of the character where the error is, from 1.
    public let column: Int
    /// The failure as part of a sentence: "expected a value after “lang:”".
    public let failure: Message
    /// The advice in whole sentences.
    public let advice: Message

    /// The most characters of a part of the query in the messages.
    private static let longestText = 80

    /// Creates an error. Of long parts of the query, the messages have the beginning and the end.
    init(_ code: Code, at column: Int, _ failure: Message, advice: Message) {
        self.code = code
        self.column = column
        self.failure = failure.shortened(to: Self.longestText)
        self.advice = advice.shortened(to: Self.longestText)
    }

    /// The column, the failure and the advice. An empty query has no place to name.
    public var message: Message {
        guard code != .empty else { return messageWithoutColumn }
        return Message(
            "queryProblemAt", ["problem": .message(failure), "column": .number(column), "advice": .message(advice)])
    }

    /// The failure and the advice, without the column.
    public var messageWithoutColumn: Message {
        Message("queryProblem", ["problem": .message(failure), "advice": .message(advice)])
    }
}
