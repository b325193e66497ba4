import EngineConcepts

/// Evaluates the queries of a set on one ticket after another, with storage that is reused for the next.
///
/// Unchecked because stemmers are not thread-safe: ``QuerySet`` lends an evaluator to one evaluation at a time.
struct QueryEvaluator: @unchecked Sendable {
    private let plan: QueryPlan
    /// The verdict of each condition, or `nil` before it is evaluated.
    private var answers: [Verdict?]
    /// The languages in which a ticket of unstated language meets a condition by a form of its word.
    private var formLanguages: [LanguageSet]
    /// The queries whose words were found in the current ticket.
    private var active: [Int] = []
    /// The generation in which each query was last activated.
    private var activeGeneration: [Int]
    /// Counts the tickets, so that activations of previous ones need no reset.
    private var generation = 0
    private var words = Words()
    /// The word caches, by the languages of their stemmers.
    private var caches: [LanguageSet: WordCache] = [:]
    /// The verdicts on a source, by supplier.
    private var sources: [SupplierID: SourceVerdicts] = [:]

    /// The verdicts on the names of a source and on its topics.
    private struct SourceVerdicts {
        let names: [Verdict]
        let topics: [Verdict]
    }

    init(_ plan: QueryPlan) {
        self.plan = plan
        answers = plan.blank
        formLanguages = Array(repeating: [], count: plan.conditions.count)
        activeGeneration = Array(repeating: 0, count: plan.roots.count)
    }

    mutating func verdicts(on subject: QuerySubject, at now: Timestamp?) -> [Verdict] {
        var evaluator = begin(subject, at: now)
        return decide(&evaluator)
    }

    /// Returns all verdicts at `now`, and those of the aged queries (``QueryPlan/agedQueries``) with every age
    /// condition unknown.
    mutating func verdictsOfAllTimes(
        on subject: QuerySubject, at now: Timestamp
    ) -> (now: [Verdict], atAnyAge: [Verdict]) {
        var evaluator = begin(subject, at: now)
        let verdicts = decide(&evaluator)
        for condition in plan.ageConditions { answers[condition] = .maybe }
        let atAnyAge = plan.agedQueries.map { query in
            isActive(query) ? verdict(query, &evaluator) : plan.verdictsWithoutWords[query]
        }
        return (verdicts, atAnyAge)
    }

    /// Looks up a ticket's words; other conditions are evaluated on demand.
    private mutating func begin(_ subject: QuerySubject, at now: Timestamp?) -> ConditionEvaluator {
        answers = plan.blank
        active.removeAll(keepingCapacity: true)
        generation += 1
        let supplier = subject.ticket.supplier
        var texts = TicketTexts(subject.ticket, in: plan.context)
        findWords(of: &texts)
        answerSources(of: supplier, texts)
        if !plan.lookups.notes.isEmpty { answer(plan.lookups.notes, on: texts.notes.map(\.text)) }
        if !plan.lookups.labels.isEmpty { answer(plan.lookups.labels, on: texts.notes.compactMap(\.label)) }
        if !plan.lookups.persons.isEmpty { answer(plan.lookups.persons, on: texts.persons) }
        return ConditionEvaluator(subject: subject, now: now, zone: plan.context.zone, texts: texts)
    }

    /// Returns the verdicts of all queries. Most have no word in a ticket and are skipped.
    private mutating func decide(_ evaluator: inout ConditionEvaluator) -> [Verdict] {
        var verdicts = plan.verdictsWithoutWords
        for query in plan.unconditional { verdicts[query] = verdict(query, &evaluator) }
        for query in active where plan.verdictsWithoutWords[query] != .maybe {
            verdicts[query] = verdict(query, &evaluator)
        }
        return verdicts
    }

    private mutating func verdict(_ query: Int, _ evaluator: inout ConditionEvaluator) -> Verdict {
        plan.verdict(query) { answer($0, &evaluator) }
    }

    private mutating func answer(_ condition: Int, _ evaluator: inout ConditionEvaluator) -> Verdict {
        if let known = answers[condition] { return known }
        let answer =
            formLanguages[condition].isEmpty
            ? evaluator.verdict(plan.conditions[condition])
            : Verdict(!formLanguages[condition].isDisjoint(with: LanguageSet(tag: evaluator.texts.language)))
        answers[condition] = answer
        return answer
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
            var cache = caches.removeValue(forKey: languages) ?? WordCache(plan.lookups.words, languages: languages)
            let isStated = texts.statedLanguage != nil
            if searched.contains(.title) { findWords(in: texts.titles, .title, by: &cache, isStated) }
            if searched.contains(.text) { findWords(in: texts.texts, .text, by: &cache, isStated) }
            caches[languages] = cache
        }
        if searched.contains(.author) { findWords(in: texts.authors, .author) }
        if searched.contains(.tag) { findWords(in: texts.tags, .tag) }
        if searched.contains(.url) { findWords(in: texts.links, .url) }
    }

    /// Looks up texts in a known language.
    private mutating func findWords(
        in list: [String], _ text: ScannedTexts, by cache: inout WordCache, _ languageIsStated: Bool
    ) {
        words.load(list)
        cache.scan(words, of: text) { found in
            let condition = found.condition
            if languageIsStated || found.languages.isEmpty {
                markMet(condition)
            } else if answers[condition] != .yes {
                // `nil` defers the verdict until the ticket's language is detected; a stale set is cleared on the
                // ticket's first finding.
                if answers[condition] != nil { formLanguages[condition] = [] }
                formLanguages[condition].formUnion(found.languages)
                answers[condition] = nil
                activate(condition)
            }
        }
    }

    /// Looks up names.
    private mutating func findWords(in list: [String], _ text: ScannedTexts) {
        words.load(list)
        plan.lookups.words.scan(words, of: text) { markMet($0) }
    }

    private mutating func markMet(_ condition: Int) {
        guard answers[condition] != .yes else { return }
        answers[condition] = .yes
        activate(condition)
    }

    private mutating func activate(_ condition: Int) {
        for query in plan.queriesOfCondition[condition] where activeGeneration[query] != generation {
            activeGeneration[query] = generation
            active.append(query)
        }
    }

    // MARK: Sources

    /// Answers the conditions about the source. Sources are few: their verdicts are cached.
    private mutating func answerSources(of supplier: SupplierID, _ texts: TicketTexts) {
        guard !(plan.lookups.sources.isEmpty && plan.lookups.topics.isEmpty) else { return }
        let verdicts =
            sources[supplier]
            ?? SourceVerdicts(
                names: plan.lookups.sources.verdicts(on: texts.sources),
                topics: plan.lookups.topics.verdicts(on: texts.sourceTopics))
        sources[supplier] = verdicts
        answer(plan.lookups.sources, by: verdicts.names)
        answer(plan.lookups.topics, by: verdicts.topics)
    }

    private mutating func answer(_ conditions: NameConditions, on names: [String]) {
        answer(conditions, by: conditions.verdicts(on: names))
    }

    private mutating func answer(_ names: NameConditions, by verdicts: [Verdict]) {
        for (condition, verdict) in zip(names.conditions, verdicts) { answers[condition] = verdict }
    }
}
