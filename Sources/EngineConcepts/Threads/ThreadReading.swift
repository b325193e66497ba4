/// Reads threads: what a post replies to, and the replies to it.
public protocol ThreadReading: Sendable {
    /// Returns the thread around a ticket, or the part of it behind a gap.
    func thread(of ticket: Ticket, _ request: ThreadRequest) async throws(SupplierError) -> ThreadPart
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
    }

    public var place: Place
    /// The number of missing posts, or `nil` if unknown.
    public var count: Int?
    /// The token that continues here, or `nil` if the place is enough.
    public var token: Token?

    public init(_ place: Place, count: Int? = nil, token: Token? = nil) {
        self.place = place
        self.count = count
        self.token = token
    }
}
