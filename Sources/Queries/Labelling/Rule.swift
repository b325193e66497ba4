public import EngineConcepts

/// What the content filter does to some tickets.
public struct Rule: Hashable, Sendable, Identifiable {
    /// Which tickets a rule is about.
    public enum Subject: Hashable, Sendable {
        /// Those that a query picks.
        case query(Query)
        /// Those that do not belong to the topic with this name.
        case offTopic(String)
    }

    /// Among which tickets a rule looks for its own.
    public enum Scope: Hashable, Sendable {
        /// All.
        case everywhere
        /// Those of the topic with this name.
        case topic(String)
        /// Those of a source.
        case supplier(SupplierID)
    }

    /// Its name, as the reader gave it.
    public var name: String
    /// Which tickets it is about.
    public var subject: Subject
    /// What it does to them.
    public var effect: LabelEffect
    /// Among which tickets.
    public var scope: Scope
    /// When it ends; nil where it stays.
    public var expires: Timestamp?
    /// Whether it is in force.
    public var isEnabled: Bool

    /// Makes a rule.
    public init(
        name: String, subject: Subject, effect: LabelEffect = .hide, scope: Scope = .everywhere,
        expires: Timestamp? = nil, isEnabled: Bool = true
    ) {
        self.name = name
        self.subject = subject
        self.effect = effect
        self.scope = scope
        self.expires = expires
        self.isEnabled = isEnabled
    }

    /// Makes a rule about what a query picks.
    public init(name: String, query: Query, effect: LabelEffect = .hide, scope: Scope = .everywhere) {
        self.init(name: name, subject: .query(query), effect: effect, scope: scope)
    }

    /// What it is known by.
    public var id: LabelID { Rule.label(named: name) }

    /// The label of the rule with this name.
    public static func label(named name: String) -> LabelID { LabelID("rule:\(name)") }

    /// The same rule until `moment`: "for a day".
    public func until(_ moment: Timestamp) -> Rule {
        var rule = self
        rule.expires = moment
        return rule
    }

    /// Whether it is in force at a moment.
    public func isInForce(at now: Timestamp) -> Bool {
        isEnabled && expires.map { now < $0 } ?? true
    }
}

extension Sequence<Rule> {
    /// When the first of those that are in force ends; nil where all of them stay.
    public func nextEnd(after now: Timestamp) -> Timestamp? {
        filter { $0.isInForce(at: now) }.compactMap(\.expires).min()
    }
}
