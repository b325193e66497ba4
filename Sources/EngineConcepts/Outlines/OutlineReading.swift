/// Reads threads: what a post replies to, and the replies to it.
public protocol ThreadReading: Sendable {
    /// Returns the thread around a ticket, or the part of it behind a gap.
    func thread(of ticket: Ticket, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart
}

/// Reads the posts and the profiles of people.
public protocol ProfileReading: Sendable {
    /// Returns the newest posts of an author, or those behind a gap.
    func posts(by author: Author, _ request: OutlineRequest) async throws(SupplierError) -> OutlinePart

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

/// A request for a part of an outline.
public struct OutlineRequest: Hashable, Sendable {
    /// The gap to fill, or `nil` for the thread around the ticket or the person's newest posts.
    public var gap: OutlineGap?
    /// The time of this request. Suppliers must use it instead of the clock.
    public var now: Timestamp

    public init(gap: OutlineGap? = nil, now: Timestamp) {
        self.gap = gap
        self.now = now
    }
}

/// A part of an outline, as a source delivers it.
public struct OutlinePart: Hashable, Sendable {
    /// The posts in any order. ``TicketBody/replyTo`` of each names the post that it replies to.
    public var items: [SourceItem]
    /// The places where posts are missing.
    public var gaps: [OutlineGap]

    public init(items: [SourceItem] = [], gaps: [OutlineGap] = []) {
        self.items = items
        self.gaps = gaps
    }
}
