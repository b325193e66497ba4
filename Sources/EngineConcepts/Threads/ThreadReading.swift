/// Reads threads: what a post replies to, and the replies to it.
public protocol ThreadReading: Sendable {
    /// Returns the thread around a ticket, or the part of it behind a gap.
    func thread(of ticket: Ticket, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart
}

/// Reads the posts of people.
public protocol ProfileReading: Sendable {
    /// Returns the newest posts of the ticket's author, or those behind a gap. The author of a boost is that of the boosted
    /// post.
    func posts(byAuthorOf ticket: Ticket, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart
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
    }

    public var place: Place
    /// The number of missing posts, or `nil` if unknown.
    public var count: Int?
    /// The token that continues here, or `nil` if the place is enough.
    public var token: Token?
    /// True if the source was asked for these posts and did not send them: they are private or deleted, or the source
    /// sends only a part of so many.
    public var isRefused = false

    public init(_ place: Place, count: Int? = nil, token: Token? = nil) {
        self.place = place
        self.count = count
        self.token = token
    }
}

/// A thread, or the posts of a person, while they are read: they are requested in parts, and each part is stored before it
/// is returned.
public protocol PostFilling: Sendable {
    /// The supplier of the posts.
    var supplier: SupplierID { get }

    /// Returns the first part: the thread around a post, or the newest posts.
    func load() async throws -> PostOutline

    /// Returns the posts with those of a gap.
    func fill(_ gap: ThreadGap) async throws -> PostOutline

    /// Returns the posts with one that was just written, if it belongs to them.
    func add(_ item: SourceItem) async throws -> PostOutline

    /// Returns the posts without a deleted one.
    func remove(_ item: String) async -> PostOutline
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
        case .list(let list): list.items.count
        }
    }

    /// All loaded posts, in any order.
    public var items: [SourceItem] {
        switch self {
        case .thread(let tree): tree.all
        case .list(let list): list.items
        }
    }
}

/// Posts in the order of time, newest first, with the place where older ones are missing.
public struct PostList: Hashable, Sendable {
    /// The posts, newest first.
    public private(set) var items: [SourceItem] = []
    /// The gap below the last post, or `nil` if there are no older ones.
    public private(set) var gap: ThreadGap?

    public init() {}

    /// Adds a part. A known post gets the new content.
    ///
    /// - Parameter gap: The gap that the part fills, or `nil` for the first part and single posts.
    public mutating func add(_ part: ThreadPart, filling gap: ThreadGap? = nil) {
        if self.gap == gap || !part.gaps.isEmpty { self.gap = part.gaps.first }
        let new = Set(part.items.map(\.id))
        var seen: Set<String> = []
        items = (items.filter { !new.contains($0.id) } + part.items.filter { seen.insert($0.id).inserted })
            .sorted { lhs, rhs in
                let (first, second) = (lhs.orderTime ?? .beginningOfTime, rhs.orderTime ?? .beginningOfTime)
                return first != second ? first > second : lhs.id > rhs.id
            }
    }

    /// Removes a deleted post.
    public mutating func remove(_ id: String) {
        items.removeAll { $0.id == id }
    }

    /// The rows: the posts, then the gap.
    public var rows: [ThreadTree.Row] {
        items.map { ThreadTree.Row(.post($0), depth: 0) } + [gap].compactMap(\.self).map { .init(.gap($0), depth: 0) }
    }
}
