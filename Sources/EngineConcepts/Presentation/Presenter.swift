/// Turns tickets into something to show: semantic styled text, without colours and widths. Per supplier or shared; may
/// differ per ticket. Called for visible tickets only, off or on the main actor, and must be cheap enough for a frame.
public protocol Presenter: Sendable {
    /// What to show of `ticket`.
    func present(_ ticket: Ticket) -> Presentation
}

/// What a ticket shows, part by part; a screen decides where the parts stand and how many lines they get.
public struct Presentation: Hashable, Sendable {
    /// Above everything: who passed it on, as "boosted by Lap Chart".
    public var context: String?
    /// Who speaks: the author of a post, the source of an article.
    public var byline: Byline?
    /// The title, without markup.
    public var title: String?
    /// What the author warns of. While it is folded, nothing below is shown.
    public var warning: String?
    /// The whole text.
    public var body: StyledText
    /// What is quoted, framed.
    public var quote: Quote?
    /// Counts and other small facts, most important first.
    public var facts: [Fact]
    /// The media that belong to it.
    public var media: [Media]
    /// Where it leads.
    public var link: String?
    /// Where it is talked about, where that is another page.
    public var discussion: String?

    /// Makes a presentation; everything may be absent.
    public init(
        context: String? = nil, byline: Byline? = nil, title: String? = nil, warning: String? = nil,
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

    /// Who speaks.
    public struct Byline: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The short name to address them by.
        public var handle: String?
        /// Whether the source vouches for them.
        public var isVerified: Bool

        /// Makes a byline.
        public init(name: String, handle: String? = nil, isVerified: Bool = false) {
            self.name = name
            self.handle = handle
            self.isVerified = isVerified
        }
    }

    /// A quoted item.
    public struct Quote: Hashable, Sendable {
        /// Who is quoted.
        public var byline: Byline?
        /// When it was said.
        public var time: Timestamp?
        /// What was said.
        public var body: StyledText

        /// Makes a quote.
        public init(byline: Byline?, time: Timestamp?, body: StyledText) {
            self.byline = byline
            self.time = time
            self.body = body
        }
    }

    /// A small fact with a role that a screen has a glyph and a colour for.
    public struct Fact: Hashable, Sendable {
        /// What is counted or stated.
        public enum Role: String, Hashable, Sendable {
            /// Times passed on.
            case boosts
            /// Times liked.
            case likes
            /// Answers or comments.
            case replies
            /// Votes.
            case points
            /// Pieces of media.
            case media
            /// Anything else: the text says what.
            case note
        }

        /// What is counted or stated.
        public var role: Role
        /// The number; nil for notes.
        public var count: Int?
        /// The words, for notes.
        public var text: String?

        /// A count.
        public init(_ role: Role, _ count: Int) {
            self.role = role
            self.count = count
        }

        /// A note in words.
        public init(note text: String) {
            role = .note
            self.text = text
        }
    }
}
