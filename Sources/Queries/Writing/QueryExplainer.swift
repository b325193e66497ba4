extension Query {
    /// Returns the query in words, such as “items whose title has “ferrari” and that are unread”.
    ///
    /// - Parameter language: `es` for Spanish; any other is English.
    public func explanation(in language: String) -> String {
        let explainer = QueryExplainer(words: language == "es" ? .spanish : .english)
        switch self {
        case .everything: return explainer.words.all
        case .not(.everything): return explainer.words.none
        default: return "\(explainer.words.items) \(explainer.clause(self))"
        }
    }
}

/// Explains a query. Every part is a relative clause, so that clauses can be joined by “and”, “or” and “but not those”.
struct QueryExplainer {
    let words: ExplainerWords

    func clause(_ query: Query) -> String {
        switch query {
        case .everything: words.any
        case .condition(let condition): words.clause(condition, false).text
        case .not(.condition(let condition)): words.clause(condition, true).text
        case .not(let inner): "\(words.except) \(bracketed(inner))"
        case .all(let parts): conjunction(parts)
        case .any(let parts): alternatives(parts)
        }
    }

    // Wanted parts come first, then unwanted ones.
    private func conjunction(_ parts: [Query]) -> String {
        var wanted: [String] = []
        var unwanted: [String] = []
        for part in parts {
            if case .not(let inner) = part {
                unwanted.append(bracketed(inner))
            } else if case .any = part {
                wanted.append(bracketed(part))
            } else {
                wanted.append(clause(part))
            }
        }
        guard !wanted.isEmpty else {
            return "\(words.except) " + unwanted.joined(separator: " \(words.andExcept) ")
        }
        let left = unwanted.map { ", \(words.butNot) \($0)" }.joined()
        return wanted.joined(separator: " \(words.and) ") + left
    }

    private func alternatives(_ parts: [Query]) -> String {
        if let (subject, values) = values(parts) {
            return "\(subject) \(values.dropLast().joined(separator: ", ")) \(words.or) \(values.last ?? "")"
        }
        return
            parts.map { part in
                if case .all = part { bracketed(part) } else { clause(part) }
            }
            .joined(separator: " \(words.or) ")
    }

    /// Returns the values of conditions that begin alike, such as tags.
    private func values(_ parts: [Query]) -> (String, [String])? {
        var subject: String?
        var values: [String] = []
        for part in parts {
            guard case .condition(let condition) = part else { return nil }
            let clause = words.clause(condition, false)
            guard let value = clause.value, subject == nil || subject == clause.subject else {
                return nil
            }
            subject = clause.subject
            values.append(value)
        }
        return subject.map { ($0, values) }
    }

    private func bracketed(_ query: Query) -> String {
        switch query {
        case .all, .any:
            let text = clause(query)
            return values(of: query) ? text : "(\(text))"
        default: return clause(query)
        }
    }

    private func values(of query: Query) -> Bool {
        if case .any(let parts) = query { values(parts) != nil } else { false }
    }
}

/// A condition in words, in two halves of which conditions may share the first.
struct QueryClause {
    let subject: String
    let value: String?

    var text: String { value.map { "\(subject) \($0)" } ?? subject }
}

/// The words of one language for queries.
struct ExplainerWords: Sendable {
    /// “all items”.
    let all: String
    /// “no items”.
    let none: String
    /// “items”, before a clause.
    let items: String
    /// “of any kind”, as a clause.
    let any: String
    /// “other than those”, before a clause.
    let except: String
    /// The same after another such clause.
    let andExcept: String
    /// The same after a wanted clause.
    let butNot: String
    let and: String
    let or: String
    /// The clause for a condition, or for its negation.
    let clause: @Sendable (Condition, Bool) -> QueryClause
}
