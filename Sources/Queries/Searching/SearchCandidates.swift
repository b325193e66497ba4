/// What a full-text index can say about a query: an expression for FTS5 that finds every ticket which the query picks,
/// and what is left to be asked of those that it finds. <https://sqlite.org/fts5.html#full_text_query_syntax>
public struct SearchCandidates: Hashable, Sendable {
    /// The right side of `MATCH`, over an index of ``SearchDocument``; nil where the index cannot narrow the query down,
    /// so that every ticket is a candidate.
    public let match: String?
    /// What must still be asked of each candidate; nil where the index has answered it all.
    public let residual: Query?

    /// Translates a query.
    ///
    /// - Parameter languages: those that stored tickets are in, as far as there are stemmers; nil for all of them. More
    ///   languages cost more look-ups; one that is missing loses the forms of words in its tickets.
    public init(_ query: Query, languages: [String]? = nil) {
        let known = languages.map { Set($0.compactMap(Stemmer.language)).sorted() } ?? Stemmer.languages
        var translator = SearchTranslator(languages: known)
        let translated = translator.translate(query)
        match = translated.match
        residual = translated.isExact ? nil : translated.residual ?? query
    }

    /// A stem as the index has it.
    static func indexed(_ stem: String, language: String) -> String {
        "\(language)_\(stem)"
    }
}

/// Turns a query into an expression from its leaves up.
private struct SearchTranslator {
    /// What a part of a query comes to.
    struct Part {
        /// Finds every ticket that the part picks; nil where the index knows nothing of it.
        var match: String?
        /// Whether it finds no others.
        var isExact: Bool
        /// What is left to be asked; nil for the part itself.
        var residual: Query?

        static let unknown = Part(match: nil, isExact: false)
    }

    private let languages: [String]
    private var stemmers: [(language: String, stemmer: Stemmer)] = []

    init(languages: [String]) {
        self.languages = languages
    }

    mutating func translate(_ query: Query) -> Part {
        switch query {
        case .everything: Part(match: nil, isExact: true)
        case .condition(let condition): translate(condition)
        case .not: .unknown
        case .all(let parts): all(parts)
        case .any(let parts): any(parts)
        }
    }

    /// Each part narrows the candidates down; those that the index answers are not asked again. FTS5 knows NOT only
    /// behind something that is there.
    private mutating func all(_ parts: [Query]) -> Part {
        var wanted: [String] = []
        var unwanted: [String] = []
        var open: [Query] = []
        var negations: [Query] = []
        for part in parts {
            if case .not(let inner) = part {
                let translated = translate(inner)
                if translated.isExact, let match = translated.match {
                    unwanted.append(match)
                    negations.append(part)
                } else {
                    open.append(part)
                }
                continue
            }
            let translated = translate(part)
            if let match = translated.match { wanted.append(match) }
            if !translated.isExact { open.append(translated.residual ?? part) }
        }
        guard !wanted.isEmpty else {
            return Part(match: nil, isExact: false, residual: .all(of: open + negations))
        }
        let positive = wanted.map { "(\($0))" }.joined(separator: " AND ")
        let match = ([positive] + unwanted.map { "(\($0))" }).joined(separator: " NOT ")
        return Part(match: match, isExact: open.isEmpty, residual: .all(of: open))
    }

    private mutating func any(_ parts: [Query]) -> Part {
        var matches: [String] = []
        var isExact = true
        for part in parts {
            let translated = translate(part)
            guard let match = translated.match else { return .unknown }
            matches.append("(\(match))")
            isExact = isExact && translated.isExact
        }
        return Part(match: matches.joined(separator: " OR "), isExact: isExact)
    }

    private mutating func translate(_ condition: Condition) -> Part {
        switch condition {
        case .words(let pattern, let field): words(pattern, in: field)
        case .site(let host):
            // The names of a host stand next to each other among the words of an address.
            WordPattern(host, .phrase).map { Part(match: "{url} : \(quoted($0))", isExact: false) }
                ?? .unknown
        case .regex, .language, .kind, .trait, .count, .age, .date: .unknown
        }
    }

    private mutating func words(_ pattern: WordPattern, in field: TextField) -> Part {
        switch field {
        case .source: return .unknown
        case .anywhere:
            let found = "{title text author tag} : \(quoted(pattern))"
            guard let forms = forms(of: pattern) else { return Part(match: found, isExact: true) }
            return Part(match: "\(found) OR \(forms)", isExact: true)
        case .title, .text:
            // One column has the stems of both: what it finds may stand in the other.
            let found = "{\(field.rawValue)} : \(quoted(pattern))"
            guard let forms = forms(of: pattern) else { return Part(match: found, isExact: true) }
            return Part(match: "\(found) OR \(forms)", isExact: false)
        case .author, .url:
            return Part(match: "{\(field.rawValue)} : \(quoted(pattern))", isExact: true)
        case .tag: return Part(match: "{tag} : \(quoted(pattern, isWhole: true))", isExact: true)
        }
    }

    /// The pattern's words as a phrase. They hold no quotes: those are no part of words.
    private func quoted(_ pattern: WordPattern, isWhole: Bool = false) -> String {
        var words = Words(pattern.text).list
        if isWhole {
            words.insert(Words.barrier, at: 0)
            if pattern.form != .prefix { words.append(Words.barrier) }
        }
        return "\"\(words.joined(separator: " "))\"" + (pattern.form == .prefix ? " *" : "")
    }

    /// The word's stem in each language; nil where it is looked for as it stands.
    private mutating func forms(of pattern: WordPattern) -> String? {
        guard pattern.form == .word, !languages.isEmpty else { return nil }
        if stemmers.isEmpty {
            stemmers = languages.compactMap { language in
                Stemmer(language: language).map { (language, $0) }
            }
        }
        let word = Words(pattern.text)[0]
        let stems = stemmers.map {
            "\"\(SearchCandidates.indexed($0.stemmer.stem(Array(word.utf8)), language: $0.language))\""
        }
        return "{stem} : (\(stems.joined(separator: " OR ")))"
    }
}
