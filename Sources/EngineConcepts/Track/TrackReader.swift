/// Reads windows of the Track. Every result reflects one committed version of the store, gaps included. The cost
/// depends on the size of the window, not on the size of the store.
public protocol TrackReader: Sendable {
    /// Returns the rows around a place.
    func window(_ request: WindowRequest) async throws -> TrackWindow

    /// Returns one ticket, visible or not, or `nil` if the store does not have it.
    func entry(_ id: TicketID) async throws -> TrackEntry?

    /// Returns the numbers of tickets that the view shows, of the unread ones among them, and of those that the filter
    /// hides.
    func counts(in view: TrackView) async throws -> TrackCounts

    /// Returns, for each label, what ``counts(in:)`` would return if it were the view's only topic. Labels without
    /// tickets are absent.
    func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts]

    /// Returns the number of stored tickets of the view that a full gap withholds, counted up to `limit`.
    func withheld(in timeframe: Timeframe, of view: TrackView, upTo limit: Int) async throws -> Int

    /// Returns, for each supplier, what ``counts(in:)`` would return if it were the view's only supplier. Suppliers
    /// without tickets are absent.
    func supplierCounts(in view: TrackView) async throws -> [SupplierID: TrackCounts]

    /// Returns the next visible ticket after `place` in the direction that meets `condition`, or `nil` if there is
    /// none.
    func find(_ condition: SeekCondition, from place: TrackPlace, towards direction: ReadDirection, in view: TrackView)
        async throws -> TrackPlace?
}

extension TrackReader {
    /// Returns 0, as of a Track without a store.
    public func withheld(in timeframe: Timeframe, of view: TrackView, upTo limit: Int) async throws -> Int { 0 }
}

/// A condition for a search along the Track.
public enum SeekCondition: Hashable, Sendable {
    /// An unread ticket.
    case unread
    case starred
    /// A ticket that arrived late, in a range that was complete before.
    case late
    case gap
    /// A ticket of any other supplier.
    case otherSupplier(SupplierID)
}

/// The set of tickets that a window reads.
public enum TicketReach: Hashable, Sendable {
    /// Tickets that the Track shows. Full gaps withhold the others until nothing can appear between them.
    case track
    /// All stored tickets of active suppliers at their final places, including those that full gaps withhold.
    case store
}

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

/// A section of the Track in one committed version.
public struct TrackWindow: Hashable, Sendable {
    /// The rows, newest first.
    public var rows: [TrackRow]
    /// The index of the row at the anchor or the first after it; `rows.count` if there is none.
    public var anchorIndex: Int
    /// True if the first row is the Track's newest.
    public var reachesTop: Bool
    /// True if the last row is the Track's oldest.
    public var reachesBottom: Bool
    /// The version that was read.
    public var version: TrackVersion

    public init(rows: [TrackRow], anchorIndex: Int, reachesTop: Bool, reachesBottom: Bool, version: TrackVersion) {
        self.rows = rows
        self.anchorIndex = anchorIndex
        self.reachesTop = reachesTop
        self.reachesBottom = reachesBottom
        self.version = version
    }
}

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

/// The number of a store's commit, increased by one with each.
public struct TrackVersion: Hashable, Comparable, Sendable {
    public let number: Int64

    public init(_ number: Int64) {
        self.number = number
    }

    /// The version before the first commit.
    public static let empty = TrackVersion(0)

    /// The version after this one.
    public var next: TrackVersion { TrackVersion(number + 1) }

    /// Orders versions from oldest to newest.
    public static func < (lhs: TrackVersion, rhs: TrackVersion) -> Bool {
        lhs.number < rhs.number
    }
}
