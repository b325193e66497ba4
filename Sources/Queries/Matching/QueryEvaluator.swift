import EngineConcepts

/// Evaluates the queries of a ``QueryPlan`` on one ticket after another, with storage that is reused for the next.
///
/// Unchecked because stemmers are not thread-safe: ``QuerySet`` lends an evaluator to one evaluation at a time.
struct QueryEvaluator: @unchecked Sendable {
    private let plan: QueryPlan
    /// The verdict of each condition on the current ticket, or `nil` before it is evaluated.
    private var conditionVerdicts: [Verdict?]
    /// The languages in which a ticket of unstated language meets a condition by a form of its word.
    private var formLanguages: [LanguageSet]
    /// The queries whose words were found in the current ticket.
    private var active: [Int] = []
    /// The generation in which each query was last activated.
    private var activeGeneration: [Int]
    /// Counts the tickets, so that activations of previous ones need no reset.
    private var generation = 0
    private var words = Words()
    /// The matchers of words that may be inflected, by the languages of their stemmers.
    private var matchers: [LanguageSet: WordMatcher] = [:]
    /// The verdicts on each source, which are few.
    private var sourceVerdicts: [SupplierID: SourceVerdicts] = [:]

    /// The verdicts on the names of a source and on its topics.
    private struct SourceVerdicts {
        let names: [Verdict]
        let topics: [Verdict]
    }

    init(_ plan: QueryPlan) {
        self.plan = plan
        conditionVerdicts = plan.initialVerdicts
        formLanguages = Array(repeating: [], count: plan.conditions.count)
        activeGeneration = Array(repeating: 0, count: plan.roots.count)
    }

    mutating func verdicts(on subject: QuerySubject, at now: Timestamp?) -> [Verdict] {
        var evaluator = prepare(for: subject, at: now)
        return queryVerdicts(by: &evaluator)
    }

    /// Returns all verdicts at `now`, and those of the aged queries (``QueryPlan/agedQueries``) with every age
    /// condition unknown.
    mutating func verdictsOfAllTimes(
        on subject: QuerySubject, at now: Timestamp
    ) -> (now: [Verdict], atAnyAge: [Verdict]) {
        var evaluator = prepare(for: subject, at: now)
        let verdicts = queryVerdicts(by: &evaluator)
        for condition in plan.ageConditions { conditionVerdicts[condition] = .maybe }
        let atAnyAge = plan.agedQueries.map { query in
            isActive(query) ? verdict(ofQuery: query, by: &evaluator) : plan.verdictsWithoutWords[query]
        }
        return (verdicts, atAnyAge)
    }

    /// Looks up a ticket's words and names. Returns the evaluator of its other conditions, which are evaluated on demand.
    private mutating func prepare(for subject: QuerySubject, at now: Timestamp?) -> ConditionEvaluator {
        conditionVerdicts = plan.initialVerdicts
        active.removeAll(keepingCapacity: true)
        generation += 1
        var texts = TicketTexts(subject.ticket, in: plan.context)
        findWords(of: &texts)
        evaluateSource(subject.ticket.supplier, texts)
        if !plan.lookups.notes.isEmpty { evaluate(plan.lookups.notes, on: texts.notes.map(\.text)) }
        if !plan.lookups.labels.isEmpty { evaluate(plan.lookups.labels, on: texts.notes.compactMap(\.label)) }
        if !plan.lookups.persons.isEmpty { evaluate(plan.lookups.persons, on: texts.persons) }
        return ConditionEvaluator(subject: subject, now: now, zone: plan.context.zone, texts: texts)
    }

    /// Returns the verdicts of all queries. Most have no word in a ticket and are skipped.
    private mutating func queryVerdicts(by evaluator: inout ConditionEvaluator) -> [Verdict] {
        var verdicts = plan.verdictsWithoutWords
        for query in plan.alwaysEvaluated { verdicts[query] = verdict(ofQuery: query, by: &evaluator) }
        for query in active where plan.verdictsWithoutWords[query] != .maybe {
            verdicts[query] = verdict(ofQuery: query, by: &evaluator)
        }
        return verdicts
    }

