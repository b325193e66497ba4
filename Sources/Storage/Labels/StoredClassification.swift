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
