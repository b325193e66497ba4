extension ExplainerWords {
    static let english = ExplainerWords(
        all: "all items", none: "no items", items: "items", any: "of any kind", except: "other than those",
        andExcept: "and those", butNot: "but not those", and: "and", or: "or",
        clause: { QueryClause(english: $0, isNegated: $1) })
}

extension QueryClause {
    fileprivate init(english condition: Condition, isNegated: Bool) {
        let isVerb = isNegated ? "is not" : "is"
        switch condition {
        case .words(let pattern, let field):
            (subject, value) = (Self.subject(field, isNegated: isNegated), Self.quoted(pattern))
        case .regex(let pattern, let field):
            subject =
                field == .anywhere
                ? (isNegated ? "that do not match" : "that match")
                : "whose \(Self.name(field)) \(isNegated ? "does not match" : "matches")"
            value = "/\(pattern.source)/"
        case .site(let host):
            (subject, value) = (isNegated ? "that do not lead to" : "that lead to", host)
        case .language(let tag): (subject, value) = ("whose language \(isVerb)", tag)
        case .kind(_, let name): (subject, value) = ("whose source \(isVerb) of the kind", name)
        case .trait(let trait):
            (subject, value) = (Self.trait(trait, isNegated: isNegated), nil)
        case .count(let field, let range):
            let not = isNegated ? "not " : ""
            switch field {
            case .score: subject = "whose score is \(not)\(Self.range(range))"
            case .likes: subject = "whose likes are \(not)\(Self.range(range))"
            case .boosts: subject = "whose boosts are \(not)\(Self.range(range))"
            case .replies: subject = "whose replies are \(not)\(Self.range(range))"
            }
            value = nil
        case .age(let range):
            subject = "that are \(isNegated ? "not " : "")\(Self.age(range))"
            value = nil
        case .date(let range):
            subject = "whose date \(isVerb) \(Self.dates(range))"
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
        case .topic: "topic"
        case .note: "author’s note"
        case .label: "author’s label"
        case .person: "person"
        }
    }

    private static func subject(_ field: TextField, isNegated: Bool) -> String {
        switch field {
        case .anywhere: isNegated ? "that do not have" : "that have"
        case .tag: isNegated ? "that are not tagged" : "that are tagged"
        case .author, .source, .person:
            isNegated ? "whose \(name(field)) is not called" : "whose \(name(field)) is called"
        case .topic:
            isNegated ? "whose source is not in the topic" : "whose source is in the topic"
        case .label: isNegated ? "by authors not labelled" : "by authors labelled"
        case .note: isNegated ? "by authors without a note about" : "by authors with a note about"
        case .title, .text, .url:
            isNegated ? "whose \(name(field)) does not have" : "whose \(name(field)) has"
        }
    }

    private static func quoted(_ pattern: WordPattern) -> String {
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
        case .note: isNegated ? "by authors without a note" : "by authors with a note"
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
        let (number, letter) = ValueReader.inLargestUnit(seconds)
        return "\(number) \(names[letter] ?? "")\(number == 1 ? "" : "s")"
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
