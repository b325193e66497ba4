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

    /// Returns nobody: the source reads only authors of its own tickets.
    public func author(with key: AuthorKey) -> Author? { nil }
}

/// A request for a part of a thread.
public struct ThreadRequest: Hashable, Sendable {
    /// The gap to fill, or `nil` for the thread around the ticket.
    public var gap: ThreadGap?
    /// The time of this request. Suppliers must use it instead of the clock.
    public var now: Timestamp

    public init(gap: ThreadGap? = nil, now: Timestamp) {
        self.gap = gap
        self.now = now
    }
}

/// A part of a thread as a source delivers it.
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

/// Posts of a thread that are not loaded.
public struct ThreadGap: Hashable, Sendable {
    /// The place of missing posts.
    public enum Place: Hashable, Sendable {
        /// Above this post: what it replies to.
        case above(String)
        /// Among the replies to this post.
        case replies(to: String)
        /// Below this post of a list: older posts.
        case below(String)
        /// All posts of a source of a list: none could be loaded.
        case newest
    }

    public var place: Place
    /// The number of missing posts, or `nil` if unknown.
    public var count: Int?
    /// The token that continues here, or `nil` if the place is enough.
    public var token: Token?
    /// True if the source was asked for these posts and did not send them: they are private or deleted, or the source
    /// sends only a part of so many.
    public var isRefused = false
    /// The number of the source of a list whose posts are missing; 0 in a thread.
    public var source: Int

    public init(_ place: Place, count: Int? = nil, token: Token? = nil, source: Int = 0) {
        self.place = place
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

/// A thread, or the posts of a person, while they are read: they are requested in parts, and each part is stored before it
/// is returned.
public protocol PostFilling: Sendable {
    /// The sources of the posts, by the numbers of rows and gaps. A thread has one.
    var sources: [PostSource] { get }

    /// The presenters of sources that are not followed, which the engine of the Track does not know.
    var presenters: [SupplierID: any Presenter] { get }

    /// The posts after each answer while ``load()`` waits for others.
    func updates() -> AsyncStream<PostOutline>

    /// Returns the first part: the thread around a post, or the newest posts.
    func load() async throws -> PostOutline

    /// Returns the posts with those of a gap.
    func fill(_ gap: ThreadGap) async throws -> PostOutline

    /// Returns the posts with one that was just written, if it belongs to them.
    func add(_ item: SourceItem) async throws -> PostOutline

    /// Returns the posts without a deleted one.
    func remove(_ ticket: TicketID) async -> PostOutline
}

extension PostFilling {
    /// None: all sources are followed.
    public var presenters: [SupplierID: any Presenter] { [:] }

    /// Nothing: there is one answer.
    public func updates() -> AsyncStream<PostOutline> {
        AsyncStream { $0.finish() }
    }
}

/// A source of the posts of a thread or a person.
public struct PostSource: Hashable, Sendable {
    /// The supplier under whose identity the posts are stored.
    public let supplier: SupplierID
    /// The name in gaps and messages.
    public let name: String
    /// The source to add for these posts, or `nil` if it is followed, or if there is none. A person's posts from there are
    /// read only when asked for.
    public let offer: Offer?

    /// A source that is not followed.
    public struct Offer: Hashable, Sendable {
        public let address: String
        public let kind: SupplierKind

        public init(address: String, kind: SupplierKind) {
            self.address = address
            self.kind = kind
        }
    }

    public init(supplier: SupplierID, name: String, offer: Offer? = nil) {
        self.supplier = supplier
        self.name = name
        self.offer = offer
    }
}

/// Posts beside the Track, in the order in which they are shown.
public enum PostOutline: Hashable, Sendable {
    /// A thread as a tree.
    case thread(ThreadTree)
    /// The posts of a person, newest first.
    case list(PostList)

    /// Returns the rows.
    ///
    /// - Parameter folded: The posts whose replies are left out.
    public func rows(folding folded: Set<String> = []) -> [ThreadTree.Row] {
        switch self {
        case .thread(let tree): tree.rows(folding: folded)
        case .list(let list): list.rows
        }
    }

    /// The post that was opened, or `nil` for a list.
    public var focus: String? {
        if case .thread(let tree) = self { tree.focus } else { nil }
    }

    /// The number of loaded posts.
    public var count: Int {
        switch self {
        case .thread(let tree): tree.count
        case .list(let list): list.posts.count
        }
    }

    /// All loaded posts, in any order.
    public var posts: [OutlinePost] {
        switch self {
        case .thread(let tree): tree.all.map { OutlinePost(item: $0) }
        case .list(let list): list.posts
        }
    }

    /// The posts of a person, or `nil` for a thread.
    public var list: PostList? {
        if case .list(let list) = self { list } else { nil }
    }
}