    private mutating func verdict(ofQuery query: Int, by evaluator: inout ConditionEvaluator) -> Verdict {
        plan.verdict(ofQuery: query) { verdict(ofCondition: $0, by: &evaluator) }
    }

    private mutating func verdict(ofCondition condition: Int, by evaluator: inout ConditionEvaluator) -> Verdict {
        if let known = conditionVerdicts[condition] { return known }
        let verdict =
            formLanguages[condition].isEmpty
            ? evaluator.verdict(plan.conditions[condition])
            : Verdict(!formLanguages[condition].isDisjoint(with: LanguageSet(tag: evaluator.texts.language)))
        conditionVerdicts[condition] = verdict
        return verdict
    }

    private func isActive(_ query: Int) -> Bool {
        plan.verdictsWithoutWords[query] == .maybe || activeGeneration[query] == generation
    }

    // MARK: Words

    private mutating func findWords(of texts: inout TicketTexts) {
        let searched = plan.lookups.words.texts
        if !searched.isDisjoint(with: .inflected) {
            let languages = texts.statedLanguage.map { LanguageSet(tag: $0) } ?? .all
            // Taken out, so that it is changed in place.
            var matcher =
                matchers.removeValue(forKey: languages) ?? WordMatcher(plan.lookups.words, languages: languages)
            let isStated = texts.statedLanguage != nil
            if searched.contains(.title) { findForms(in: texts.titles, .title, by: &matcher, isStated) }
            if searched.contains(.text) { findForms(in: texts.texts, .text, by: &matcher, isStated) }
            matchers[languages] = matcher
        }
        if searched.contains(.author) { findWords(in: texts.authors, .author) }
        if searched.contains(.tag) { findWords(in: texts.tags, .tag) }
        if searched.contains(.url) { findWords(in: texts.links, .url) }
    }

    /// Looks up texts whose words may be inflected.
    private mutating func findForms(
        in list: [String], _ text: ScannedTexts, by matcher: inout WordMatcher, _ languageIsStated: Bool
    ) {
        words.load(list)
        matcher.scan(words, of: text) { found in
            let condition = found.condition
            if languageIsStated || found.languages.isEmpty {
                markMet(condition)
            } else if conditionVerdicts[condition] != .yes {
                // `nil` defers the verdict until the ticket's language is detected. At the ticket's first finding, the
                // languages are still those of an earlier ticket.
                if conditionVerdicts[condition] != nil { formLanguages[condition] = [] }
                formLanguages[condition].formUnion(found.languages)
                conditionVerdicts[condition] = nil
                activate(condition)
            }
        }
    }

    /// Looks up texts whose words are not inflected.
    private mutating func findWords(in list: [String], _ text: ScannedTexts) {
        words.load(list)
        plan.lookups.words.scan(words, of: text) { markMet($0) }
    }

    private mutating func markMet(_ condition: Int) {
        guard conditionVerdicts[condition] != .yes else { return }
        conditionVerdicts[condition] = .yes
        activate(condition)
    }

    private mutating func activate(_ condition: Int) {
        for query in plan.queriesOfCondition[condition] where activeGeneration[query] != generation {
            activeGeneration[query] = generation
            active.append(query)
        }
    }

    // MARK: Names

    /// Evaluates the conditions on the names and topics of the source, once for each source.
    private mutating func evaluateSource(_ supplier: SupplierID, _ texts: TicketTexts) {
        guard !(plan.lookups.sources.isEmpty && plan.lookups.topics.isEmpty) else { return }
        let verdicts =
            sourceVerdicts[supplier]
            ?? SourceVerdicts(
                names: plan.lookups.sources.verdicts(on: texts.sources),
                topics: plan.lookups.topics.verdicts(on: texts.sourceTopics))
        sourceVerdicts[supplier] = verdicts
        record(verdicts.names, of: plan.lookups.sources)
        record(verdicts.topics, of: plan.lookups.topics)
    }

    private mutating func evaluate(_ conditions: NameConditions, on names: [String]) {
        record(conditions.verdicts(on: names), of: conditions)
    }

    private mutating func record(_ verdicts: [Verdict], of conditions: NameConditions) {
        for (condition, verdict) in zip(conditions.conditions, verdicts) { conditionVerdicts[condition] = verdict }
    }
}
