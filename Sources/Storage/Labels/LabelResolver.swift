import EngineConcepts

/// Classifies tickets and expresses the result in the label numbers of a store.
struct LabelResolver {
    /// The classifier, or `nil` if this process has none for the store's labels: then tickets wait for one that has.
    let classifier: (any TicketClassifier)?
    let table: LabelTable
    /// The people that the user has linked, also if the labels wait for another process.
    let people: People

    struct Decision {
        let labels: LabelSet
        /// The number of the label that hides the ticket, or 0.
        let rule: Int64
        /// The time in milliseconds at which the decision expires, or `nil`.
        let due: Int64?

        /// The due time of a ticket to classify as soon as possible, in milliseconds.
        static let dueAtOnce = Int64.min
        /// The decision is open.
        static let pending = Decision(labels: .empty, rule: 0, due: dueAtOnce)
        /// There is no label to decide about.
        static let none = Decision(labels: .empty, rule: 0, due: nil)
    }

    /// Classifies a ticket, or returns `nil` without a classifier.
    func classify(_ facts: TicketFacts) -> Decision? {
        classifier.map { numbered($0.classify(facts), facts.marks) }
    }

    /// Returns a classification in the store's numbers, for a ticket with these marks.
    func numbered(_ decided: Classification, _ marks: Marks) -> Decision {
        let labels = LabelSet(decided.labels.compactMap { table.numbers[$0] })
        let rule = marks.isUnhidden ? nil : decided.hiddenBy.flatMap { table.numbers[$0] }
        return Decision(labels: labels, rule: rule ?? 0, due: decided.holdsUntil?.milliseconds)
    }

    /// Classifies a ticket that is new to the store, or takes its `prepared` classification.
    func classifyNew(_ facts: @autoclosure () -> TicketFacts, _ marks: Marks, prepared: Classification?) -> Decision {
        guard classifier != nil else { return table.rows.isEmpty ? .none : .pending }
        if let prepared { return numbered(prepared, marks) }
        return classify(facts()) ?? .pending
    }
}
