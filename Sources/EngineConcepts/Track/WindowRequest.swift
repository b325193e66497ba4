/// A request for the rows around a place.
public struct WindowRequest: Hashable, Sendable {
    /// The position of a window.
    public enum Anchor: Hashable, Sendable {
        /// At the newest row.
        case top
        /// At the oldest row.
        case bottom
        /// At the row with this place, or where it would be.
        case place(TrackPlace)
        /// At the newest row that is not newer than this time.
        case time(Timestamp)
    }

    public var anchor: Anchor
    /// The number of rows to read above the anchor.
    public var above: Int
    /// The number of rows to read from the anchor down, the anchor's row included.
    public var below: Int
    public var view: TrackView
    /// The set of tickets to read. Tickets that the Track does not show have their own rows and are never folded.
    public var reach: TicketReach

    public init(anchor: Anchor, above: Int, below: Int, view: TrackView = .all, reach: TicketReach = .track) {
        self.anchor = anchor
        self.above = above
        self.below = below
        self.view = view
        self.reach = reach
    }
}

/// The set of tickets that a window reads.
public enum TicketReach: Hashable, Sendable {
    /// Tickets that the Track shows. Full gaps withhold the others until nothing can appear between them.
    case track
    /// All stored tickets of active suppliers at their final places, including those that full gaps withhold.
    case store
}
