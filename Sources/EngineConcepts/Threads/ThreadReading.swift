/// Reads threads: what a post replies to, and the replies to it.
public protocol ThreadReading: Sendable {
    /// Returns the thread around a ticket, or the part of it behind a gap.
    func thread(of ticket: Ticket, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart
}

/// Reads the posts and the profiles of people.
public protocol ProfileReading: Sendable {
    /// Returns the newest posts of an author, or those behind a gap.
    func posts(by author: Author, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart

    /// Returns the profile of an author.
    func profile(of author: Author, now: Timestamp) async throws(SupplierError) -> AuthorProfile

    /// Returns the author with a key as far as requests need it, or `nil` if the source reads another network.
    func author(with key: AuthorKey) -> Author?
}

extension ProfileReading {
    /// Returns a profile of nothing but the author.
    public func profile(of author: Author, now: Timestamp) async throws(SupplierError) -> AuthorProfile {
        AuthorProfile(author)
    }

    /// Returns `nil`: the source reads only authors of its own tickets.
    public func author(with key: AuthorKey) -> Author? { nil }
}

/// A request for a part of a thread, or of the posts of a person.
public struct ThreadRequest: Hashable, Sendable {
    /// The gap to fill, or `nil` for the thread around the ticket or the person's newest posts.
    public var gap: ThreadGap?
    /// The time of this request. Suppliers must use it instead of the clock.
    public var now: Timestamp

    public init(gap: ThreadGap? = nil, now: Timestamp) {
        self.gap = gap
        self.now = now
    }
}

/// A part of a thread, or of the posts of a person, as a source delivers it.
public struct ThreadPart: Hashable, Sendable {
    /// The posts in any order. ``TicketBody/replyTo`` of each names the post that it replies to.
    public var items: [SourceItem]
    /// The places where posts are missing.
    public var gaps: [ThreadGap]

    public init(items: [SourceItem] = [], gaps: [ThreadGap] = []) {
        self.items = items
        self.gaps = gaps
    }
}

/// Posts of a thread or of a person that are not loaded.
public struct ThreadGap: Hashable, Sendable {
    /// The position of missing posts.
    public enum Position: Hashable, Sendable {
        /// Above this post: what it replies to.
        case above(String)
        /// Among the replies to this post.
        case replies(to: String)
        /// Below this post of a list: older posts.
        case below(String)
        /// All posts of a source of a list: none could be loaded.
        case newest

        /// The identity of the post that the position is at, or `nil` for ``newest``.
        var post: String? {
            switch self {
            case .above(let id), .replies(let id), .below(let id): id
            case .newest: nil
            }
        }
    }

    public var position: Position
    /// The number of missing posts, or `nil` if unknown.
    public var count: Int?
    /// The token that continues here, or `nil` if the position is enough.
    public var token: Token?
    /// True if the source was asked for these posts and did not send them: they are private or deleted, or the source
    /// sends only a part of so many.
    public var isRefused = false
    /// The number of the source of a list whose posts are missing; 0 in a thread.
    public var source: Int

    public init(_ position: Position, count: Int? = nil, token: Token? = nil, source: Int = 0) {
        self.position = position
        self.count = count
        self.token = token
        self.source = source
    }

    /// Returns the gap as one of another source.
    func of(_ source: Int) -> ThreadGap {
        var gap = self
        gap.source = source
        return gap
    }
}
