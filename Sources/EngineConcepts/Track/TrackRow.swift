/// A place in the Track: a ticket's, or the newer bound of a gap. Total, in reading order, and independent of what is
/// loaded, so that a remembered place stays meaningful when its row is gone.
public enum TrackPlace: Hashable, Sendable, Codable {
    /// Where a ticket stands.
    case ticket(OrderKey)
    /// Where the gap with these bounds stands: below everything that is not older than its newer bound.
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
    /// Orders as the Track does, newest first.
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

/// A row of the Track: a ticket with the reader's marks, or a gap.
public enum TrackRow: Hashable, Sendable, Identifiable {
    /// A ticket.
    case ticket(TrackEntry)
    /// A gap.
    case gap(Gap)

    /// What a row is known by over versions.
    public enum ID: Hashable, Sendable, Codable {
        /// A ticket's identity.
        case ticket(TicketID)
        /// A gap's name.
        case gap(GapID)
    }

    /// What the row is known by.
    public var id: ID {
        switch self {
        case .ticket(let entry): .ticket(entry.ticket.id)
        case .gap(let gap): .gap(gap.id)
        }
    }

    /// Where the row stands.
    public var place: TrackPlace {
        switch self {
        case .ticket(let entry): .ticket(entry.ticket.key)
        case .gap(let gap): .gap(gap.id)
        }
    }
}

/// A ticket in the Track, with what the reader did to it and what was decided about it.
public struct TrackEntry: Hashable, Sendable {
    /// The ticket.
    public internal(set) var ticket: Ticket
    /// What the reader did to it.
    public var marks: Marks
    /// Whether it came late: into a stretch that was complete already.
    public let isLate: Bool
    /// The labels that it has: topics that it belongs to, rules that apply to it.
    public let labels: Set<LabelID>
    /// The label whose rule hides it while the filter is on; nil where none does, or the reader wants to see it all the
    /// same (``Marks/isUnhidden``).
    public let hiddenBy: LabelID?
    /// What rules do to it beside hiding it.
    public let effects: Set<LabelEffect>
    /// What is known of other tickets that tell its story; nil where none does.
    public let telling: StoryMember?
    /// What the reader asked its source to do and the source has not answered, in order. The ticket shows it as done.
    public internal(set) var pending: [PendingAction]

    /// Makes an entry.
    public init(
        ticket: Ticket, marks: Marks = Marks(), isLate: Bool = false, labels: Set<LabelID> = [],
        hiddenBy: LabelID? = nil, effects: Set<LabelEffect> = [], telling: StoryMember? = nil,
        pending: [PendingAction] = []
    ) {
        self.ticket = ticket
        self.marks = marks
        self.isLate = isLate
        self.labels = labels
        self.hiddenBy = hiddenBy
        self.effects = effects
        self.telling = telling
        self.pending = pending
    }

    /// Makes the entry of a ticket as it was decided about.
    ///
    /// - Parameters:
    ///   - effects: what the rule of each label does.
    ///   - telling: what is known of other tickets that tell its story.
    public init(
        _ facts: TicketFacts, as decided: Classification, effects: [LabelID: LabelEffect], telling: StoryMember? = nil
    ) {
        self.init(
            ticket: facts.ticket, marks: facts.marks, isLate: facts.isLate, labels: decided.labels,
            hiddenBy: facts.marks.isUnhidden ? nil : decided.hiddenBy,
            effects: Set(decided.labels.compactMap { effects[$0] }).subtracting([.hide]),
            telling: telling)
    }
}

/// A ticket as one of several that tell the same story.
public struct StoryMember: Hashable, Sendable {
    /// The others that the Track has, in the order in which they came.
    public let others: [TicketID]
    /// The one that it stands folded under: where stories are folded, that one's row stands for both. Nil where it stands
    /// for itself.
    public let lead: TicketID?
    /// Whether another one stood in the Track before it came.
    public let isDuplicate: Bool
    /// The labels that those folded under it have and it has not: where stories are folded, its row stands among those.
    public let lentLabels: Set<LabelID>
    /// What rules do to the row of those folded under it, beside hiding: they catch the eye or tell the reader where one of
    /// them would, and muffle it where all of them would be. Nil where none is folded under it.
    public let rowEffects: Set<LabelEffect>?

    /// Describes a telling.
    public init(
        others: [TicketID], lead: TicketID? = nil, isDuplicate: Bool = false, lentLabels: Set<LabelID> = [],
        rowEffects: Set<LabelEffect>? = nil
    ) {
        self.rowEffects = rowEffects
        self.others = others
        self.lead = lead
        self.isDuplicate = isDuplicate
        self.lentLabels = lentLabels
    }

    /// Whether it stands folded under another one.
    public var isFolded: Bool { lead != nil }
}

/// What a reader does to a ticket for themselves; never told to the source.
public struct Marks: Hashable, Sendable {
    /// Has been read.
    public var isRead: Bool
    /// Is to be found again.
    public var isStarred: Bool
    /// Is to be read later.
    public var isLater: Bool
    /// Is to be seen, whatever rule would hide it.
    public var isUnhidden: Bool
    /// Has a row of its own, as all have that tell its story. No more than that: what rules do to it stays as it is.
    public var isApart: Bool

    /// Makes marks.
    public init(
        isRead: Bool = false, isStarred: Bool = false, isLater: Bool = false, isUnhidden: Bool = false,
        isApart: Bool = false
    ) {
        self.isRead = isRead
        self.isStarred = isStarred
        self.isLater = isLater
        self.isUnhidden = isUnhidden
        self.isApart = isApart
    }
}

/// Which marks to set or to take away; nil leaves one as it is.
public struct MarkChange: Hashable, Sendable {
    /// Whether it has been read.
    public var read: Bool?
    /// Whether it is to be found again.
    public var starred: Bool?
    /// Whether it is to be read later.
    public var later: Bool?
    /// Whether it is to be seen whatever rule would hide it.
    public var unhidden: Bool?
    /// Whether its story is told apart: a row for each who tells it.
    public var apart: Bool?

    /// Makes a change; without arguments it changes nothing.
    public init(
        read: Bool? = nil, starred: Bool? = nil, later: Bool? = nil, unhidden: Bool? = nil, apart: Bool? = nil
    ) {
        self.read = read
        self.starred = starred
        self.later = later
        self.unhidden = unhidden
        self.apart = apart
    }

    /// What it makes of these marks.
    public func applied(to marks: Marks) -> Marks {
        Marks(
            isRead: read ?? marks.isRead, isStarred: starred ?? marks.isStarred,
            isLater: later ?? marks.isLater, isUnhidden: unhidden ?? marks.isUnhidden,
            isApart: apart ?? marks.isApart)
    }
}
