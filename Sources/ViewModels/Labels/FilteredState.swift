public import EngineConcepts

/// The state of the screen of hidden tickets.
public nonisolated struct FilteredState: Equatable, Sendable {
    /// The numbers of hidden tickets and of rules, in words, or empty if there are no rules.
    public var summary = ""
    /// The number of hidden tickets, for narrow screens.
    public var briefSummary = ""
    /// True if the filter is on.
    public var isOn = false
    /// The state of the filter, in words, or empty if there are no rules.
    public var filter = ""
    /// The rules with their hidden tickets, or `nil` while they load.
    public var groups: [Group]?
    /// The rules of the sources themselves.
    public var sourceFilters: [SourceFilter] = []
    /// The index of the line under the cursor, counting rules and tickets.
    public var cursor = 0
    /// The text shown if nothing is hidden.
    public var emptyText = ""

    /// A rule and the tickets it hides.
    public struct Group: Equatable, Sendable, Identifiable {
        /// The rule's label.
        public var id: LabelID
        /// The rule's name.
        public var name: String
        /// The rule's query as typed.
        public var query: String
        /// The number of hidden tickets, in words.
        public var count: String
        /// The newest hidden tickets.
        public var tickets: [TicketBrief]
        /// The number of tickets that are not listed, in words, or `nil` if all are.
        public var more: String?
        /// True if the rule is disabled and hides nothing.
        public var isOff = false
    }

    /// A rule of a source, whose items do not reach Fiber.
    public struct SourceFilter: Equatable, Sendable {
        /// The source.
        public var source: SupplierID
        /// The rule, in the source's words.
        public var rule: String
        /// The location of the rule, in words.
        public var location: String
        /// The number of items, in words.
        public var count: String
    }

    /// A line of the list.
    public enum Line: Equatable, Sendable {
        /// A rule.
        case rule(Group)
        /// A ticket hidden by the rule above.
        case ticket(TicketBrief)
        /// The remaining tickets of a rule, to be listed on request.
        case more(LabelID, String)
        /// A rule of a source.
        case sourceFilter(SourceFilter)
    }

    /// The lines of the list.
    public var lines: [Line] {
        (groups ?? [])
            .flatMap { group in
                [.rule(group)] + group.tickets.map { .ticket($0) } + (group.more.map { [.more(group.id, $0)] } ?? [])
            } + sourceFilters.map { .sourceFilter($0) }
    }
}
