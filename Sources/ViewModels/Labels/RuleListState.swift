public import EngineConcepts

/// The state of the list of rules.
public nonisolated struct RuleListState: Equatable, Sendable {
    /// The number of rules, in words.
    public var summary = ""
    /// The rules in their order, or `nil` while they load.
    public var rows: [Row]?
    /// The index of the rule under the cursor.
    public var cursor = 0
    /// The tickets that the rule under the cursor affects, in a sentence.
    public var explanation = ""
    /// The effect on stored tickets, such as "hides 37 of 4,210", or `nil` if no rule is tried.
    public var trialResult: String?
    /// The newest affected tickets.
    public var samples: [TicketBrief] = []
    /// The number of affected tickets, which may be more than ``samples``.
    public var matched = 0

    /// A rule.
    public struct Row: Equatable, Sendable, Identifiable {
        /// The rule's label.
        public var id: LabelID
        /// The rule's name.
        public var name: String
        /// The effect in words.
        public var effect: String
        /// The query as typed, with the scope and the end of the rule.
        public var condition: String
        /// The number of affected tickets in words, or the reason why the rule does not apply; `nil` if it is not known.
        public var count: String?
        /// True if the rule is disabled or has ended.
        public var isOff: Bool
    }
}
