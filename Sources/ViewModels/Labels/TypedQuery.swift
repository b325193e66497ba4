/// A query as it is typed, with a value that belongs to it once it is valid.
public nonisolated enum TypedQuery<Value: ExplainedByQuery>: Equatable, Sendable {
    /// Nothing is typed yet; a hint.
    case empty(String)
    /// The text has an error.
    case wrong(String)
    case valid(Value)

    /// The query in words, its error, or a hint.
    public var explanation: String {
        switch self {
        case .empty(let text), .wrong(let text): text
        case .valid(let value): value.explanation
        }
    }

    /// True if ``explanation`` is an error.
    public var isWrong: Bool { if case .wrong = self { true } else { false } }

    /// The value, or `nil` if the query is not valid.
    public var value: Value? { if case .valid(let value) = self { value } else { nil } }
}

/// A value that belongs to a query.
public nonisolated protocol ExplainedByQuery: Equatable, Sendable {
    /// The query in words.
    var explanation: String { get }
}
