/// Everything that the making of a rule shows.
public nonisolated struct RuleState: Equatable, Sendable {
    /// What is asked first: what the rule is about. Nil where that is known.
    public var suggestions: [RuleSuggestion]?
    /// The screen's name.
    public var title: String
    /// The query as typed.
    public var text: String
    /// Whether the query can be changed.
    public var isQuery: Bool
    /// What it does, where, and how long, in words, each with the key that changes it known to the screen.
    public var effect: String
    /// Where it looks.
    public var scope: String
    /// How long it holds.
    public var term: String
    /// What it says in words, or why the query is none.
    public var explanation: String
    /// Whether ``explanation`` says that the query is none.
    public var isWrong: Bool
    /// "would hide 37 of 4,210"; nil while there is nothing to try.
    public var verdict: String?
    /// Some of the tickets that it is about.
    public var samples: [TicketBrief]
}
