public import EngineConcepts

/// A place where a document violates its format.
public struct MarkupError: Hashable, Sendable {
    /// The reason as a localisable message.
    public var message: Message
    /// The parser library's own text, or `nil` if it gave none.
    public var cause: String?
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted from 1.
    public var column: Int
}

extension MarkupError {
    /// Returns a warning about the error; `subject` names the document at the beginning of a sentence.
    public func warning(about subject: Message.Argument) -> Message {
        Message(
            "documentDamaged",
            [
                "subject": subject, "line": .number(line), "column": .number(column), "reason": .message(message),
            ])
    }
}
