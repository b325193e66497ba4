internal import EngineConcepts

/// Decides about labels in the numbers of a store.
struct LabelResolver {
    /// What decides; nil where this process has nothing that knows the store's labels: then tickets wait for one that has.
    let classifier: (any TicketClassifier)?
    let table: LabelTable

    struct Decision {
        let labels: LabelSet
        /// The number of the label that hides the ticket; 0 where none does.
        let rule: Int64
        /// When it has to be decided again, in milliseconds; nil where it holds for good.
        let due: Int64?

        /// Nothing was decided yet.
        static let pending = Decision(labels: .empty, rule: 0, due: .min)
        /// There is nothing to decide.
        static let none = Decision(labels: .empty, rule: 0, due: nil)
    }

    /// Decides about a ticket; nil where nobody can here.
    func decide(_ facts: TicketFacts) -> Decision? {
        classifier.map { numbered($0.classify(facts), facts.marks) }
    }

    /// What was decided about a ticket with these marks, in numbers.
    func numbered(_ decided: Classification, _ marks: Marks) -> Decision {
        let labels = LabelSet(decided.labels.compactMap { table.numbers[$0] })
        let rule = marks.isUnhidden ? nil : decided.hiddenBy.flatMap { table.numbers[$0] }
        return Decision(labels: labels, rule: rule ?? 0, due: decided.holdsUntil?.milliseconds)
    }

    /// Decides about a ticket that the store does not have.
    ///
    /// - Parameter prepared: what the same classifier has decided already.
    func first(_ facts: TicketFacts, prepared: Classification?) -> Decision {
        guard classifier != nil else { return table.rows.isEmpty ? .none : .pending }
        return prepared.map { numbered($0, facts.marks) } ?? decide(facts) ?? .pending
    }
}
