/// What every reader shows of a ticket, whatever its source.
public struct TicketBody: Hashable, Sendable, Codable {
    /// The title, without markup; nil where the source has no titles.
    public var title: String?
    /// The text, as delivered. A ``Presenter`` turns it into ``StyledText`` when it is about to be shown.
    public var text: TicketText
    /// A shorter form of the text that the source gave beside the whole one.
    public var summary: TicketText?
    /// Who wrote it. Shared by all tickets of that author.
    public var author: Author?
    /// The program or service that it was written with.
    public var application: String?
    /// Where it stands in the web: an absolute URL.
    public var link: String?
    /// Pictures, sounds and files that belong to it.
    public var media: [Media]
    /// What people did with it.
    public var counts: Counts
    /// What the reader has said to it, as the source tells.
    public var reactions: Set<Reaction>
    /// What this ticket passes on, where it is a boost.
    public var boosted: EmbeddedTicket?
    /// What it quotes.
    public var quoted: EmbeddedTicket?
    /// The source's name for the item that it answers.
    public var replyTo: String?
    /// What stands before the text where the author warns of it.
    public var contentWarning: String?
    /// The language as a BCP 47 tag, where the source says so.
    public var language: String?
    /// Tags and categories, without `#`.
    public var tags: [String]

    /// Makes a body; everything but the text may be absent.
    public init(
        title: String? = nil, text: TicketText = .plain(""), summary: TicketText? = nil, author: Author? = nil,
        application: String? = nil, link: String? = nil, media: [Media] = [], counts: Counts = Counts(),
        reactions: Set<Reaction> = [], boosted: EmbeddedTicket? = nil, quoted: EmbeddedTicket? = nil,
        replyTo: String? = nil, contentWarning: String? = nil, language: String? = nil, tags: [String] = []
    ) {
        self.title = title
        self.text = text
        self.summary = summary
        self.author = author
        self.application = application
        self.link = link
        self.media = media
        self.counts = counts
        self.reactions = reactions
        self.boosted = boosted
        self.quoted = quoted
        self.replyTo = replyTo
        self.contentWarning = contentWarning
        self.language = language
        self.tags = tags
    }
}

/// A ticket's text as its source delivered it. Markup is kept and rendered for what is visible only: rendering every
/// item of a refresh would cost more than storing it.
public enum TicketText: Hashable, Sendable, Codable {
    /// Text without markup.
    case plain(String)
    /// HTML; relative links are meant against `base`.
    case html(String, base: String?)
    /// Text that the source itself marks up by ranges.
    case styled(StyledText)

    /// What was delivered, markup and all.
    public var source: String {
        switch self {
        case .plain(let text): text
        case .html(let markup, _): markup
        case .styled(let text): text.plainText
        }
    }

    /// Whether nothing was delivered.
    public var isEmpty: Bool {
        switch self {
        case .plain(let text): text.isEmpty
        case .html(let markup, _): markup.isEmpty
        case .styled(let text): text.isEmpty
        }
    }
}

/// A person or organisation that writes.
public struct Author: Hashable, Sendable, Codable {
    /// The source's own name for them.
    public var id: String
    /// The name to print.
    public var name: String
    /// The short name under which they can be addressed, such as `@pitwall@example.social`.
    public var handle: String?
    /// Their picture: an absolute URL.
    public var avatar: String?
    /// Whether the source vouches for who they are.
    public var isVerified: Bool

    /// Makes an author.
    public init(id: String, name: String, handle: String? = nil, avatar: String? = nil, isVerified: Bool = false) {
        self.id = id
        self.name = name
        self.handle = handle
        self.avatar = avatar
        self.isVerified = isVerified
    }
}

/// A picture, sound, video or file that belongs to a ticket.
public struct Media: Hashable, Sendable, Codable {
    /// What kind of thing it is.
    public enum Kind: String, Hashable, Sendable, Codable {
        /// A still picture.
        case image
        /// A moving picture, with or without sound.
        case video
        /// Sound only, podcasts included.
        case audio
        /// Any other file.
        case file
    }

    /// Where it is: an absolute URL.
    public var url: String
    /// What kind of thing it is.
    public var kind: Kind
    /// The declared MIME type.
    public var type: String?
    /// The declared size in bytes.
    public var byteCount: Int64?
    /// The declared width in pixels.
    public var width: Int?
    /// The declared height in pixels.
    public var height: Int?
    /// The declared playing time in seconds.
    public var seconds: Int?
    /// The words that stand in for it.
    public var alternativeText: String?

    /// Makes a piece of media.
    public init(
        url: String, kind: Kind, type: String? = nil, byteCount: Int64? = nil, width: Int? = nil, height: Int? = nil,
        seconds: Int? = nil, alternativeText: String? = nil
    ) {
        self.url = url
        self.kind = kind
        self.type = type
        self.byteCount = byteCount
        self.width = width
        self.height = height
        self.seconds = seconds
        self.alternativeText = alternativeText
    }
}

/// What people did with an item, where the source counts it.
public struct Counts: Hashable, Sendable, Codable {
    /// How often it was answered or commented on.
    public var replies: Int?
    /// How often it was passed on.
    public var boosts: Int?
    /// How often it was liked.
    public var likes: Int?
    /// Votes, as a score.
    public var points: Int?

    /// Makes counts; absent ones are not known.
    public init(replies: Int? = nil, boosts: Int? = nil, likes: Int? = nil, points: Int? = nil) {
        self.replies = replies
        self.boosts = boosts
        self.likes = likes
        self.points = points
    }
}

/// An item inside another one: what a boost passes on, what a quote shows. It has no place in the Track of its own.
public struct EmbeddedTicket: Hashable, Sendable, Codable {
    /// The source's own name for it.
    public var id: String
    /// Who wrote it.
    public var author: Author?
    /// When it was written.
    public var time: Timestamp?
    /// Its title.
    public var title: String?
    /// Its text, as delivered.
    public var text: TicketText
    /// Where it stands in the web.
    public var link: String?

    /// Makes an embedded item.
    public init(
        id: String, author: Author? = nil, time: Timestamp? = nil, title: String? = nil,
        text: TicketText = .plain(""), link: String? = nil
    ) {
        self.id = id
        self.author = author
        self.time = time
        self.title = title
        self.text = text
        self.link = link
    }
}

/// What only a ticket's source has: fields for its own presenter, and the item as it came.
public struct SourceLayer: Hashable, Sendable, Codable {
    /// Fields that only this source knows, by names of its own; its presenter reads them.
    public var fields: [String: String]
    /// The item as the source delivered it (an XML element, a JSON object), where it is kept.
    public var raw: String?

    /// The name of the field that holds the address of the source that delivers the ticket's thread: what is said about
    /// it, and what it answers.
    public static let threadField = "thread"

    /// Makes a layer; both parts may be empty.
    public init(fields: [String: String] = [:], raw: String? = nil) {
        self.fields = fields
        self.raw = raw
    }
}
