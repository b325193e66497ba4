public import EngineConcepts

/// A line of its own on the compose screen.
public nonisolated enum ComposeField: Hashable, Sendable {
    case warning
    case language
    /// The time at which the server publishes the post.
    case schedule
    /// The path of a file to attach.
    case file
    /// The description of the attached medium of this index.
    case description(Int)
}

/// The state of the compose screen.
public nonisolated struct ComposeState: Equatable, Sendable {
    /// The post that is replied to or quoted.
    public struct ReferencedPost: Equatable, Sendable {
        public var author: String
        public var text: String
    }

    /// An attached medium.
    public struct Medium: Equatable, Sendable {
        /// The name of the file.
        public var name: String
        /// Its description, or `nil` if there is none.
        public var description: String?
    }

    /// The length of the post.
    public struct Gauge: Equatable, Sendable {
        /// The length as the server counts it.
        public var length: Int
        /// The maximum, or `nil` if it is not known.
        public var maximumLength: Int?

        /// The number of characters beyond the maximum, or 0.
        public var excess: Int { max(0, length - (maximumLength ?? length)) }
    }

    /// An account, and the post as it would be published there.
    public struct Account: Equatable, Sendable, Identifiable {
        public var id: AccountID
        public var handle: String
        /// True if the account posts.
        public var isChosen: Bool
        /// The length as its server counts it.
        public var gauge: Gauge
        /// The number of posts in words if the text is cut into a thread, or `nil` for one post.
        public var posts: String?
        /// The parts that it does not publish, or publishes in another way, in words.
        public var warnings: [String]
        /// True if the post cannot be published there as it is.
        public var isBlocked: Bool
    }

    /// The completions of the word before the cursor.
    public struct Completions: Equatable, Sendable {
        public var words: [String]
        /// The index of the word that is in the text, or `nil` for none.
        public var selected: Int?
        /// The index of the word's first character in the text.
        public var start: Int
    }

    /// An open line of its own.
    public struct Line: Equatable, Sendable {
        /// The field that the line sets.
        public var field: ComposeField
        public var prompt: String
        /// The initial text.
        public var text: String
    }

    public var title: String
    /// True once accounts and drafts are loaded; keys are to be held back until then.
    public var isReady = false
    /// The handle of the account that posts, with the number of others, or empty for the source of the ticket.
    public var account = ""
    /// The accounts that post; all that could while they are chosen. Empty for the source of the ticket.
    public var accounts: [Account] = []
    /// The index of the account under the cursor while the accounts are chosen, or `nil`.
    public var accountCursor: Int?
    /// The post that is replied to or quoted, or `nil` for none.
    public var referencedPost: ReferencedPost?
    public var text = ""
    /// The content warning, or `nil` for none.
    public var warning: String?
    /// The audience, in words.
    public var visibility = ""
    /// The language, in words.
    public var language = ""
    /// The time at which the server publishes the post, in words, or `nil` for at once.
    public var schedule: String?
    public var media: [Medium] = []
    public var gauge = Gauge(length: 0, maximumLength: nil)
    /// The completions, or `nil` for none.
    public var completions: Completions?
    /// The open line, or `nil` for none.
    public var line: Line?
    /// True while names are looked up for a post that was sent: keys do not change it, and closing cancels the sending.
    public var isLookingUpNames = false
    /// A notice, such as that a draft was found, or `nil` for none.
    public var notice: String?
}
