public import EngineConcepts
import WebText

/// A classifier that assigns topics and rules by queries.
///
/// Immutable: made anew when topics, rules or the names of sources change.
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
    /// The ages in seconds in each of the set's aged queries.
    private let ages: [[Int]]
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
        var gathered = CollectedQueries()
        var labels: [Label] = []
        var known: Set<LabelID> = []
        var compiledTopics: [CompiledTopic] = []
        for topic in topics where known.insert(topic.id).inserted {
            labels.append(
                Label(
                    topic.id,
                    definition: gathered.definition(
                        topic.definition, dependencies: topic.dependencies, context: context)))
            compiledTopics.append(CompiledTopic(topic, queries: &gathered))
        }
        let indices = Dictionary(
            uniqueKeysWithValues: compiledTopics.enumerated().map { ($1.name, $0) })
        let definitions = Dictionary(uniqueKeysWithValues: labels.map { ($0.id, $0.definition) })
        var compiledRules: [CompiledRule] = []
        for rule in rules where rule.isEnabled && known.insert(rule.id).inserted {
            let compiled = CompiledRule(
                rule, topics: indices, excepting: rule.effect == .hide ? unfiltered : [], in: context,
                queries: &gathered)
            let itsTopics = rule.topicNames.map { definitions[Topic.label(named: $0)] ?? "?" }
            let definition = compiled.definition(topics: itsTopics)
            labels.append(
                Label(
                    rule.id, effect: rule.effect,
                    definition: gathered.definition(definition, dependencies: rule.dependencies, context: context)))
            compiledRules.append(compiled)
        }
        self.labels = labels
        self.topics = compiledTopics
        self.rules = compiledRules
        topicTests = compiledTopics.map(\.test)
        ruleTests = compiledRules.map(\.test)
        currentTime = now
        people = context.people
        readsMarks = gathered.queries.contains(where: \.dependsOnMarks)
        let queries = QuerySet(gathered.queries, in: context)
        ages = queries.agedQueries.map { index in
            queries.queries[index].conditions
                .flatMap { condition -> [Int] in
                    guard case .age(let range) = condition else { return [] }
                    return [range.atLeast, range.lessThan].compactMap(\.self)
                }
        }
        self.queries = queries
    }

    /// Returns the time of classifications.
    public func now() -> Timestamp { currentTime() }

    public func classify(_ facts: TicketFacts) -> Classification {
        if labels.isEmpty { return Classification() }
        let now = currentTime()
        let subject = QuerySubject(facts)
        let (verdicts, ever) = queries.verdictsOfAllTimes(on: subject, at: now)
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
        if let change = nextChange(of: facts.ticket, ever, after: now) {
            answer.holdsUntil = min(answer.holdsUntil ?? change, change)
        }
        return answer
    }

    /// Returns the time when a query about ages may change its result, or `nil` if none will.
    private func nextChange(of ticket: Ticket, _ ever: [Verdict], after now: Timestamp) -> Timestamp? {
        zip(ever, ages).lazy.filter { $0.0 == .maybe }.flatMap(\.1)
            .map { ticket.shownTime.advanced(by: .seconds($0)) }
            .filter { $0 > now }.min()
    }
}

/// The queries of topics and rules, by index.
private struct CollectedQueries {
    private(set) var queries: [Query] = []
    private var indices: [Query: Int] = [:]

    mutating func index(of query: Query) -> Int {
        if let known = indices[query] { return known }
        indices[query] = queries.count
        queries.append(query)
        return queries.count - 1
    }

    /// Returns the definition of a label with everything it depends on: the version of words, the notes on authors, the
    /// linked people, and the names and topics of sources.
    func definition(_ text: String, dependencies: Query.Dependencies, context: QueryContext) -> String {
        var versioned = "\(SearchDocument.version) \(text)"
        if dependencies.contains(.notes) { versioned += " | notes \(context.authorNotes.noteDigest)" }
        if dependencies.contains(.noteLabels) { versioned += " | labels \(context.authorNotes.labelDigest)" }
        if dependencies.contains(.people) { versioned += " | people \(context.people.digest)" }
        var parts = [versioned]
        if text.utf8.firstRange(ofBytes: "source:") != nil {
            let names = context.sourceNames.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            parts.append(names.joined(separator: " "))
        }
        if text.utf8.firstRange(ofBytes: "topic:") != nil {
            let topics = context.sourceTopics.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            parts.append(topics.joined(separator: " "))
        }
        return parts.joined(separator: " | ")
    }
}

