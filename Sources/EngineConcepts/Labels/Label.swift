/// Names a label: a topic's name, or a rule's. Any text without control characters, compared by its bytes; topics and
/// rules share one space of names, so whoever makes them up tells the two apart, as in `topic:f1` and `rule:spoilers`.
public struct LabelID: Hashable, Sendable, Codable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The name itself.
    public let rawValue: String

    /// Makes the identity with this name.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Makes the identity with this name.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The name itself.
    public var description: String { rawValue }

    /// Encodes as the bare name.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// Decodes the bare name.
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }
}

extension LabelID: Comparable {
    /// Orders by the bytes of the names.
    public static func < (lhs: LabelID, rhs: LabelID) -> Bool {
        lhs.rawValue.utf8.lexicographicallyPrecedes(rhs.rawValue.utf8)
    }
}

/// What a rule does to the tickets that have its label.
public enum LabelEffect: String, Hashable, Sendable, Codable, CaseIterable {
    /// They are not shown while the filter is on.
    case hide
    /// They are shown as one dim line that opens.
    case muffle
    /// They are shown so that they catch the eye.
    case highlight
    /// The reader is told when one comes.
    case notify
}

/// A named set of tickets whose members a store keeps: a topic, or the tickets that a rule applies to.
public struct Label: Hashable, Sendable, Identifiable {
    /// Its name.
    public let id: LabelID
    /// What it does to its tickets; nil for a topic, which does nothing to them.
    public let effect: LabelEffect?
    /// Changes whenever the label may apply to other tickets than before: its query's text, its scope, its dictionary's
    /// version. Stores compare it and decide again about what they hold.
    public let definition: String

    /// Describes a label.
    public init(_ id: LabelID, effect: LabelEffect? = nil, definition: String) {
        self.id = id
        self.effect = effect
        self.definition = definition
    }
}
