public import EngineConcepts

/// The subject of a query: a ticket and the store's knowledge of it. A verdict that depends on missing knowledge is
/// "maybe".
public struct QuerySubject: Hashable, Sendable {
    public var ticket: Ticket
    /// The user's marks, or `nil` if they are unknown.
    public var marks: Marks?
    /// True if the ticket arrived late.
    public var isLate: Bool
    /// True if the ticket's story is already in the timeline, or `nil` if that is unknown.
    public var isDuplicate: Bool?

    public init(_ ticket: Ticket, marks: Marks? = nil, isLate: Bool = false, isDuplicate: Bool? = nil) {
        self.ticket = ticket
        self.marks = marks
        self.isLate = isLate
        self.isDuplicate = isDuplicate
    }

    public init(_ facts: TicketFacts) {
        self.init(facts.ticket, marks: facts.marks, isLate: facts.isLate, isDuplicate: facts.isDuplicate)
    }

    public init(_ entry: TrackEntry) {
        self.init(
            entry.ticket, marks: entry.marks, isLate: entry.isLate, isDuplicate: entry.storyMember?.isDuplicate ?? false
        )
    }
}
