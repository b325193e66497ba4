extension Query {
    /// What the query picks, in words: “tickets whose title has “ferrari” and that are unread”.
    public var explanation: String {
        switch self {
        case .everything: "all tickets"
        case .not(.everything): "no tickets"
        default: "tickets " + QueryExplainer.clause(self)
        }
    }
}

/// Puts a query into words. Every part is a clause that begins with a relative pronoun, so that clauses can be strung
/// together by “and”, “or” and “but not those”.
enum QueryExplainer {
    static func clause(_ query: Query) -> String {
        switch query {
        case .everything: "of any kind"
        case .condition(let condition): Clause(condition, isNegated: false).text
        case .not(.condition(let condition)): Clause(condition, isNegated: true).text
        case .not(let inner): "other than those " + bracketed(inner)
        case .all(let parts): conjunction(parts)
        case .any(let parts): alternatives(parts)
        }
    }

    /// What is asked for comes first, then what is left out.
    private static func conjunction(_ parts: [Query]) -> String {
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
            return "other than those " + unwanted.joined(separator: " and those ")
        }
        let left = unwanted.map { ", but not those \($0)" }.joined()
        return wanted.joined(separator: " and ") + left
    }

    private static func alternatives(_ parts: [Query]) -> String {
        if let (subject, values) = values(parts) {
            return "\(subject) \(values.dropLast().joined(separator: ", ")) or \(values.last ?? "")"
        }
        return
            parts.map { part in
                if case .all = part { bracketed(part) } else { clause(part) }
            }
            .joined(separator: " or ")
    }

    /// The values of conditions that begin alike, such as tags.
    private static func values(_ parts: [Query]) -> (String, [String])? {
        var subject: String?
        var values: [String] = []
        for part in parts {
            guard case .condition(let condition) = part else { return nil }
            let clause = Clause(condition, isNegated: false)
            guard let value = clause.value, subject == nil || subject == clause.subject else {
                return nil
            }
            subject = clause.subject
            values.append(value)
        }
        return subject.map { ($0, values) }
    }

    private static func bracketed(_ query: Query) -> String {
        switch query {
        case .all, .any:
            let text = clause(query)
            return values(of: query) ? text : "(\(text))"
        default: return clause(query)
        }
    }

    private static func values(of query: Query) -> Bool {
        if case .any(let parts) = query { values(parts) != nil } else { false }
    }
}

/// A condition in words, in two halves where others could share the first.
private struct Clause {
    let subject: String
    let value: String?

    var text: String { value.map { "\(subject) \($0)" } ?? subject }

    init(_ condition: Condition, isNegated: Bool) {
        let isVerb = isNegated ? "is not" : "is"
        switch condition {
        case .words(let pattern, let field):
            (subject, value) = (Clause.subject(field, isNegated: isNegated), Clause.words(pattern))
        case .regex(let pattern, let field):
            subject =
                field == .anywhere
                ? (isNegated ? "that do not match" : "that match")
                : "whose \(Clause.name(field)) \(isNegated ? "does not match" : "matches")"
            value = "/\(pattern.source)/"
        case .site(let host):
            (subject, value) = (isNegated ? "that do not lead to" : "that lead to", host)
        case .language(let tag): (subject, value) = ("whose language \(isVerb)", tag)
        case .kind(let kind): (subject, value) = ("whose source \(isVerb) of the kind", kind)
        case .trait(let trait):
            (subject, value) = (Clause.trait(trait, isNegated: isNegated), nil)
        case .count(let field, let range):
            let not = isNegated ? "not " : ""
            switch field {
            case .score: subject = "whose score is \(not)\(Clause.range(range))"
            case .likes: subject = "whose likes are \(not)\(Clause.range(range))"
            case .boosts: subject = "whose boosts are \(not)\(Clause.range(range))"
            case .replies: subject = "whose replies are \(not)\(Clause.range(range))"
            }
            value = nil
        case .age(let range):
            subject = "that are \(isNegated ? "not " : "")\(Clause.age(range))"
            value = nil
        case .date(let range):
            subject = "whose date \(isVerb) \(Clause.dates(range))"
            value = nil
        }
    }

