internal import EngineConcepts

/// Where one ticket after another is laid and looked at: what is found, and room that is used again.
///
/// Unchecked, because stemmers may not be shared: a desk is taken out of a ``QuerySet``'s stock for the time of an
/// evaluation, so one thread at a time has it.
final class EvaluationDesk: @unchecked Sendable {
    private let plan: QueryPlan
    /// What is known of each condition; nil where nobody asked yet.
    private var answers: [Verdict?]
    private var words = Words()
    private var forms: [String: WordForms] = [:]

    init(_ plan: QueryPlan) {
        self.plan = plan
        answers = [Verdict?](repeating: nil, count: plan.conditions.count)
    }

    func verdicts(on subject: QuerySubject, at now: Timestamp?) -> [Verdict] {
        for number in answers.indices { answers[number] = nil }
        for entry in plan.words.entries { answers[entry.condition] = .no }
        var texts = TicketTexts(subject.ticket, sourceName: plan.surroundings.sourceNames[subject.ticket.supplier])
        let language = subject.ticket.body.language.flatMap(Stemmer.language)
        look(at: &texts, language: language)
        var facts = TicketFacts(subject: subject, now: now, zone: plan.surroundings.zone, texts: texts)
        return plan.roots.map { verdict($0, &facts) }
    }

    private func verdict(_ node: QueryPlan.Node, _ facts: inout TicketFacts) -> Verdict {
        switch node {
        case .constant(let isMet):
            return Verdict(isMet)
        case .condition(let number):
            if let known = answers[number] { return known }
            let answer = facts.verdict(plan.conditions[number])
            answers[number] = answer
            return answer
        case .not(let inner):
            return verdict(inner, &facts).negated
        case .all(let parts):
            var least = Verdict.yes
            for part in parts where least != .no { least = min(least, verdict(part, &facts)) }
            return least
        case .any(let parts):
            var most = Verdict.no
            for part in parts where most != .yes { most = max(most, verdict(part, &facts)) }
            return most
        }
    }

    // MARK: Words

    private func look(at texts: inout TicketTexts, language: String?) {
        let fields = plan.wordFields
        if fields.contains(.title) { look(at: texts.titles, .title, language) }
        if fields.contains(.text) { look(at: texts.texts, .text, language) }
        if fields.contains(.author) { look(at: texts.authors, .author, nil) }
        if fields.contains(.tag) { look(at: texts.tags, .tag, nil) }
        if fields.contains(.url) { look(at: texts.links, .url, nil) }
    }

    private func look(at list: [String], _ field: FieldSet, _ language: String?) {
        words.removeAll()
        for (index, text) in list.enumerated() {
            if index > 0 { words.appendBarrier() }
            words.append(text)
        }
        plan.words.scan(words, field: field) { answers[$0] = .yes }
        guard let language, !plan.words.inflected.isEmpty, let forms = forms(of: language) else { return }
        for index in 0..<words.count {
            for entry in forms.entries(of: words.bytes[words.range(index)]) where entry.fields.contains(field) {
                answers[entry.condition] = .yes
            }
        }
    }

    private func forms(of language: String) -> WordForms? {
        if let known = forms[language] { return known }
        let made = WordForms(plan.words.inflected, language: language)
        forms[language] = made
        return made
    }
}

/// The words that are found in any of their forms, by their stem in one language. Remembers what it was asked: a few
/// thousand words are most of all text, and stemming costs more than all the rest.
private final class WordForms {
    private let stemmer: Stemmer
    private var byStem: [String: [WordIndex.Entry]] = [:]
    private var known: [String: [WordIndex.Entry]] = [:]

    /// How many words are remembered at most.
    private static let most = 50_000

    init?(_ entries: [WordIndex.Entry], language: String) {
        guard let stemmer = Stemmer(language: language) else { return nil }
        self.stemmer = stemmer
        for entry in entries {
            byStem[stemmer.stem(entry.words[0]), default: []].append(entry)
        }
    }

    func entries(of word: ArraySlice<UInt8>) -> [WordIndex.Entry] {
        let key = String(decoding: word, as: UTF8.self)
        if let entries = known[key] { return entries }
        if known.count >= WordForms.most { known.removeAll(keepingCapacity: true) }
        let entries = byStem[stemmer.stem(word)] ?? []
        known[key] = entries
        return entries
    }
}
