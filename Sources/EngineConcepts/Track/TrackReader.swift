/// Reads the Track by windows. Every answer is one committed version of the store, gaps included; what it costs depends
/// on the window, never on how much is stored.
public protocol TrackReader: Sendable {
    /// The rows around a place.
    func window(_ request: WindowRequest) async throws -> TrackWindow

    /// One ticket, whether the Track shows it or not; nil where the store has none of this name.
    func entry(_ id: TicketID) async throws -> TrackEntry?

    /// How many tickets the view shows, how many of them are unread, and how many the filter hides.
    func counts(in view: TrackView) async throws -> TrackCounts

    /// What ``counts(in:)`` would answer for each label, were it the view's only topic; without those where that is
    /// nothing at all.
    func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts]

    /// The next shown ticket after `place` in the direction that meets `condition`; nil where there is none.
    func find(_ condition: SeekCondition, from place: TrackPlace, towards side: FetchSide, in view: TrackView)
        async throws -> TrackPlace?
}

/// What to look for in the Track.
public enum SeekCondition: Hashable, Sendable {
    /// A ticket that was not read.
    case unread
    /// A starred ticket.
    case starred
    /// A ticket that came late, into what had been read already.
    case late
    /// A gap.
    case gap
    /// A ticket of another supplier than this.
    case otherSupplier(SupplierID)
}

/// How far a reader looks for the tickets of a view.
public enum TicketReach: Hashable, Sendable {
    /// Among those that the Track shows: full gaps withhold the others until nothing can come between them any more.
    case track
    /// Among all that are stored of active suppliers, those that full gaps withhold as well. They stand where they will be.
    case store
}

/// Asks for the rows around a place.
public struct WindowRequest: Hashable, Sendable {
    /// Where the window lies.
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

    /// Where the window lies.
    public var anchor: Anchor
    /// How many rows to read above the anchor.
    public var above: Int
    /// How many rows to read from the anchor on, the anchor's row included.
    public var below: Int
    /// Which tickets.
    public var view: TrackView
    /// How far to look for them. Tickets that the Track does not show stand in rows of their own, never folded.
    public var reach: TicketReach

    /// Asks for a window.
    public init(anchor: Anchor, above: Int, below: Int, view: TrackView = .all, reach: TicketReach = .track) {
        self.anchor = anchor
        self.above = above
        self.below = below
        self.view = view
        self.reach = reach
    }
}

/// A part of the Track, as one committed version has it.
public struct TrackWindow: Hashable, Sendable {
    /// The rows, newest first.
    public var rows: [TrackRow]
    /// Which row stands at the anchor, or is the first after it; `rows.count` where none does.
    public var anchorIndex: Int
    /// Whether the first row is the Track's newest.
    public var reachesTop: Bool
    /// Whether the last row is the Track's oldest.
    public var reachesBottom: Bool
    /// The version that was read.
    public var version: TrackVersion

    /// Makes a window.
    public init(rows: [TrackRow], anchorIndex: Int, reachesTop: Bool, reachesBottom: Bool, version: TrackVersion) {
        self.rows = rows
        self.anchorIndex = anchorIndex
        self.reachesTop = reachesTop
        self.reachesBottom = reachesBottom
        self.version = version
    }
}

/// How many tickets a view shows.
public struct TrackCounts: Hashable, Sendable {
    /// All of them.
    public var total: Int
    /// Those that were not read.
    public var unread: Int
    /// Those that rules hide, whether the view's filter lets them be seen or not: a view shows as many more without its
    /// filter.
    public var hidden: Int
    /// Whether there are more: what a search finds is counted so far and no further.
    public var isCapped: Bool

    /// Makes counts.
    public init(total: Int, unread: Int, hidden: Int = 0, isCapped: Bool = false) {
        self.total = total
        self.unread = unread
        self.hidden = hidden
        self.isCapped = isCapped
    }
}

/// Counts the commits of a store. Grows by one with each.
public struct TrackVersion: Hashable, Comparable, Sendable, Codable {
    /// How many commits there were.
    public let number: Int64

    /// Makes a version.
    public init(_ number: Int64) {
        self.number = number
    }

    /// Before the first commit.
    public static let empty = TrackVersion(0)

    /// The version after this one.
    public var next: TrackVersion { TrackVersion(number + 1) }

    /// Orders by age, older first.
    public static func < (lhs: TrackVersion, rhs: TrackVersion) -> Bool {
        lhs.number < rhs.number
    }
}
