public import EngineConcepts

/// An effect of the content filter on some tickets.
public struct Rule: Hashable, Sendable, Identifiable {
    /// The tickets that a rule affects.
    public enum Subject: Hashable, Sendable {
        /// Tickets that match a query.
        case query(Query)
        /// Tickets outside the topic with this name.
        case offTopic(String)
    }

    /// The tickets that a rule considers.
    public enum Scope: Hashable, Sendable {
        /// All tickets.
        case everywhere
        /// Tickets of the topic with this name.
        case topic(String)
        /// Tickets of a source.
        case supplier(SupplierID)
    }

    public var name: String
    /// The affected tickets.
    public var subject: Subject
    public var effect: LabelEffect
    /// The considered tickets.
    public var scope: Scope
    /// The end of the rule, or `nil`.
    public var expires: Timestamp?
    /// True if the rule applies.
    public var isEnabled: Bool

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

    /// Creates a rule for the tickets that match a query.
    public init(name: String, query: Query, effect: LabelEffect = .hide, scope: Scope = .everywhere) {
        self.init(name: name, subject: .query(query), effect: effect, scope: scope)
    }

    public var id: LabelID { Rule.label(named: name) }

    /// The names of the topics that it depends on: that of its subject before that of its scope.
    public var topicNames: [String] {
        var names: [String] = []
        if case .offTopic(let name) = subject { names.append(name) }
        if case .topic(let name) = scope { names.append(name) }
        return names
    }

    /// The inputs of its query other than a ticket's content.
    var dependencies: Query.Dependencies {
        if case .query(let query) = subject { query.dependencies } else { [] }
    }

    /// Returns the rule with its query as it is applied.
    func applied(in context: QueryContext) -> Rule {
        guard case .query(let query) = subject else { return self }
        var applied = self
        applied.subject = .query(query.applied(in: context))
        return applied
    }

    /// Returns a text that changes whenever the rule may affect other tickets.
    ///
    /// - Parameters:
    ///   - applied: The rule as it is applied.
    ///   - topics: The definitions of its topics.
    ///   - excepted: The sources to which it does not apply.
    func definition(applied: Rule, topics: [String], excepting excepted: Set<SupplierID>) -> String {
        var affected = subject.definition
        if applied.subject != subject { affected += " as \(applied.subject.definition)" }
        // Any other case is printed by reflection, which takes longer than all the rest.
        let scope = scope == .everywhere ? "everywhere" : "\(scope)"
        let expires = expires.map { "\($0.milliseconds)" } ?? ""
        let exceptions =
            excepted.isEmpty ? "" : " | except \(excepted.sorted().map(\.rawValue).joined(separator: " "))"
        return "\(affected) | \(scope) | \(expires) | \(topics.joined(separator: " | "))\(exceptions)"
    }

    /// Returns the label of the rule with this name.
    public static func label(named name: String) -> LabelID { LabelID("rule:\(name)") }

    /// Returns true if the rule applies at a time.
    public func isInForce(at now: Timestamp) -> Bool {
        isEnabled && expires.map { now < $0 } ?? true
    }
}

extension Rule.Subject {
    /// The subject within the definition of a rule.
    fileprivate var definition: String {
        switch self {
        case .query(let query): "\(query)"
        case .offTopic(let name): "off \(name)"
        }
    }
}

extension Sequence<Rule> {
    /// Returns the earliest end among rules in force, or `nil`.
    public func nextEnd(after now: Timestamp) -> Timestamp? {
        filter { $0.isInForce(at: now) }.compactMap(\.expires).min()
    }
}
