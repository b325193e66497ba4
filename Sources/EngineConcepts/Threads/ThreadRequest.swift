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