    private static func name(_ field: TextField) -> String {
        switch field {
        case .anywhere: "words"
        case .title: "title"
        case .text: "text"
        case .author: "author"
        case .tag: "tag"
        case .url: "address"
        case .source: "source"
        }
    }

    private static func subject(_ field: TextField, isNegated: Bool) -> String {
        switch field {
        case .anywhere: isNegated ? "that do not have" : "that have"
        case .tag: isNegated ? "that are not tagged" : "that are tagged"
        case .author, .source:
            isNegated ? "whose \(name(field)) is not called" : "whose \(name(field)) is called"
        case .title, .text, .url:
            isNegated ? "whose \(name(field)) does not have" : "whose \(name(field)) has"
        }
    }

    private static func words(_ pattern: WordPattern) -> String {
        pattern.form == .prefix ? "“\(pattern.text)…”" : "“\(pattern.text)”"
    }

    private static func trait(_ trait: Trait, isNegated: Bool) -> String {
        switch trait {
        case .unread: isNegated ? "that are not unread" : "that are unread"
        case .read: isNegated ? "that are not read" : "that are read"
        case .starred: isNegated ? "that are not starred" : "that are starred"
        case .later: isNegated ? "that are not to be read later" : "that are to be read later"
        case .boost: isNegated ? "that are not boosts" : "that are boosts"
        case .reply: isNegated ? "that are not replies" : "that are replies"
        case .quote: isNegated ? "that quote nothing" : "that quote something"
        case .edited: isNegated ? "that were not edited" : "that were edited"
        case .late: isNegated ? "that did not come late" : "that came late"
        case .duplicate: isNegated ? "that are not duplicates" : "that are duplicates"
        case .image: isNegated ? "without pictures" : "with pictures"
        case .video: isNegated ? "without videos" : "with videos"
        case .audio: isNegated ? "without sound" : "with sound"
        case .media: isNegated ? "without media" : "with media"
        case .enclosure: isNegated ? "without enclosures" : "with enclosures"
        case .link: isNegated ? "without a link" : "with a link"
        case .warning: isNegated ? "without a content warning" : "with a content warning"
        case .title: isNegated ? "without a title" : "with a title"
        case .tag: isNegated ? "without tags" : "with tags"
        case .language: isNegated ? "without a known language" : "with a known language"
        }
    }

    private static func range(_ range: NumberRange) -> String {
        switch (range.least, range.most) {
        case (let least?, let most?): least == most ? "\(least)" : "from \(least) to \(most)"
        case (let least?, nil): least == 0 ? "known" : "over \(least - 1)"
        case (nil, let most): "under \((most ?? 0) + 1)"
        }
    }

    private static func age(_ range: AgeRange) -> String {
        switch (range.atLeast, range.lessThan) {
        case (let atLeast?, let lessThan?): "between \(length(atLeast)) and \(length(lessThan)) old"
        case (let atLeast?, nil): "older than \(length(atLeast))"
        case (nil, let lessThan): "younger than \(length(lessThan ?? 0))"
        }
    }

    private static func length(_ seconds: Int) -> String {
        let names: [Character: String] = [
            "y": "year", "w": "week", "d": "day", "h": "hour", "m": "minute", "s": "second",
        ]
        for unit in ValueReader.units where seconds > 0 && seconds % unit.seconds == 0 {
            let number = seconds / unit.seconds
            let name = names[unit.letter] ?? ""
            return "\(number) \(name)\(number == 1 ? "" : "s")"
        }
        return "\(seconds) seconds"
    }

    private static func dates(_ range: DateRange) -> String {
        switch (range.from, range.through) {
        case (let from?, let through?):
            from == through ? "in \(from)" : "from \(from) through \(through)"
        case (let from?, nil): "\(from) or later"
        case (nil, let through): through.map { "\($0) or earlier" } ?? "known"
        }
    }
}