/// Indices of queries of which one must match; -1 for none.
private struct QuickTest: Sendable {
    var query = -1
    var other = -1
    /// True if no query decides.
    var isOpen = false

    func canPass(_ verdicts: [Verdict]) -> Bool {
        isOpen || query >= 0 && verdicts[query] == .yes || other >= 0 && verdicts[other] == .yes
    }
}

private struct CompiledTopic: Sendable {
    let id: LabelID
    let name: String
    /// The query for tickets of any source, or `nil` if only its sources count.
    private let contentQuery: Int?
    /// The query for tickets of its sources, or `nil` if it has none.
    private let sourceQuery: Int?
    private let suppliers: Set<SupplierID>

    init(_ topic: Topic, queries gathered: inout CollectedQueries) {
        id = topic.id
        name = topic.name
        contentQuery = topic.contentQuery.map { gathered.index(of: .all(of: [$0, topic.languageQuery])) }
        sourceQuery = topic.suppliers.isEmpty ? nil : gathered.index(of: topic.languageQuery)
        suppliers = topic.suppliers
    }

    var test: QuickTest { QuickTest(query: contentQuery ?? -1, other: sourceQuery ?? -1) }

    func has(_ ticket: Ticket, _ verdicts: [Verdict]) -> Bool {
        if let contentQuery, verdicts[contentQuery] == .yes { return true }
        guard let sourceQuery, verdicts[sourceQuery] == .yes else { return false }
        return suppliers.contains(ticket.supplier)
    }
}

private struct CompiledRule: Sendable {
    let id: LabelID
    let effect: LabelEffect
    let expires: Timestamp?
    private let rule: Rule
    private let subject: Subject
    /// The subject within ``definition(topics:)``.
    private let subjectText: String
    private let scope: Scope
    /// The sources to which it does not apply.
    private let exceptedSources: Set<SupplierID>

    /// The target; topics and queries by index. A missing topic has no tickets, and no ticket is off it.
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

    init(
        _ rule: Rule, topics: [String: Int], excepting excepted: Set<SupplierID>, in context: QueryContext,
        queries gathered: inout CollectedQueries
    ) {
        self.exceptedSources = excepted
        id = rule.id
        effect = rule.effect
        expires = rule.expires
        self.rule = rule
        switch rule.subject {
        case .query(let query):
            let applied = query.applied(in: context)
            subject = .query(gathered.index(of: applied))
            subjectText = applied == query ? "\(query)" : "\(query) as \(applied)"
        case .offTopic(let name):
            subject = topics[name].map(Subject.offTopic) ?? .nothing
            subjectText = "off \(name)"
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

    func definition(topics: [String]) -> String {
        let expires = rule.expires.map { "\($0.milliseconds)" } ?? ""
        let exceptions =
            exceptedSources.isEmpty
            ? "" : " | except \(exceptedSources.sorted().map(\.rawValue).joined(separator: " "))"
        // Any other case is printed by reflection, which takes longer than all the rest.
        let scope = rule.scope == .everywhere ? "everywhere" : "\(rule.scope)"
        return "\(subjectText) | \(scope) | \(expires) | \(topics.joined(separator: " | "))\(exceptions)"
    }

    func applies(to ticket: Ticket, _ verdicts: [Verdict], _ belongs: [Bool]) -> Bool {
        switch subject {
        case .query(let query): guard verdicts[query] == .yes else { return false }
        case .offTopic(let topic): guard !belongs[topic] else { return false }
        case .nothing: return false
        }
        guard !exceptedSources.contains(ticket.supplier) else { return false }
        switch scope {
        case .everywhere: return true
        case .topic(let topic): return belongs[topic]
        case .supplier(let supplier): return ticket.supplier == supplier
        case .nowhere: return false
        }
    }
}
