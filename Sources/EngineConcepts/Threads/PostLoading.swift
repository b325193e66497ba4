/// A thread, or the posts of a person, while they are read: they are requested in parts, and each part is stored before it
/// is returned.
public protocol PostLoading: Sendable {
    /// The sources of the posts, by the numbers of rows and gaps. A thread has one.
    var sources: [PostSource] { get }

    /// The presenters of sources that are not followed, which the engine of the Track does not know.
    var presenters: [SupplierID: any Presenter] { get }

    /// Returns the posts after each answer while ``load()`` waits for others.
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

extension PostLoading {
    /// None: all sources are followed.
    public var presenters: [SupplierID: any Presenter] { [:] }

    /// Returns a stream that ends at once: there is one answer.
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
    public func rows(folding folded: Set<String> = []) -> [PostRow] {
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
        case .thread(let tree): tree.all.map { OutlinePost(source: 0, item: $0) }
        case .list(let list): list.posts
        }
    }

    /// The posts of a person, or `nil` for a thread.
    public var list: PostList? {
        if case .list(let list) = self { list } else { nil }
    }
}

/// A loaded post of a thread or a list, and the number of its source.
public struct OutlinePost: Hashable, Sendable {
    public let source: Int
    public let item: SourceItem
}
