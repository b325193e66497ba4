/// The relation of a ticket to the others of its story, and to the one under whose row it is folded.
public struct StoryMember: Hashable, Sendable {
    /// The other tickets of the story in the Track, in order of arrival.
    public let others: [TicketID]
    /// The ticket under which this one is folded, or `nil` if it has its own row. When stories are folded, the lead's
    /// row stands for both.
    public let lead: TicketID?
    /// True if another ticket of the story was in the Track before this one.
    public let isDuplicate: Bool
    /// The labels that only the tickets folded under this one have. When stories are folded, its row also appears
    /// under those.
    public let foldedLabels: Set<LabelID>
    /// The combined effects of rules on the row when tickets are folded under it, or `nil` if there are none.
    /// Highlights and notifications apply if one ticket has them, muffling only if all have it.
    public let rowEffects: Set<LabelEffect>?

    public init(
        others: [TicketID], lead: TicketID? = nil, isDuplicate: Bool = false, foldedLabels: Set<LabelID> = [],
        rowEffects: Set<LabelEffect>? = nil
    ) {
        self.rowEffects = rowEffects
        self.others = others
        self.lead = lead
        self.isDuplicate = isDuplicate
        self.foldedLabels = foldedLabels
    }

    /// True if the ticket is folded under another one.
    public var isFolded: Bool { lead != nil }
}
