/// The content of a ticket that is common to all sources.
public struct TicketBody: Hashable, Sendable, Codable {
    /// The title without markup, or `nil` if the source has no titles.
    public var title: String?
    /// The text as delivered. A ``Presenter`` converts it to ``StyledText`` only when it is shown.
    public var text: TicketText
    /// A shorter text that the source gave in addition.
    public var summary: TicketText?
    /// The author. The same instance is shared by all tickets of that author.
    public var author: Author?
    /// The program or service that the item was written with.
    public var application: String?
    /// The absolute URL of the item's page.
    public var link: String?
    /// The URI of the post, the same at every server and through every timeline (ActivityPub `id`, `at://`), or `nil` if
    /// the source has none. Tickets with the same URI are one post: they share a row, marks and reactions. A boost is a
    /// post of its own.
    public var uri: String?
    /// The attached pictures, sounds and files.
    public var media: [Media]
    /// The reactions of everyone, as far as the source counts them.
    public var counts: Counts
    /// The user's reactions, as reported by the source.
    public var reactions: Set<Reaction>
    /// The boosted item, or `nil` if this is not a boost.
    public var boosted: EmbeddedTicket?
    /// The quoted item.
    public var quoted: EmbeddedTicket?
    /// The source's identity of the item that this one replies to.
    public var replyTo: String?
    /// The author's content warning.
    public var contentWarning: String?
    /// The language as a BCP 47 tag, or `nil` if the source does not give one.
    public var language: String?
    /// Tags and categories, without `#`.
    public var tags: [String]

    /// Creates a body; everything but the text is optional.
    public init(
        title: String? = nil, text: TicketText = .plain(""), summary: TicketText? = nil, author: Author? = nil,
        application: String? = nil, link: String? = nil, uri: String? = nil, media: [Media] = [],
        counts: Counts = Counts(),
        reactions: Set<Reaction> = [], boosted: EmbeddedTicket? = nil, quoted: EmbeddedTicket? = nil,
        replyTo: String? = nil, contentWarning: String? = nil, language: String? = nil, tags: [String] = []
    ) {
        self.title = title
        self.text = text
        self.summary = summary
        self.author = author
        self.application = application
        self.link = link
        self.uri = uri
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

/// The text of a ticket as delivered. Markup is rendered only for visible tickets, because rendering every item of a
/// refresh would cost more than storing it.
public enum TicketText: Hashable, Sendable, Codable {
    /// Text without markup.
    case plain(String)
    /// HTML; relative links are resolved against `base`.
    case html(String, base: String?)
    /// Text that the source itself marks up by ranges.
    case styled(StyledText)

    /// The text as delivered, including markup.
    public var source: String {
        switch self {
        case .plain(let text): text
        case .html(let markup, _): markup
        case .styled(let text): text.plainText
        }
    }

    /// True if the text is empty.
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
    /// The source's identity of the author.
    public var id: String
    public var name: String
    /// The account name used to address the author, such as `@pitwall@example.social`.
    public var handle: String?
    /// The absolute URL of the author's picture.
    public var avatar: String?
    /// True if the source has verified the author.
    public var isVerified: Bool

    public init(id: String, name: String, handle: String? = nil, avatar: String? = nil, isVerified: Bool = false) {
        self.id = id
        self.name = name
        self.handle = handle
        self.avatar = avatar
        self.isVerified = isVerified
    }
}

/// An attached picture, sound, video or file.
public struct Media: Hashable, Sendable, Codable {
    /// The kind of a medium.
    public enum Kind: String, Hashable, Sendable, Codable {
        case image
        /// A video, with or without sound.
        case video
        /// Sound only, including podcasts.
        case audio
        /// Any other file.
        case file
    }

    /// An absolute URL.
    public var url: String
    public var kind: Kind
    /// The declared MIME type.
    public var type: String?
    /// The declared size in bytes.
    public var byteCount: Int64?
    /// The declared width in pixels.
    public var width: Int?
    /// The declared height in pixels.
    public var height: Int?
    /// The declared duration in seconds.
    public var seconds: Int?
    /// The alternative text.
    public var alternativeText: String?

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

extension Media {
    /// True if a media player plays it.
    public var isPlayable: Bool { kind == .audio || kind == .video }
}

extension TicketBody {
    /// The file that the item is about, as in a podcast: its first sound or video, or else its first other file that is no
    /// picture.
    public var enclosure: Media? {
        media.first(where: \.isPlayable) ?? media.first { $0.kind == .file }
    }
}

/// The reactions that the source counts; `nil` stands for unknown.
public struct Counts: Hashable, Sendable, Codable {
    /// The number of replies or comments.
    public var replies: Int?
    /// The number of boosts.
    public var boosts: Int?
    /// The number of likes.
    public var likes: Int?
    /// The score from votes.
    public var points: Int?

    public init(replies: Int? = nil, boosts: Int? = nil, likes: Int? = nil, points: Int? = nil) {
        self.replies = replies
        self.boosts = boosts
        self.likes = likes
        self.points = points
    }
}

/// An item within another one: the content of a boost or a quote. It has no place of its own in the Track.
public struct EmbeddedTicket: Hashable, Sendable, Codable {
    /// The source's identity of the item.
    public var id: String
    public var author: Author?
    /// The time of writing.
    public var time: Timestamp?
    public var title: String?
    /// The text as delivered.
    public var text: TicketText
    /// The absolute URL of the item's page.
    public var link: String?

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

/// The source's own data of a ticket: fields for its presenter, and the raw item.
public struct SourceLayer: Hashable, Sendable, Codable {
    /// Fields defined by the source; its presenter reads them.
    public var fields: [String: String]
    /// The item as delivered (an XML element, a JSON object), or `nil` if it was not kept.
    public var raw: String?

    /// The name of the field with the address of the source that delivers the ticket's thread: the replies, and what
    /// it replies to.
    public static let threadField = "thread"
    /// The name of the field with a note for the user, such as a log line's level or another site of the story.
    /// Presenters show it among the facts.
    public static let noteField = "note"
    /// The name of the field with the address of the discussion page of a submission to a link site.
    public static let discussionField = "discussion"
    /// The name of the field with the address that a feed or a JSON line gives for the comments on its item.
    public static let commentsField = "comments"
    /// The name of the field with the address of the page that an item of a feed is about, if it differs from its link.
    public static let externalLinkField = "external"

    public init(fields: [String: String] = [:], raw: String? = nil) {
        self.fields = fields
        self.raw = raw
    }
}

/// A user's reaction to a ticket at its source. It exists at most once and can be undone.
public enum Reaction: String, Hashable, Sendable, Codable, CaseIterable {
    case like
    case boost
    case bookmark
}
