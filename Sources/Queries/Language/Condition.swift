/// One thing that a query asks of a ticket.
public enum Condition: Hashable, Sendable {
    /// Its words hold these.
    case words(WordPattern, in: TextField)
    /// One of its texts matches this expression.
    case regex(RegexPattern, in: TextField)
    /// It leads to this host or to one below it. In lower case, as in `example.org`.
    case site(String)
    /// It is in this language: a BCP 47 tag in lower case. `pt` finds `pt-BR` too, `pt-br` does not find `pt`.
    case language(String)
    /// It is from this kind of source: what the supplier's name has before its colon, in lower case.
    case kind(String)
    /// It has this trait.
    case trait(Trait)
    /// What is counted lies in this range; never met where the source does not count it.
    case count(CountField, NumberRange)
    /// The time it shows lies so far back.
    case age(AgeRange)
    /// The time it shows lies in these days of the reader's calendar.
    case date(DateRange)

    /// What beside a ticket's content the condition looks at.
    public var dependencies: Query.Dependencies {
        switch self {
        case .words(_, in: .source), .regex(_, in: .source): .sourceNames
        case .trait(let trait): trait.dependencies
        case .age: .now
        case .words, .regex, .site, .language, .kind, .count, .date: []
        }
    }
}

/// Which of a ticket's texts are looked at. The raw value is the name in the language; empty for what has none.
public enum TextField: String, Hashable, Sendable, CaseIterable {
    /// Title, text, authors and tags.
    case anywhere = ""
    /// The title; of a boost, that of what it passes on.
    case title
    /// The text, with what is passed on, quoted, warned of or said about pictures.
    case text
    /// The names of who wrote it and of who passed it on.
    case author
    /// A tag, whole.
    case tag
    /// The addresses that it leads to.
    case url
    /// The name of its source: the supplier's, and the one that the reader gave it.
    case source
}

/// What is counted. The raw value is the name in the language.
public enum CountField: String, Hashable, Sendable, CaseIterable {
    /// Votes, or likes where there are no votes.
    case score
    /// Likes.
    case likes
    /// How often it was passed on.
    case boosts
    /// How often it was answered.
    case replies
}

/// Something that a ticket is or has. The raw value is how it is written.
public enum Trait: String, Hashable, Sendable, CaseIterable {
    /// Was not read.
    case unread = "is:unread"
    /// Was read.
    case read = "is:read"
    /// Is starred.
    case starred = "is:starred"
    /// Is to be read later.
    case later = "is:later"
    /// Passes another ticket on.
    case boost = "is:boost"
    /// Answers something.
    case reply = "is:reply"
    /// Quotes something.
    case quote = "is:quote"
    /// Was changed at its source.
    case edited = "is:edited"
    /// Came late, into what had been loaded already.
    case late = "is:late"
    /// Tells a story that stands in the timeline already.
    case duplicate = "is:duplicate"
    /// Has pictures.
    case image = "has:image"
    /// Has videos.
    case video = "has:video"
    /// Has sounds.
    case audio = "has:audio"
    /// Has pictures, videos, sounds or files.
    case media = "has:media"
    /// Has sounds, videos or files, as podcasts do.
    case enclosure = "has:enclosure"
    /// Leads to another page: an article to its own, a post by a link in its text.
    case link = "has:link"
    /// Warns of its content.
    case warning = "has:warning"
    /// Has a title.
    case title = "has:title"
    /// Has tags.
    case tag = "has:tag"
    /// Is in a language that is known.
    case language = "has:lang"

    /// What beside a ticket's content the trait depends on.
    var dependencies: Query.Dependencies {
        switch self {
        case .unread, .read, .starred, .later: .marks
        case .duplicate: .duplicates
        default: []
        }
    }
}
