public import EngineConcepts

/// Decides by queries which topics a ticket belongs to and which rules apply to it.
///
/// A value: made anew whenever topics, rules or the names of sources change.
public struct QueryClassifier: TicketClassifier {
    /// The labels of all topics, then those of the rules that are enabled.
    public let labels: [Label]
    /// Whether a query looks at marks.
    public let readsMarks: Bool
    private let queries: QuerySet
    private let topics: [CompiledTopic]
    private let rules: [CompiledRule]
    /// What rules most topics and rules out for a ticket, apart from the rest: hundreds are looked at for each ticket.
    private let topicTests: [QuickTest]
    private let ruleTests: [QuickTest]
    /// The ages that each of the set's aged queries asks for, in seconds.
    private let ages: [[Int]]
    private let clock: @Sendable () -> Timestamp

    /// Prepares topics and rules; of several with one name the first counts. Of the rules that would hide a ticket the
    /// first is named.
    ///
    /// - Parameter clock: tells the time.
    public init(
        topics: [Topic], rules: [Rule], in surroundings: QueryContext = QueryContext(),
        clock: @escaping @Sendable () -> Timestamp
    ) {
        var gathered = CollectedQueries()
        var labels: [Label] = []
        var compiledTopics: [CompiledTopic] = []
        for topic in topics where !labels.contains(where: { $0.id == topic.id }) {
            labels.append(
                Label(topic.id, definition: gathered.definition(topic.definition, surroundings)))
            compiledTopics.append(CompiledTopic(topic, &gathered))
        }
        let numbers = Dictionary(
            uniqueKeysWithValues: compiledTopics.enumerated().map { ($1.name, $0) })
        let definitions = Dictionary(uniqueKeysWithValues: labels.map { ($0.id, $0.definition) })
        var compiledRules: [CompiledRule] = []
        for rule in rules where rule.isEnabled && !labels.contains(where: { $0.id == rule.id }) {
            let compiled = CompiledRule(rule, topics: numbers, &gathered)
            let itsTopics = compiled.topicNames.map { definitions[Topic.label(named: $0)] ?? "?" }
            let definition = compiled.definition(topics: itsTopics)
            labels.append(
                Label(
                    rule.id, effect: rule.effect, definition: gathered.definition(definition, surroundings)))
            compiledRules.append(compiled)
        }
        self.labels = labels
        self.topics = compiledTopics
        self.rules = compiledRules
        topicTests = compiledTopics.map(\.test)
        ruleTests = compiledRules.map(\.test)
        self.clock = clock
        readsMarks = gathered.queries.contains(where: \.dependsOnMarks)
        let queries = QuerySet(gathered.queries, in: surroundings)
        ages = queries.agedQueries.map { number in
            queries.queries[number].conditions
                .flatMap { condition -> [Int] in
                    guard case .age(let range) = condition else { return [] }
                    return [range.atLeast, range.lessThan].compactMap(\.self)
                }
        }
        self.queries = queries
    }

    /// The time that decisions belong to.
    public func now() -> Timestamp { clock() }

    /// Decides about one ticket.
    public func classify(_ facts: TicketFacts) -> Classification {
        let now = clock()
        let subject = QuerySubject(facts)
        let (verdicts, ever) = queries.verdictsOfAllTimes(on: subject, at: now)
        var answer = Classification()
        var belongs = [Bool](repeating: false, count: topics.count)
        for (number, test) in topicTests.enumerated() where test.canPass(verdicts) {
            guard topics[number].has(facts.ticket, verdicts) else { continue }
            belongs[number] = true
            answer.labels.insert(topics[number].id)
        }
        for (number, test) in ruleTests.enumerated() where test.canPass(verdicts) {
            let rule = rules[number]
            guard rule.applies(to: facts.ticket, verdicts, belongs) else { continue }
            if let expires = rule.expires {
                guard now < expires else { continue }
                answer.holdsUntil = min(answer.holdsUntil ?? expires, expires)
            }
            answer.labels.insert(rule.id)
            if rule.effect == .hide, answer.hiddenBy == nil { answer.hiddenBy = rule.id }
        }
        if let change = nextChange(of: facts.ticket, ever, after: now) {
            answer.holdsUntil = min(answer.holdsUntil ?? change, change)
        }
        return answer
    }

    /// When a query that looks at ages may say something else of a ticket; nil where none ever does.
    private func nextChange(of ticket: Ticket, _ ever: [Verdict], after now: Timestamp) -> Timestamp? {
        zip(ever, ages).lazy.filter { $0.0 == .maybe }.flatMap(\.1)
            .map { ticket.shownTime.advanced(by: .seconds($0)) }
            .filter { $0 > now }.min()
    }
}

