internal import EngineConcepts

/// Where one ticket after another is laid and looked at.
///
/// Unchecked, because stemmers may not be shared: a desk is taken out of a ``QuerySet``'s stock for the time of an
/// evaluation, so one thread at a time has it.
final class EvaluationDesk: @unchecked Sendable {
    private var evaluation: Evaluation

    init(_ plan: QueryPlan) {
        evaluation = Evaluation(plan)
    }

    func verdicts(on subject: QuerySubject, at now: Timestamp?) -> [Verdict] {
        evaluation.verdicts(on: subject, at: now)
    }
}

/// What is found in a ticket, and room that is used again for the next.
private struct Evaluation {
    private let plan: QueryPlan
    /// What is known of each condition; nil where nobody asked yet.
    private var answers: [Verdict?]
    private var words = Words()
    private var forms: [String: WordForms] = [:]
    /// What each source's name says to the conditions that ask for it, by supplier.
    private var sources: [SupplierID: [Verdict]] = [:]

    init(_ plan: QueryPlan) {
        self.plan = plan
        answers = plan.blank
    }

    mutating func verdicts(on subject: QuerySubject, at now: Timestamp?) -> [Verdict] {
        let plan = plan
        for number in answers.indices { answers[number] = plan.blank[number] }
        var texts = TicketTexts(
            subject.ticket, sourceName: plan.surroundings.sourceNames[subject.ticket.supplier])
        let language = plan.looksAtLanguage ? texts.language : nil
        look(at: &texts, plan, language: language.flatMap(Stemmer.language))
        answerSources(of: subject.ticket.supplier, texts.sources, plan)
        var facts = FactReader(
            subject: subject, language: language, now: now, zone: plan.surroundings.zone, texts: texts)
        return plan.roots.map { verdict($0, plan, &facts) }
    }

    private mutating func verdict(_ number: Int, _ plan: QueryPlan, _ facts: inout FactReader)
        -> Verdict
    {
        let node = plan.nodes[number]
        switch node.kind {
        case .constant:
            return node.value == 0 ? .no : .yes
        case .condition:
            if let known = answers[node.value] { return known }
            let answer = facts.verdict(plan.conditions[node.value])
            answers[node.value] = answer
            return answer
        case .not:
            return verdict(node.value, plan, &facts).negated
        case .all:
            var least = Verdict.yes
            var part = node.value
            while part >= 0, least != .no {
                least = min(least, verdict(part, plan, &facts))
                part = plan.nodes[part].next
            }
            return least
        case .any:
            var most = Verdict.no
            var part = node.value
            while part >= 0, most != .yes {
                most = max(most, verdict(part, plan, &facts))
                part = plan.nodes[part].next
            }
            return most
        }
    }

    // MARK: Words

    private mutating func look(at texts: inout TicketTexts, _ plan: QueryPlan, language: String?) {
        let fields = plan.words.fields
        if fields.contains(.title) { look(at: texts.titles, .title, plan, language) }
        if fields.contains(.text) { look(at: texts.texts, .text, plan, language) }
        if fields.contains(.author) { look(at: texts.authors, .author, plan, nil) }
        if fields.contains(.tag) { look(at: texts.tags, .tag, plan, nil) }
        if fields.contains(.url) { look(at: texts.links, .url, plan, nil) }
    }

    private mutating func look(
        at list: [String], _ field: FieldSet, _ plan: QueryPlan, _ language: String?
    ) {
        words.removeAll()
        for (index, text) in list.enumerated() {
            if index > 0 { words.appendBarrier() }
            words.append(text)
        }
        plan.words.scan(words, field: field) { number, _ in answers[number] = .yes }
        guard let language, !plan.words.inflected.isEmpty, let forms = forms(of: language) else {
            return
        }
        forms.scan(words) { entry, _ in
            if entry.fields.contains(field) { answers[entry.condition] = .yes }
        }
    }

    private mutating func forms(of language: String) -> WordForms? {
        if let known = forms[language] { return known }
        let made = WordForms(plan.words.inflected, language: language)
        forms[language] = made
        return made
    }

    // MARK: Sources

    /// Names of sources are few: what they say is worked out once for each.
    private mutating func answerSources(of supplier: SupplierID, _ names: [String], _ plan: QueryPlan) {
        guard !plan.sourceConditions.isEmpty else { return }
        let verdicts = sources[supplier] ?? plan.sourceVerdicts(of: names)
        sources[supplier] = verdicts
        for (condition, verdict) in zip(plan.sourceConditions, verdicts) {
            answers[condition] = verdict
        }
    }
}
