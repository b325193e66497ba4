/// Decides which labels a ticket has. Knows tickets and nothing of stores; how it decides is its own affair.
///
/// Asked for every ticket that is committed, in the transaction that stores it, and for a whole store when labels
/// change: some ten microseconds are much.
public protocol TicketClassifier: Sendable {
    /// The labels that it knows, none twice.
    var labels: [Label] { get }

    /// Whether ``TicketFacts/marks`` have a part in any of its decisions. Stores ask again about a ticket whose marks
    /// changed only where they have.
    var readsMarks: Bool { get }

    /// The time of day that its decisions belong to.
    func now() -> Timestamp

    /// Decides about one ticket. The same facts at the same time lead to the same answer.
    func classify(_ facts: TicketFacts) -> Classification
}

/// All that a classifier may look at.
public struct TicketFacts: Hashable, Sendable {
    /// The ticket.
    public let ticket: Ticket
    /// What the reader did to it.
    public let marks: Marks
    /// Whether it came late: into a stretch that was complete already.
    public let isLate: Bool
    /// Whether its story stood in the Track before it came.
    public let isDuplicate: Bool

    /// Gathers what is known of a ticket; a new one has no marks.
    public init(_ ticket: Ticket, marks: Marks = Marks(), isLate: Bool = false, isDuplicate: Bool = false) {
        self.ticket = ticket
        self.marks = marks
        self.isLate = isLate
        self.isDuplicate = isDuplicate
    }
}

/// What was decided about one ticket.
public struct Classification: Hashable, Sendable {
    /// The labels that it has.
    public var labels: Set<LabelID>
    /// The label, one of ``labels``, whose rule hides it from the filter; nil where none does. Where several would, the
    /// classifier says which is named.
    public var hiddenBy: LabelID?
    /// When time alone may change the decision, as for what is younger than two days; nil where it never does.
    public var holdsUntil: Timestamp?

    /// Makes a decision; without arguments that of a ticket that no label applies to.
    public init(labels: Set<LabelID> = [], hiddenBy: LabelID? = nil, holdsUntil: Timestamp? = nil) {
        self.labels = labels
        self.hiddenBy = hiddenBy
        self.holdsUntil = holdsUntil
    }
}
