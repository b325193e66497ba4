/// The number of tickets that a view shows.
public struct TrackCounts: Hashable, Sendable {
    /// All tickets that the view shows.
    public var total: Int
    /// The unread tickets among them.
    public var unread: Int
    /// The tickets that rules hide, whatever the view's filter. A view without filter shows this many more.
    public var hidden: Int
    /// True if the counts are lower bounds, because search results are counted only up to a limit.
    public var isCapped: Bool

    /// Creates counts; without arguments, those of an empty view.
    public init(total: Int = 0, unread: Int = 0, hidden: Int = 0, isCapped: Bool = false) {
        self.total = total
        self.unread = unread
        self.hidden = hidden
        self.isCapped = isCapped
    }
}
