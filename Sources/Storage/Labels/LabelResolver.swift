import EngineConcepts

/// Classifies tickets and expresses the result in the label numbers of a store.
struct LabelResolver {
    /// The classifier, or `nil` if this process has none for the store's labels: then tickets wait for one that has.
    let classifier: (any TicketClassifier)?
    let table: LabelTable
    /// The people that the user has linked, also if the labels wait for another process.
    let people: People

    /// Classifies a ticket, or returns `nil` without a classifier.
    func classify(_ facts: TicketFacts) -> StoredClassification? {
        classifier.map { numbered($0.classify(facts), facts.marks) }
    }

    /// Returns a classification in the store's numbers, for a ticket with these marks.
    func numbered(_ classification: Classification, _ marks: Marks) -> StoredClassification {
        let labels = LabelSet(classification.labels.compactMap { table.numbers[$0] })
        let rule = marks.isUnhidden ? nil : classification.hiddenBy.flatMap { table.numbers[$0] }
        return StoredClassification(labels: labels, rule: rule ?? 0, due: classification.holdsUntil?.milliseconds)
    }

    /// Classifies a ticket that is new to the store, or takes its `prepared` classification.
    func classifyNew(
        _ facts: @autoclosure () -> TicketFacts, _ marks: Marks, prepared: Classification?
    ) -> StoredClassification {
        guard classifier != nil else { return table.rows.isEmpty ? .none : .pending }
        if let prepared { return numbered(prepared, marks) }
        return classify(facts()) ?? .pending
    }
}

/// The classification of a ticket in the label numbers of a store.
struct StoredClassification {
    let labels: LabelSet
    /// The number of the label that hides the ticket, or 0.
    let rule: Int64
    /// The time in milliseconds of the next classification, or `nil` if there is none.
    let due: Int64?

    /// The due time of a ticket to classify as soon as possible, in milliseconds.
    static let dueAtOnce = Int64.min
    /// The ticket waits for a classifier.
    static let pending = StoredClassification(labels: .empty, rule: 0, due: dueAtOnce)
    /// The store has no labels.
    static let none = StoredClassification(labels: .empty, rule: 0, due: nil)
}
