internal import EngineConcepts

/// Where one ticket after another is laid and looked at.
///
/// Unchecked, because stemmers may not be shared: a desk is taken out of a ``QuerySet``'s stock for the time of an
/// evaluation, so one thread at a time has it.
final class QueryEvaluator: @unchecked Sendable {
    private var evaluation: Evaluation

    init(_ plan: QueryPlan) {
        evaluation = Evaluation(plan)
    }

    func verdicts(on subject: QuerySubject, at now: Timestamp?) -> [Verdict] {
        evaluation.verdicts(on: subject, at: now)
    }

    /// The same, and what queries that look at a ticket's age say at no particular time, in the order of
    /// ``QueryPlan/agedQueries``.
    func verdictsOfAllTimes(on subject: QuerySubject, at now: Timestamp) -> (now: [Verdict], ever: [Verdict]) {
        evaluation.verdictsOfAllTimes(on: subject, at: now)
    }
}

/// What is found in a ticket, and room that is used again for the next.
private struct Evaluation {
    private let plan: QueryPlan
    /// What is known of each condition; nil where nobody asked yet.
    private var answers: [Verdict?]
    /// The languages in which a ticket of unstated language meets a condition by a form of its word.
    private var formLanguages: [LanguageSet]
    /// The queries whose words were found, and for which ticket each was last among them.
    private var woken: [Int] = []
    private var wokenFor: [Int]
    private var ticket = 0
    private var words = Words()
    /// By the languages that forms are looked for in.
    private var memories: [LanguageSet: WordMemory] = [:]
    /// What each source's name says to the conditions that ask for it, by supplier.
    private var sources: [SupplierID: [Verdict]] = [:]

    init(_ plan: QueryPlan) {
        self.plan = plan
        answers = plan.blank
        formLanguages = Array(repeating: [], count: plan.conditions.count)
        wokenFor = Array(repeating: 0, count: plan.roots.count)
    }

    mutating func verdicts(on subject: QuerySubject, at now: Timestamp?) -> [Verdict] {
        var facts = begin(subject, at: now)
        return decide(&facts)
    }

    mutating func verdictsOfAllTimes(on subject: QuerySubject, at now: Timestamp) -> (now: [Verdict], ever: [Verdict]) {
        var facts = begin(subject, at: now)
        let verdicts = decide(&facts)
        for condition in plan.ageConditions { answers[condition] = .maybe }
        let ever = plan.agedQueries.map { query in
            isAwake(query) ? verdict(query, &facts) : plan.verdictsWithoutWords[query]
        }
        return (verdicts, ever)
    }

    /// Looks for words in a ticket; the rest is looked at when it is asked for.
    private mutating func begin(_ subject: QuerySubject, at now: Timestamp?) -> FactReader {
        answers = plan.blank
        woken.removeAll(keepingCapacity: true)
        ticket += 1
        let supplier = subject.ticket.supplier
        var texts = TicketTexts(subject.ticket, sourceName: plan.surroundings.sourceNames[supplier])
        look(at: &texts)
        answerSources(of: supplier, texts.sources)
        return FactReader(subject: subject, now: now, zone: plan.surroundings.zone, texts: texts)
    }

    /// Most queries have no word in a ticket, and need not be asked.
    private mutating func decide(_ facts: inout FactReader) -> [Verdict] {
        var verdicts = plan.verdictsWithoutWords
        for query in plan.alwaysAsked { verdicts[query] = verdict(query, &facts) }
        for query in woken where plan.verdictsWithoutWords[query] != .maybe { verdicts[query] = verdict(query, &facts) }
        return verdicts
    }

    private mutating func verdict(_ query: Int, _ facts: inout FactReader) -> Verdict {
        plan.verdict(query) { answer($0, &facts) }
    }

    private mutating func answer(_ condition: Int, _ facts: inout FactReader) -> Verdict {
        if let known = answers[condition] { return known }
        let answer =
            formLanguages[condition].isEmpty
            ? facts.verdict(plan.conditions[condition])
            : Verdict(!formLanguages[condition].isDisjoint(with: LanguageSet(tag: facts.texts.language)))
        answers[condition] = answer
        return answer
    }

    private func isAwake(_ query: Int) -> Bool {
        plan.verdictsWithoutWords[query] == .maybe || wokenFor[query] == ticket
    }

    // MARK: Words

    private mutating func look(at texts: inout TicketTexts) {
        let fields = plan.words.fields
        if !fields.isDisjoint(with: .inflected) {
            let languages = texts.stated.map { LanguageSet(tag: $0) } ?? .all
            var memory = memories.removeValue(forKey: languages) ?? WordMemory(plan.words, languages: languages)
            let isStated = texts.stated != nil
            if fields.contains(.title) { look(at: texts.titles, .title, by: &memory, isStated) }
            if fields.contains(.text) { look(at: texts.texts, .text, by: &memory, isStated) }
            memories[languages] = memory
        }
        if fields.contains(.author) { look(at: texts.authors, .author) }
        if fields.contains(.tag) { look(at: texts.tags, .tag) }
        if fields.contains(.url) { look(at: texts.links, .url) }
    }

    /// Looks at texts that are written in a language.
    private mutating func look(
        at list: [String], _ field: FieldSet, by memory: inout WordMemory, _ languageIsStated: Bool
    ) {
        read(list)
        memory.scan(words, field: field) { found in
            let condition = found.condition
            if languageIsStated || found.languages.isEmpty {
                meet(condition)
            } else if answers[condition] != .yes {
                if answers[condition] != nil { formLanguages[condition] = [] }
                formLanguages[condition].formUnion(found.languages)
                answers[condition] = nil
                wake(condition)
            }
        }
    }

    /// Looks at names.
    private mutating func look(at list: [String], _ field: FieldSet) {
        read(list)
        plan.words.scan(words, field: field) { meet($0) }
    }

    private mutating func read(_ list: [String]) {
        words.removeAll()
        for (index, text) in list.enumerated() {
            if index > 0 { words.appendBarrier() }
            words.append(text)
        }
    }

    private mutating func meet(_ condition: Int) {
        guard answers[condition] != .yes else { return }
        answers[condition] = .yes
        wake(condition)
    }

    private mutating func wake(_ condition: Int) {
        for query in plan.queriesOfCondition[condition] where wokenFor[query] != ticket {
            wokenFor[query] = ticket
            woken.append(query)
        }
    }

    // MARK: Sources

    /// Names of sources are few: what they say is worked out once for each.
    private mutating func answerSources(of supplier: SupplierID, _ names: [String]) {
        guard !plan.sourceConditions.isEmpty else { return }
        let verdicts = sources[supplier] ?? plan.sourceVerdicts(of: names)
        sources[supplier] = verdicts
        for (condition, verdict) in zip(plan.sourceConditions, verdicts) {
            answers[condition] = verdict
        }
    }
}
