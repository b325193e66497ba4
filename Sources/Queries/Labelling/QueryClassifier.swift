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
    /// The quick checks that exclude most topics and rules, stored apart because hundreds run for each ticket.
    private let topicTests: [QuickTest]
    private let ruleTests: [QuickTest]
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
        var collected = CollectedQueries()
        var labels: [Label] = []
        var known: Set<LabelID> = []
        var compiledTopics: [CompiledTopic] = []
        for topic in topics where known.insert(topic.id).inserted {
            labels.append(
                Label(
                    topic.id,
                    definition: context.definition(topic.definition, dependencies: topic.dependencies)))
            compiledTopics.append(CompiledTopic(topic, queries: &collected))
        }
        let indices = Dictionary(
            uniqueKeysWithValues: compiledTopics.enumerated().map { ($1.name, $0) })
        let definitions = Dictionary(uniqueKeysWithValues: labels.map { ($0.id, $0.definition) })
        var compiledRules: [CompiledRule] = []
        for rule in rules where rule.isEnabled && known.insert(rule.id).inserted {
            let compiled = CompiledRule(
                rule, topics: indices, excepting: rule.effect == .hide ? unfiltered : [], in: context,
                queries: &collected)
            let definition = compiled.definition(
                topics: rule.topicNames.map { definitions[Topic.label(named: $0)] ?? "?" })
            labels.append(
                Label(
                    rule.id, effect: rule.effect,
                    definition: context.definition(definition, dependencies: rule.dependencies)))
            compiledRules.append(compiled)
        }
        self.labels = labels
        self.topics = compiledTopics
        self.rules = compiledRules
        topicTests = compiledTopics.map(\.test)
        ruleTests = compiledRules.map(\.test)
        currentTime = now
        people = context.people
        readsMarks = collected.queries.contains(where: \.dependsOnMarks)
        queries = QuerySet(collected.queries, in: context)
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
        for (index, test) in topicTests.enumerated() where test.canPass(verdicts) {
            guard topics[index].has(facts.ticket, verdicts) else { continue }
            belongs[index] = true
            answer.labels.insert(topics[index].id)
        }
        for (index, test) in ruleTests.enumerated() where test.canPass(verdicts) {
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
            .map { ticket.shownTime.advanced(by: .seconds($0)) }
            .filter { $0 > now }.min()
    }
}
