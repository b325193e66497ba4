public import EngineConcepts

/// What a query is asked about: a ticket, and what the store knows of it. What is not known makes the answer “maybe”
/// where it depends on it.
public struct QuerySubject: Hashable, Sendable {
    /// The ticket.
    public var ticket: Ticket
    /// What the reader did to it; nil where that is not known.
    public var marks: Marks?
    /// Whether it came late.
    public var isLate: Bool
    /// Whether its story stands in the timeline already; nil where that is not known.
    public var isDuplicate: Bool?

    /// Makes a subject.
    public init(_ ticket: Ticket, marks: Marks? = nil, isLate: Bool = false, isDuplicate: Bool? = nil) {
        self.ticket = ticket
        self.marks = marks
        self.isLate = isLate
        self.isDuplicate = isDuplicate
    }

    /// Makes a subject of what is known of a ticket.
    public init(_ facts: TicketFacts) {
        self.init(facts.ticket, marks: facts.marks, isLate: facts.isLate, isDuplicate: facts.isDuplicate)
    }

    /// Makes a subject of a ticket in the Track.
    public init(_ entry: TrackEntry) {
        self.init(
            entry.ticket, marks: entry.marks, isLate: entry.isLate, isDuplicate: entry.telling?.isDuplicate ?? false)
    }
}

/// What a query says of a ticket.
public enum Verdict: Int8, Comparable, Hashable, Sendable {
    /// It is not picked.
    case no
    /// That depends on what is not known.
    case maybe
    /// It is picked.
    case yes

    /// Makes a certain verdict.
    init(_ isMet: Bool) {
        self = isMet ? .yes : .no
    }

    /// The verdict of what leaves out what this picks.
    var negated: Verdict {
        switch self {
        case .no: .yes
        case .maybe: .maybe
        case .yes: .no
        }
    }

    /// Orders by how much is picked.
    public static func < (one: Verdict, other: Verdict) -> Bool {
        one.rawValue < other.rawValue
    }
}

/// What queries are asked in, and tickets do not say themselves.
public struct QueryContext: Sendable {
    /// The names that the reader gave to sources.
    public var sourceNames: [SupplierID: String]
    /// How far the reader's clocks are ahead of UTC at a time.
    public var zone: @Sendable (Timestamp) -> Duration

    /// Makes surroundings; without arguments sources have no names, and clocks show UTC.
    public init(
        sourceNames: [SupplierID: String] = [:],
        zone: @escaping @Sendable (Timestamp) -> Duration = { _ in .zero }
    ) {
        self.sourceNames = sourceNames
        self.zone = zone
    }
}
