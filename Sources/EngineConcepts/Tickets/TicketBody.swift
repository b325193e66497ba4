/// The content of a ticket that is common to all sources.
public struct TicketBody: Hashable, Sendable {
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
    /// The content warnings: first those of moderators and filters, which begin with ``addedWarningSign``, then the author's.
    public var contentWarning: String?
    /// The language as a BCP 47 tag, or `nil` if the source does not give one.
    public var language: String?
    /// Tags and categories, without `#`.
    public var tags: [String]

    /// The sign with which a content warning begins if it is not only the author's.
    public static let addedWarningSign = "⚑"

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

extension TicketBody {
    /// The text, or the summary if there is no text.
    package var textOrSummary: TicketText { text.isEmpty ? summary ?? text : text }

    /// The file that the item is about, as in a podcast: its first sound or video, or else its first other file that is no
    /// picture.
    public var enclosure: Media? {
        media.first(where: \.isPlayable) ?? media.first { $0.kind == .file }
    }
}
