import EngineConcepts
import Queries

/// A rule that is being edited, with the choices for its parts.
nonisolated struct RuleDraft: Equatable, Sendable {
    /// The tickets that the rule is about.
    var subject: Subject
    /// The names that the query shows instead of the ids of sources.
    private(set) var shownNames: [SupplierID: String] = [:]
    var effect = LabelEffect.hide
    /// The tickets it applies to; one of ``scopes``.
    var scope = Rule.Scope.everywhere
    /// The rule's lifetime.
    var term = Term.always
    /// The available scopes: everywhere, and the topic or source at hand.
    var scopes = [Rule.Scope.everywhere]
    /// The name that the user gave, or `nil` to keep that of ``original`` or to name a new rule for its query.
    var name: String?
    /// The name of a new rule, or `nil` to name it after its query. An off-topic rule needs one.
    var suggestedName: String?
    /// The rule that is being changed, or `nil` for a new one.
    var original: Rule?

    /// The tickets that a rule is about.
    enum Subject: Equatable, Sendable {
        /// The matches of a query, as typed.
        case query(String)
        /// Items outside the topic with this name.
        case offTopic(String)
    }

    /// The lifetime of a rule.
    enum Term: Equatable, Sendable, CaseIterable {
        /// Until the rule is deleted.
        case always
        /// For a day after it is saved.
        case day
        /// For a week after it is saved.
        case week
        /// As before the change.
        case asBefore

        var duration: Duration? {
            switch self {
            case .always, .asBefore: nil
            case .day: .seconds(86_400)
            case .week: .seconds(7 * 86_400)
            }
        }
    }

    /// Creates the draft of a new rule.
    init(_ text: String) { subject = .query(text) }

    init(changing rule: Rule) {
        subject =
            switch rule.subject {
            case .query(let query): .query(query.description)
            case .offTopic(let topic): .offTopic(topic)
            }
        effect = rule.effect
        scope = rule.scope
        if rule.scope != .everywhere { scopes.append(rule.scope) }
        term = rule.expires == nil ? .always : .asBefore
        original = rule
    }

    /// Sets the query and shows its sources by `names`, or by their ids if two of them have the same name.
    mutating func show(_ query: Query, naming names: [SupplierID: String]) {
        let sources = query.conditions.compactMap { condition -> SupplierID? in
            if case .words(let pattern, in: .source) = condition { SupplierID(pattern.text) } else { nil }
        }
        shownNames = names.filter { sources.contains($0.key) }
        if Set(shownNames.values).count < shownNames.count { shownNames = [:] }
        subject = .query(query.naming(shownNames).description)
    }

    /// True if the query can be edited. An off-topic rule has its topic instead of a query.
    var isQuery: Bool { if case .query = subject { true } else { false } }

    /// The query as typed; empty for an off-topic rule.
    var text: String { if case .query(let text) = subject { text } else { "" } }

    mutating func nextEffect() { effect = LabelEffect.allCases.next(after: effect) }

    mutating func nextScope() { scope = scopes.next(after: scope) }

    /// Selects the next lifetime, cyclically.
    mutating func nextTerm() {
        term = Term.allCases.filter { $0 != .asBefore || original?.expires != nil }.next(after: term)
    }

    /// Returns the rule.
    ///
    /// - Parameters:
    ///   - names: The names of other rules.
    ///   - kinds: The kinds of source that the query may name.
    /// - Throws: The first error in the query.
    func rule(at now: Timestamp, besides names: Set<String>, kinds: SourceKinds) throws(QueryError) -> Rule {
        let subject: Rule.Subject
        switch self.subject {
        case .query(let text): subject = .query(try Query(parsing: text, kinds: kinds).identifying(shownNames))
        case .offTopic(let topic): subject = .offTopic(topic)
        }
        let expires: Timestamp? =
            term == .asBefore ? original?.expires : term.duration.map { now.advanced(by: $0).flooredToSecond }
        return Rule(
            name: name ?? original?.name ?? Self.name(for: suggestedName ?? text, besides: names), subject: subject,
            effect: effect, scope: scope, expires: expires, isEnabled: original?.isEnabled ?? true)
    }

    /// The maximum length of the name that a rule gets by itself, without a number at its end.
    private static let maximumNameLength = 40

    /// Returns a name for a rule, made from its query, that is not among `names`.
    static func name(for text: String, besides names: Set<String>) -> String {
        var name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if name.count > maximumNameLength { name = name.prefix(maximumNameLength - 1) + "…" }
        guard names.contains(name) else { return name }
        var number = 2
        while names.contains("\(name) \(number)") { number += 1 }
        return "\(name) \(number)"
    }
}
