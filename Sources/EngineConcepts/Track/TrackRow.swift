/// A position in the Track: a ticket's, or the newer bound of a gap. Places are totally ordered in reading order and
/// do not depend on what is loaded, so that a stored place stays valid after its row is gone.
public enum TrackPlace: Hashable, Sendable, Codable {
    /// The place of a ticket.
    case ticket(OrderKey)
    /// The place of the gap with these bounds: below everything at or above its newer bound.
    case gap(GapID)

    /// The time at this place.
    public var time: Timestamp {
        switch self {
        case .ticket(let key): key.time
        case .gap(let gap): gap.timeframe.start
        }
    }
}

extension TrackPlace: Comparable {
    /// Orders places as the Track does, newest first.
    public static func < (lhs: TrackPlace, rhs: TrackPlace) -> Bool {
        switch (lhs, rhs) {
        case (.ticket(let lhs), .ticket(let rhs)): lhs < rhs
        case (.gap(let lhs), .gap(let rhs)):
            (lhs.timeframe.start, lhs.timeframe.end) > (rhs.timeframe.start, rhs.timeframe.end)
        case (.ticket(let key), .gap(let gap)): key.time >= gap.timeframe.start
        case (.gap(let gap), .ticket(let key)): key.time < gap.timeframe.start
        }
    }
}

/// A row of the Track: a ticket with the user's marks, or a gap.
public enum TrackRow: Hashable, Sendable, Identifiable {
    case ticket(TrackEntry)
    case gap(Gap)

    /// The identity of a row, the same in all versions.
    public enum ID: Hashable, Sendable, Codable {
        case ticket(TicketID)
        case gap(GapID)
    }

    public var id: ID {
        switch self {
        case .ticket(let entry): .ticket(entry.ticket.id)
        case .gap(let gap): .gap(gap.id)
        }
    }

    /// The ticket with its marks, or `nil` for a gap.
    public var entry: TrackEntry? {
        if case .ticket(let entry) = self { entry } else { nil }
    }

    /// The row's position.
    public var place: TrackPlace {
        switch self {
        case .ticket(let entry): .ticket(entry.ticket.key)
        case .gap(let gap): .gap(gap.id)
        }
    }
}

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
