/// A ticket in the Track, with the user's marks, its labels and its story.
public struct TrackEntry: Hashable, Sendable {
    /// The ticket, as if the ``pending`` actions had succeeded.
    public internal(set) var ticket: Ticket
    /// The user's marks.
    public var marks: Marks
    /// True if the ticket arrived in a range that was already complete.
    public let isLate: Bool
    /// The ticket's labels: its topics, and the rules that match it.
    public let labels: Set<LabelID>
    /// The label whose rule hides the ticket while the filter is on, or `nil` if none does or the user has unhidden
    /// it (``Marks/isUnhidden``).
    public let hiddenBy: LabelID?
    /// The effects of matching rules other than hiding.
    public let effects: Set<LabelEffect>
    /// The ticket's part in a story, or `nil` if no other ticket tells the same story.
    public let storyMember: StoryMember?
    /// Actions that the source has not confirmed yet, in order. The ticket is shown as if they had succeeded.
    public internal(set) var pending: [PendingAction] = []

    public init(
        ticket: Ticket, marks: Marks = Marks(), isLate: Bool = false, labels: Set<LabelID> = [],
        hiddenBy: LabelID? = nil, effects: Set<LabelEffect> = [], storyMember: StoryMember? = nil
    ) {
        self.ticket = ticket
        self.marks = marks
        self.isLate = isLate
        self.labels = labels
        self.hiddenBy = hiddenBy
        self.effects = effects
        self.storyMember = storyMember
    }

    /// Creates the entry of a classified ticket.
    ///
    /// - Parameters:
    ///   - effects: The effect of each label's rule.
    ///   - storyMember: The ticket's part in a story, or `nil` if no other ticket tells the same story.
    public init(
        _ facts: TicketFacts, as classification: Classification, effects: [LabelID: LabelEffect],
        storyMember: StoryMember? = nil
    ) {
        self.init(
            ticket: facts.ticket, marks: facts.marks, isLate: facts.isLate, labels: classification.labels,
            hiddenBy: facts.marks.isUnhidden ? nil : classification.hiddenBy,
            effects: Set(classification.labels.compactMap { effects[$0] }).subtracting([.hide]),
            storyMember: storyMember)
    }
}
