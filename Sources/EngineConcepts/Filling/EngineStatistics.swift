/// What an engine has done since it was made, and what it does now. A value: read it as often as you like.
///
/// Keeping it costs a few additions for each request. Reading it costs time in proportion to the number of suppliers, and
/// one look into the store's tallies.
public struct EngineStatistics: Hashable, Sendable {
    /// When the counting began.
    public var since: Timestamp
    /// The tickets that the Track shows; nil where the store could not be read.
    public var tickets: TrackCounts?
    /// What the Track shows.
    public var extent: TimeframeSet
    /// The fills.
    public var fills: FillStatistics
    /// All requests together.
    public var requests: RequestStatistics
    /// The active suppliers, and those that were asked while they were, by name.
    public var suppliers: [SupplierStatistics]

    /// Makes statistics; without arguments those of an engine that has done nothing.
    public init(
        since: Timestamp = .beginningOfTime, tickets: TrackCounts? = nil, extent: TimeframeSet = TimeframeSet(),
        fills: FillStatistics = FillStatistics(), requests: RequestStatistics = RequestStatistics(),
        suppliers: [SupplierStatistics] = []
    ) {
        self.since = since
        self.tickets = tickets
        self.extent = extent
        self.fills = fills
        self.requests = requests
        self.suppliers = suppliers
    }
}

/// An engine's fills by their states.
public struct FillStatistics: Hashable, Sendable {
    /// The length of the queue.
    public var queued = 0
    /// Those that ask suppliers: one at most.
    public var filling = 0
    /// Those that were told to stop and have not stopped yet.
    public var cancelling = 0
    /// Those that ended as asked.
    public var done = 0
    /// Those that ended without a commit.
    public var failed = 0
    /// Those that somebody cancelled.
    public var cancelled = 0

    /// No fills.
    public init() {}
}

/// Requests, what became of them and what they brought. Each is counted once: ``made`` is the sum of ``answered``,
/// ``failed``, ``cancelled`` and ``inFlight``.
public struct RequestStatistics: Hashable, Sendable {
    /// Requests that were begun.
    public var made = 0
    /// Those that were answered.
    public var answered = 0
    /// Those that failed, ended for taking too long included.
    public var failed = 0
    /// Those that went with a cancelled fill.
    public var cancelled = 0
    /// Those that run now.
    public var inFlight = 0
    /// Items that the answers held, duplicates included.
    public var items = 0
    /// Those among them that were never seen before.
    public var fresh = 0
    /// Bytes that were read, unpacked; nil where no answer said how many.
    public var bytes: Int?
    /// How long the answers took; nil before the first.
    public var timings: RequestTimings?

    /// No requests.
    public init() {}
}

/// How long answers took, from the request until the page was matched with the store, by a clock that nobody sets;
/// the percentiles to two digits.
public struct RequestTimings: Hashable, Sendable {
    /// The answer that came last.
    public var last: Duration
    /// Half of them took no longer.
    public var p50: Duration
    /// Nine of ten took no longer.
    public var p90: Duration
    /// Ninety-nine of a hundred took no longer.
    public var p99: Duration

    /// Makes timings.
    public init(last: Duration, p50: Duration, p90: Duration, p99: Duration) {
        self.last = last
        self.p50 = p50
        self.p90 = p90
        self.p99 = p99
    }
}

/// One supplier's part.
public struct SupplierStatistics: Hashable, Sendable, Identifiable {
    /// Which supplier.
    public var id: SupplierID
    /// Its requests.
    public var requests: RequestStatistics
    /// What it covers.
    public var covered: TimeframeSet

    /// Makes statistics of a supplier.
    public init(id: SupplierID, requests: RequestStatistics = RequestStatistics(), covered: TimeframeSet = .init()) {
        self.id = id
        self.requests = requests
        self.covered = covered
    }
}
