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

/// The identity of a label: the name of a topic or a rule. Any text without control characters, compared by bytes.
/// Topics and rules share one namespace; prefixes such as `topic:f1` and `rule:spoilers` tell them apart.
public struct LabelID: TextIdentity {
    public let rawValue: String

    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The effect of a rule on the tickets that have its label.
public enum LabelEffect: String, Hashable, Sendable, CaseIterable {
    /// Hidden while the filter is on.
    case hide
    /// Shown as one dim line that can be opened.
    case muffle
    /// Shown highlighted.
    case highlight
    /// The user gets a notification when one arrives.
    case notify
}
