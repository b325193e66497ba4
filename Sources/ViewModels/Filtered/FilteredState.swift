public import EngineConcepts

/// Everything that the filtered screen shows.
public nonisolated struct FilteredState: Equatable, Sendable {
    /// The screen's name.
    public var title: String
    /// How many tickets are hidden by how many rules.
    public var summary: String
    /// Whether the filter is on.
    public var isOn: Bool
    /// That it is on, or off, in words.
    public var filter: String
    /// The rules with what they hide; nil until that is read.
    public var groups: [Group]?
    /// Which line the cursor is on, rules and tickets counted.
    public var cursor: Int
    /// What is said where nothing is hidden.
    public var emptyText: String
    /// What to do then.
    public var emptyHint: String

    /// A rule and what it hides.
    public struct Group: Equatable, Sendable, Identifiable {
        /// The rule's label.
        public var id: LabelID
        /// The rule's name.
        public var name: String
        /// What the rule is about, as it is typed.
        public var query: String
        /// How many tickets it hides, in words.
        public var count: String
        /// The newest of them.
        public var tickets: [TicketBrief]
        /// How many more there are, in words; nil where all are listed.
        public var more: String?
        /// Whether the rule is off: then it hides nothing.
        public var isOff = false
    }

    /// A line of the list.
    public enum Line: Equatable, Sendable {
        /// A rule.
        case rule(Group)
        /// A ticket that the rule before it hides.
        case ticket(TicketBrief)
        /// Those that are not listed yet, of a rule.
        case more(LabelID, String)
    }

    /// The list, line by line.
    public var lines: [Line] {
        (groups ?? [])
            .flatMap { group in
                [.rule(group)] + group.tickets.map { .ticket($0) } + (group.more.map { [.more(group.id, $0)] } ?? [])
            }
    }
}
