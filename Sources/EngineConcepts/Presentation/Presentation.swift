/// The parts of a ticket that a screen shows. The screen decides on their arrangement and height.
public struct Presentation: Hashable, Sendable {
    /// The line above everything else, such as "boosted by Lap Chart", or `nil` if there is none.
    public var context: Context?
    /// The author of a post, the source of an article, or `nil` if neither is known.
    public var byline: Byline?
    /// The title, without markup, or `nil` if there is none.
    public var title: String?
    /// The content warning, in the author's words or for what the source marks as sensitive, or `nil` if there is none.
    /// While the warning is folded, nothing below it is shown.
    public var warning: Message?
    /// The whole text.
    public var body: StyledText
    /// A sentence below the text about something that is not shown, such as a quotation without consent, or `nil`.
    public var notice: Message?
    /// The poll whose answers end the text, or `nil` if there is none.
    public var poll: PostPoll?
    /// The quoted item, shown in a frame, or `nil` if there is none.
    public var quote: Quote?
    /// Counts and other short facts, most important first.
    public var facts: [Fact]
    /// Short phrases about the publication: the application, the audience, the language.
    public var origin: [Message] = []
    /// The addresses of the author's pages that the source has verified.
    public var verifiedLinks: [String] = []
    /// The attached media.
    public var media: [Media]
    /// The URL that the ticket links to, or `nil` if there is none.
    public var link: String?
    /// The URL of the comments, or `nil` if they are not on another page.
    public var discussion: String?

    public init(
        context: Context? = nil, byline: Byline? = nil, title: String? = nil, warning: Message? = nil,
        body: StyledText = StyledText(), quote: Quote? = nil, facts: [Fact] = [], media: [Media] = [],
        link: String? = nil, discussion: String? = nil
    ) {
        self.context = context
        self.byline = byline
        self.title = title
        self.warning = warning
        self.body = body
        self.quote = quote
        self.facts = facts
        self.media = media
        self.link = link
        self.discussion = discussion
    }

    /// The relation of an item to others or to the user, such as that somebody boosted it.
    public struct Context: Hashable, Sendable {
        /// The kind of a context, for its symbol.
        public enum Kind: Hashable, Sendable {
            case boost
            /// A reply to another post, which rows show by a symbol alone.
            case reply
            case mention
            case like
            case pin
        }

        public var message: Message
        /// The kind, or `nil` if it has no symbol.
        public var kind: Kind?

        public init(_ message: Message, _ kind: Kind? = nil) {
            self.message = message
            self.kind = kind
        }
    }

    /// The author or source of an item.
    public struct Byline: Hashable, Sendable {
        public var name: String
        /// The account name used to address the author.
        public var handle: String?
        /// True if the source has verified the author.
        public var isVerified: Bool
        /// The absolute URL of the author's picture, or `nil` if there is none.
        public var avatar: String?

        public init(name: String, handle: String? = nil, isVerified: Bool = false, avatar: String? = nil) {
            self.name = name
            self.handle = handle
            self.isVerified = isVerified
            self.avatar = avatar
        }
    }

    /// A quoted item.
    public struct Quote: Hashable, Sendable {
        public var byline: Byline?
        public var time: Timestamp?
        public var body: StyledText

        public init(byline: Byline?, time: Timestamp?, body: StyledText) {
            self.byline = byline
            self.time = time
            self.body = body
        }
    }

    /// A short fact whose role has a glyph and a colour on the screen.
    public enum Fact: Hashable, Sendable {
        case count(Role, Int)
        /// Anything else, described by the text.
        case note(Message)

        /// The kind of a fact.
        public enum Role: String, Hashable, Sendable {
            case boosts
            case likes
            /// Replies or comments.
            case replies
            /// Votes.
            case points
            /// Pieces of media.
            case media
            /// Anything else: see ``Fact/note(_:)``.
            case note
        }
    }
}
