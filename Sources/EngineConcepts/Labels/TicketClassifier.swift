/// Determines the labels of tickets, independently of any store.
///
/// Called for every committed ticket, within the transaction that stores it, and for the whole store when labels
/// change. It must be fast: ten microseconds per ticket is already slow.
public protocol TicketClassifier: Sendable {
    /// The labels that it can assign, without duplicates.
    var labels: [Label] { get }

    /// True if the result can depend on ``TicketFacts/marks``. Only then do stores classify a ticket again when its
    /// marks change.
    var readsMarks: Bool { get }

    /// The people that the user has linked. Stores fold what one person posts at several networks.
    var people: People { get }

    /// Returns the time for which the results are valid.
    func now() -> Timestamp

    /// Classifies one ticket. Equal facts at the same time give equal results.
    func classify(_ facts: TicketFacts) -> Classification
}

extension TicketClassifier {
    /// No linked people.
    public var people: People { .none }
}

/// The input of a classifier.
public struct TicketFacts: Hashable, Sendable {
    public let ticket: Ticket
    /// The user's marks.
    public let marks: Marks
    /// True if the ticket arrived in a range that was already complete.
    public let isLate: Bool
    /// True if another ticket of the same story was in the Track before this one.
    public let isDuplicate: Bool

    /// Creates the facts of a ticket; by default, of a new one without marks.
    public init(_ ticket: Ticket, marks: Marks = Marks(), isLate: Bool = false, isDuplicate: Bool = false) {
        self.ticket = ticket
        self.marks = marks
        self.isLate = isLate
        self.isDuplicate = isDuplicate
    }
}

/// The result of classifying a ticket.
public struct Classification: Hashable, Sendable {
    /// The ticket's topics and the rules that match it.
    public var labels: Set<LabelID>
    /// The label whose rule hides the ticket while the filter is on, or `nil` if none does. One of ``labels``; if
    /// several rules hide it, the classifier chooses.
    public var hiddenBy: LabelID?
    /// The time at which the result can change by itself, because of a condition such as "younger than two days", or `nil`
    /// if it cannot.
    public var holdsUntil: Timestamp?

    /// Creates a result; without arguments, one without labels.
    public init(labels: Set<LabelID> = [], hiddenBy: LabelID? = nil) {
        self.labels = labels
        self.hiddenBy = hiddenBy
    }
}
