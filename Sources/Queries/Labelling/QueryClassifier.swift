public import EngineConcepts

/// A classifier that assigns topics and rules by queries.
///
/// Immutable: replaced when topics, rules or the names of sources change.
public struct QueryClassifier: TicketClassifier {
    /// The labels of all topics, then those of the enabled rules.
    public let labels: [Label]
    /// True if a query depends on marks.
    public let readsMarks: Bool
    public let people: People
    private let queries: QuerySet
    private let topics: [CompiledTopic]
    private let rules: [CompiledRule]
    /// The prefilters of topics and rules, stored apart because hundreds run for each ticket.
    private let topicPrefilters: [Prefilter]
    private let rulePrefilters: [Prefilter]
    private let currentTime: @Sendable () -> Timestamp

    /// Prepares topics and rules. The first of several with one name counts, and the first of several rules that hide a
    /// ticket is named.
    ///
    /// - Parameters:
    ///   - unfiltered: The sources whose tickets no rule hides.
    ///   - now: Returns the current time.
    public init(
        topics: [Topic], rules: [Rule], unfiltered: Set<SupplierID> = [], in context: QueryContext = QueryContext(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        var compiler = LabelCompiler(in: context)
        for topic in topics { compiler.add(topic) }
        for rule in rules where rule.isEnabled {
            compiler.add(rule, excepting: rule.effect == .hide ? unfiltered : [])
        }
        labels = compiler.labels
        self.topics = compiler.topics
        self.rules = compiler.rules
        topicPrefilters = compiler.topics.map(\.prefilter)
        rulePrefilters = compiler.rules.map(\.prefilter)
        currentTime = now
        people = context.people
        let collected = compiler.queries.queries
        readsMarks = collected.contains(where: \.dependsOnMarks)
        queries = QuerySet(collected, in: context)
    }

    /// Returns the time of classifications.
    public func now() -> Timestamp { currentTime() }

    public func classify(_ facts: TicketFacts) -> Classification {
        if labels.isEmpty { return Classification() }
        let now = currentTime()
        let subject = QuerySubject(facts)
        let (verdicts, atAnyAge) = queries.verdictsOfAllTimes(on: subject, at: now)
        var answer = Classification()
        var belongs = [Bool](repeating: false, count: topics.count)
        for (index, prefilter) in topicPrefilters.enumerated() where prefilter.canPass(verdicts) {
            guard topics[index].has(facts.ticket, verdicts) else { continue }
            belongs[index] = true
            answer.labels.insert(topics[index].id)
        }
        for (index, prefilter) in rulePrefilters.enumerated() where prefilter.canPass(verdicts) {
            let rule = rules[index]
            guard rule.applies(to: facts.ticket, verdicts, belongs) else { continue }
            if let expires = rule.expires {
                guard now < expires else { continue }
                answer.holdsUntil = min(answer.holdsUntil ?? expires, expires)
            }
            answer.labels.insert(rule.id)
            if rule.effect == .hide, answer.hiddenBy == nil { answer.hiddenBy = rule.id }
        }
        if let change = nextChange(of: facts.ticket, atAnyAge, after: now) {
            answer.holdsUntil = min(answer.holdsUntil ?? change, change)
        }
        return answer
    }

    /// Returns the time when a query about ages may change its result, or `nil` if none will.
    private func nextChange(of ticket: Ticket, _ atAnyAge: [Verdict], after now: Timestamp) -> Timestamp? {
        if atAnyAge.isEmpty { return nil }
        return zip(atAnyAge, queries.ages).lazy.filter { $0.0 == .maybe }.flatMap(\.1)
            .map { ticket.shownTime.advanced(by: .seconds($0)) }.filter { $0 > now }.min()
    }
}
