public import EngineConcepts

/// A condition of a query on a ticket.
public enum Condition: Hashable, Sendable {
    /// Its words include these.
    case words(WordPattern, in: SearchScope)
    /// One of its texts matches this expression.
    case regex(RegexPattern, in: SearchScope)
    /// It links to this host or a subdomain. In lower case, as in `example.org`.
    case site(String)
    /// It is in this language: a BCP 47 tag in lower case. `pt` includes `pt-BR`; `pt-br` excludes `pt`.
    case language(String)
    /// It is from this kind of source, which has this name in queries.
    case kind(SupplierKind, name: String)
    case trait(Trait)
    /// The count is in this range; false if the source does not report it.
    case count(ReactionCount, NumberRange)
    /// Its displayed time is this long ago.
    case age(AgeRange)
    /// Its displayed time is within these days of the user's calendar.
    case date(DateRange)

    /// The inputs of the condition other than a ticket's content.
    public var dependencies: Query.Dependencies {
        switch self {
        case .words(_, in: .source), .regex(_, in: .source), .words(_, in: .topic), .regex(_, in: .topic): .sourceNames
        case .words(_, in: .note), .regex(_, in: .note): .notes
        case .words(_, in: .label), .regex(_, in: .label): .noteLabels
        case .words(_, in: .person), .regex(_, in: .person): .people
        case .trait(let trait): trait.dependencies
        case .age: .now
        case .words, .regex, .site, .language, .kind, .count, .date: []
        }
    }
}

/// The texts of a ticket that a condition searches. The raw value is the name in the language, if there is one.
public enum SearchScope: String, Hashable, Sendable, CaseIterable {
    /// Title, text, authors and tags.
    case anywhere = ""
    /// The title, or for a boost that of the boosted item.
    case title
    /// The text, including boosted and quoted items, warnings and image descriptions.
    case text
    /// The names of the author and the booster.
    case author
    /// The whole name of the person who is the author or the booster.
    case person
    /// The notes on the author and the booster.
    case note
    /// A whole label of those notes.
    case label
    /// A whole tag.
    case tag
    /// The addresses that it links to.
    case url
    /// The name of its source: the supplier's and the one that the user chose.
    case source
    /// A whole name of a topic to which its source belongs.
    case topic
}

/// A count of the reactions to a ticket. The raw value is the name in the language.
public enum ReactionCount: String, Hashable, Sendable, CaseIterable {
    /// Votes, or likes if there are no votes.
    case score
    case likes
    case boosts
    /// The number of replies.
    case replies
}
