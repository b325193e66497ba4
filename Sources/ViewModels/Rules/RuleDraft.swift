public import EngineConcepts
public import Queries

/// A rule while it is made or changed: its parts, each with what else it could be.
public nonisolated struct RuleDraft: Equatable, Sendable {
    /// Its query, as typed.
    public var text: String
    /// What it does.
    public var effect = LabelEffect.hide
    /// Among which tickets; one of ``scopes``.
    public var scope = Rule.Scope.everywhere
    /// How long it holds.
    public var term = Term.always
    /// Where it can look: everywhere, and what is at hand.
    public var scopes: [Rule.Scope]
    /// The topic to whose tickets it does not apply; nil where it is about what ``text`` picks.
    public var offTopic: String?
    /// The rule that it changes; nil for a new one.
    public var former: Rule?

    /// How long a rule holds.
    public enum Term: Equatable, Sendable, CaseIterable {
        /// Until it is taken out.
        case always
        /// A day from when it is kept.
        case day
        /// A week from then.
        case week
        /// As long as it did before it was changed.
        case asBefore

        var duration: Duration? {
            switch self {
            case .always, .asBefore: nil
            case .day: .seconds(86_400)
            case .week: .seconds(7 * 86_400)
            }
        }
    }

    /// A new rule.
    public init(_ text: String, scopes: [Rule.Scope] = [.everywhere]) {
        self.text = text
        self.scopes = scopes
    }

    /// A change of a rule.
    public init(changing rule: Rule) {
        switch rule.subject {
        case .query(let query): text = query.description
        case .offTopic(let topic): (text, offTopic) = ("", topic)
        }
        effect = rule.effect
        scope = rule.scope
        scopes = rule.scope == .everywhere ? [.everywhere] : [.everywhere, rule.scope]
        term = rule.expires == nil ? .always : .asBefore
        former = rule
    }

    /// Whether its query can be changed; that of an off-topic rule is its topic.
    public var isQuery: Bool { offTopic == nil }

    /// The next effect, round and round.
    public mutating func nextEffect() {
        effect = effect.next
    }

    /// The next scope, round and round.
    public mutating func nextScope() {
        let index = scopes.firstIndex(of: scope) ?? 0
        scope = scopes[(index + 1) % scopes.count]
    }

    /// The next term, round and round.
    public mutating func nextTerm() {
        let terms = Term.allCases.filter { $0 != .asBefore || former?.expires != nil }
        let index = terms.firstIndex(of: term) ?? 0
        term = terms[(index + 1) % terms.count]
    }

    /// The rule, where its query is one.
    ///
    /// - Parameter taken: names that other rules have.
    public func rule(at now: Timestamp, taken: Set<String>) throws(QueryError) -> Rule {
        let subject: Rule.Subject
        if let offTopic {
            subject = .offTopic(offTopic)
        } else {
            subject = .query(try Query(parsing: text))
        }
        let expires: Timestamp? =
            term == .asBefore ? former?.expires : term.duration.map { now.advanced(by: $0).flooredToSecond }
        return Rule(
            name: former?.name ?? Self.name(for: offTopic.map { "off \($0)" } ?? text, taken: taken), subject: subject,
            effect: effect, scope: scope,
            expires: expires, isEnabled: former?.isEnabled ?? true)
    }

    /// A name for what was typed that no other has.
    static func name(for text: String, taken: Set<String>) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let base = words.count <= 40 ? words : words.prefix(39) + "…"
        guard taken.contains(String(base)) else { return String(base) }
        var number = 2
        while taken.contains("\(base) \(number)") { number += 1 }
        return "\(base) \(number)"
    }
}

nonisolated extension LabelEffect {
    /// The effect after this one, round and round.
    var next: LabelEffect {
        let all = Self.allCases
        let index = all.firstIndex(of: self) ?? 0
        return all[(index + 1) % all.count]
    }
}
