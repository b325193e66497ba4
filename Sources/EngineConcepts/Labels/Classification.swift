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