/// The queries of topics and rules, each by its number.
private struct CollectedQueries {
    private(set) var queries: [Query] = []
    private var numbers: [Query: Int] = [:]

    mutating func number(of query: Query) -> Int {
        if let known = numbers[query] { return known }
        numbers[query] = queries.count
        queries.append(query)
        return queries.count - 1
    }

    /// What a label is about, with everything that it depends on: what words are, and the sources' names.
    func definition(_ text: String, _ surroundings: QueryContext) -> String {
        let versioned = "\(SearchDocument.version) \(text)"
        guard text.contains("source:") else { return versioned }
        let names = surroundings.sourceNames.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return versioned + " | " + names.joined(separator: " ")
    }
}

/// The queries, by number, one of which must pick a ticket; -1 for none.
private struct QuickTest: Sendable {
    var query = -1
    var other = -1
    /// Whether no query decides.
    var isOpen = false

    func canPass(_ verdicts: [Verdict]) -> Bool {
        isOpen || query >= 0 && verdicts[query] == .yes || other >= 0 && verdicts[other] == .yes
    }
}

private struct CompiledTopic: Sendable {
    let id: LabelID
    let name: String
    /// What it picks in its languages.
    private let picked: Int?
    /// What it takes of its sources.
    private let spoken: Int?
    private let suppliers: Set<SupplierID>

    init(_ topic: Topic, _ gathered: inout CollectedQueries) {
        id = topic.id
        name = topic.name
        picked = topic.picked.map { gathered.number(of: .all(of: [$0, topic.spoken])) }
        spoken = topic.suppliers.isEmpty ? nil : gathered.number(of: topic.spoken)
        suppliers = topic.suppliers
    }

    var test: QuickTest { QuickTest(query: picked ?? -1, other: spoken ?? -1) }

    func has(_ ticket: Ticket, _ verdicts: [Verdict]) -> Bool {
        if let picked, verdicts[picked] == .yes { return true }
        guard let spoken, verdicts[spoken] == .yes else { return false }
        return suppliers.contains(ticket.supplier)
    }
}

private struct CompiledRule: Sendable {
    let id: LabelID
    let effect: LabelEffect
    let expires: Timestamp?
    private let rule: Rule
    private let subject: Subject
    private let scope: Scope

    /// What it applies to; topics and queries by number. A topic that does not exist has no tickets, and nothing is off it.
    private enum Subject: Sendable {
        case query(Int)
        case offTopic(Int)
        case nothing
    }

    private enum Scope: Sendable {
        case everywhere
        case topic(Int)
        case supplier(SupplierID)
        case nowhere
    }

    init(_ rule: Rule, topics: [String: Int], _ gathered: inout CollectedQueries) {
        id = rule.id
        effect = rule.effect
        expires = rule.expires
        self.rule = rule
        subject =
            switch rule.subject {
            case .query(let query): .query(gathered.number(of: query))
            case .offTopic(let name): topics[name].map(Subject.offTopic) ?? .nothing
            }
        scope =
            switch rule.scope {
            case .everywhere: .everywhere
            case .topic(let name): topics[name].map(Scope.topic) ?? .nowhere
            case .supplier(let supplier): .supplier(supplier)
            }
    }

    var test: QuickTest {
        switch subject {
        case .query(let query): QuickTest(query: query)
        case .offTopic: QuickTest(isOpen: true)
        case .nothing: QuickTest()
        }
    }

    /// The topics that it depends on.
    var topicNames: [String] {
        var names: [String] = []
        if case .offTopic(let name) = rule.subject { names.append(name) }
        if case .topic(let name) = rule.scope { names.append(name) }
        return names
    }

    func definition(topics: [String]) -> String {
        let subject =
            switch rule.subject {
            case .query(let query): "\(query)"
            case .offTopic(let name): "off \(name)"
            }
        let expires = rule.expires.map { "\($0.milliseconds)" } ?? ""
        return "\(subject) | \(rule.scope) | \(expires) | \(topics.joined(separator: " | "))"
    }

    func applies(to ticket: Ticket, _ verdicts: [Verdict], _ belongs: [Bool]) -> Bool {
        switch subject {
        case .query(let query): guard verdicts[query] == .yes else { return false }
        case .offTopic(let topic): guard !belongs[topic] else { return false }
        case .nothing: return false
        }
        switch scope {
        case .everywhere: return true
        case .topic(let topic): return belongs[topic]
        case .supplier(let supplier): return ticket.supplier == supplier
        case .nowhere: return false
        }
    }
}
