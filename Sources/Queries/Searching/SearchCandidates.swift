/// The part of a query that a full-text index can answer: an FTS5 expression that finds every matching ticket, and the
/// query that is left to check. <https://sqlite.org/fts5.html#full_text_query_syntax>
public struct SearchCandidates: Hashable, Sendable {
    /// The right side of `MATCH` over an index of ``SearchDocument``, or `nil` if the index cannot narrow the query.
    public let match: String?
    /// The query to check on each candidate, or `nil` if the index has answered it all.
    public let residual: Query?

    /// Translates a query.
    public init(_ query: Query) {
        var translator = SearchTranslator()
        let translated = translator.translate(query)
        match = translated.match
        residual = translated.isExact ? nil : translated.residual ?? query
    }

    /// Returns a stem in the form of the index.
    static func indexed(_ stem: String, language: String) -> String {
        "\(language)_\(stem)"
    }
}

/// Builds an expression from the leaves of a query.
private struct SearchTranslator {
    /// The translation of a part of a query.
    struct Part {
        /// An expression that finds every ticket the part matches, or `nil` if the index has none.
        var match: String?
        /// True if it finds no others.
        var isExact: Bool
        /// The query that is left to check, or `nil` for the part itself.
        var residual: Query?

        static let unknown = Part(match: nil, isExact: false)
    }

    private var stemmers: [(language: String, stemmer: Stemmer)] = []

    mutating func translate(_ query: Query) -> Part {
        switch query {
        case .everything: Part(match: nil, isExact: true)
        case .condition(let condition): translate(condition)
        case .not: .unknown
        case .all(let parts): all(parts)
        case .any(let parts): any(parts)
        }
    }

    /// Narrows the candidates by each part and checks the rest. FTS5 knows NOT as a binary operator only.
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
        case .words(let pattern, let scope): words(pattern, in: scope)
        case .site(let host): site(host)
        case .regex, .language, .kind, .trait, .count, .age, .date: .unknown
        }
    }

    /// Finds the labels of a host, which are adjacent among the words of an address. Only those behind the last international
    /// one, which has two spellings.
    private func site(_ host: String) -> Part {
        let labels = host.split(separator: ".")
        let international = labels.lastIndex { $0.hasPrefix("xn--") || $0.utf8.contains { $0 >= 0x80 } }
        let searched = labels[(international.map { $0 + 1 } ?? 0)...].joined(separator: ".")
        return WordPattern(searched, .phrase).map { Part(match: "{url} : \(quoted($0))", isExact: false) } ?? .unknown
    }

    private mutating func words(_ pattern: WordPattern, in scope: SearchScope) -> Part {
        switch scope {
        case .source, .topic, .note, .label, .person: return .unknown
        case .anywhere, .title, .text:
            let found = "{\(scope == .anywhere ? "title text author tag" : scope.rawValue)} : \(quoted(pattern))"
            guard let forms = forms(of: pattern) else { return Part(match: found, isExact: true) }
            // One column holds the stems of titles and texts: a match may be in the other.
            return Part(match: "\(found) OR \(forms)", isExact: scope == .anywhere)
        case .author, .url:
            return Part(match: "{\(scope.rawValue)} : \(quoted(pattern))", isExact: true)
        case .tag: return Part(match: "{tag} : \(quoted(pattern, isWhole: true))", isExact: true)
        }
    }

    /// Returns the pattern's words as a phrase. Words contain no quotes.
    private func quoted(_ pattern: WordPattern, isWhole: Bool = false) -> String {
        var words = Words(pattern.text).list
        if isWhole {
            words.insert(Words.barrier, at: 0)
            if pattern.form != .prefix { words.append(Words.barrier) }
        }
        return "\"\(words.joined(separator: " "))\"" + (pattern.form == .prefix ? " *" : "")
    }

    /// Returns the word's stem in each language, or `nil` if it is searched as written.
    private mutating func forms(of pattern: WordPattern) -> String? {
        guard pattern.form == .word else { return nil }
        if stemmers.isEmpty {
            stemmers = Stemmer.languages.compactMap { language in
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
