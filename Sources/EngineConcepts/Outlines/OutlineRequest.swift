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
