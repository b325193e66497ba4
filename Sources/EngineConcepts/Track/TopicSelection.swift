/// A selection of one or more topics. Rules have labels too, so the tickets that match a rule can be selected as
/// well.
public struct TopicSelection: Hashable, Sendable {
    /// The way several topics are combined.
    public enum Combination: String, Hashable, Sendable, CaseIterable {
        /// Tickets of any selected topic.
        case union
        /// Tickets of all selected topics.
        case intersection
    }

    /// The selected topics. A union of none shows nothing, an intersection of none everything.
    public var labels: Set<LabelID>
    /// Irrelevant for a single topic.
    public var combination: Combination

    public init(_ labels: Set<LabelID>, _ combination: Combination = .union) {
        self.labels = labels
        self.combination = combination
    }

    /// Returns true if a ticket with these labels is shown.
    public func includes(_ ticket: Set<LabelID>) -> Bool {
        switch combination {
        case .union: !labels.isDisjoint(with: ticket)
        case .intersection: labels.isSubset(of: ticket)
        }
    }
}
