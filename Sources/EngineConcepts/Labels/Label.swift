/// A named set of tickets whose members a store records: a topic, or the tickets that match a rule.
public struct Label: Hashable, Sendable, Identifiable {
    public let id: LabelID
    /// The effect of a rule, or `nil` for a topic.
    public let effect: LabelEffect?
    /// A text that changes whenever the label may match other tickets: its query, its scope, the version of its
    /// dictionary. If it differs from the stored one, a store classifies its tickets again. Topics with equal definitions
    /// have the same tickets.
    public let definition: String

    public init(_ id: LabelID, effect: LabelEffect? = nil, definition: String) {
        self.id = id
        self.effect = effect
        self.definition = definition
    }
}
