/// A rule in words, with its effect on the stored tickets.
public nonisolated struct RulePreview: ExplainedByQuery {
    /// The tickets that the rule affects, in a sentence.
    public var explanation: String
    /// The effect on stored tickets, such as "would hide 37 of 4,210".
    public var result: String
    /// True if ``result`` is final; false while it is progress.
    public var isComplete: Bool
    /// The number of affected tickets, which may be more than ``samples``.
    public var matched: Int
    /// The newest affected tickets.
    public var samples: [TicketBrief]
}
