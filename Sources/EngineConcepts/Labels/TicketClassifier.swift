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
