/// A post before it is sent.
public struct PostDraft: Hashable, Sendable, Codable {
    /// The people who can see a post.
    public enum Visibility: String, Hashable, Sendable, Codable, CaseIterable {
        /// Everybody, in public timelines too.
        case everyone = "public"
        /// Everybody, but not in public timelines.
        case unlisted
        /// The account's followers.
        case followers
        /// The people who are mentioned.
        case mentioned = "direct"
    }

    /// An attached medium.
    public struct Medium: Hashable, Sendable, Codable {
        /// The origin of the medium's content.
        public enum Content: Hashable, Sendable, Codable {
            /// Uploaded before; the server's identity of the medium.
            case uploaded(String)
            /// A file to upload, by its absolute path.
            case file(String)
        }

        public var content: Content
        public var alternativeText: String?

        public init(_ content: Content, alternativeText: String? = nil) {
            self.content = content
            self.alternativeText = alternativeText
        }
    }

    /// A poll in a post.
    public struct Poll: Hashable, Sendable, Codable {
        /// The answers to choose from, in order.
        public var options: [String]
        /// The duration in seconds.
        public var seconds: Int
        /// True if a person can choose several options.
        public var allowsSeveral: Bool

        public init(options: [String], seconds: Int, allowsSeveral: Bool = false) {
            self.options = options
            self.seconds = seconds
            self.allowsSeveral = allowsSeveral
        }
    }

    /// Another post that a draft refers to.
    public struct Reference: Hashable, Sendable, Codable {
        /// The server's identity of the post.
        public var post: String
        /// The ticket that shows it, or `nil` if there is none.
        public var ticket: TicketID?

        public init(post: String, ticket: TicketID? = nil) {
            self.post = post
            self.ticket = ticket
        }
    }

    /// The text, or its first part if ``continuation`` has the rest.
    public var text: String
    /// The people who can see the post, or `nil` for the account's default.
    public var visibility: Visibility?
    public var contentWarning: String?
    /// True if the attached media are sensitive.
    public var isSensitive: Bool
    /// The language as a BCP 47 tag, or `nil` for the account's default.
    public var language: String?
    public var media: [Medium]
    public var poll: Poll?
    /// The post that this one replies to.
    public var inReplyTo: Reference?
    /// The quoted post.
    public var quote: Reference?
    /// The rest of the text, which is too long for one post, or `nil` if there is none. Each part becomes a reply to the
    /// post before, once that is published. A part begins with the white space before it, so that all parts in order are
    /// the whole text.
    public var continuation: [String]?
    /// The time at which the server is to publish the post, or `nil` for at once.
    public var scheduled: Timestamp?

    /// Creates a draft; everything but the text is optional.
    public init(
        _ text: String, visibility: Visibility? = nil, contentWarning: String? = nil, isSensitive: Bool = false,
        language: String? = nil, media: [Medium] = [], poll: Poll? = nil, inReplyTo: Reference? = nil,
        quote: Reference? = nil
    ) {
        self.text = text
        self.visibility = visibility
        self.contentWarning = contentWarning
        self.isSensitive = isSensitive
        self.language = language
        self.media = media
        self.poll = poll
        self.inReplyTo = inReplyTo
        self.quote = quote
    }
}
