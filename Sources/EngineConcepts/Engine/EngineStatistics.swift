/// The counts of an engine's work since its creation, and of its current work.
///
/// Updating it costs a few additions for each request. Reading it takes time in proportion to the number of
/// suppliers, plus one read of the store's counters.
public struct EngineStatistics: Hashable, Sendable {
    /// The time when counting began.
    public var since: Timestamp
    /// The tickets that the Track shows, or `nil` if the store could not be read.
    public var tickets: TrackCounts?
    /// The ranges that the Track shows.
    public var visibleRanges = TimeframeSet()
    /// All fills since the creation of the engine, by state.
    public var fills = FillStatistics()
    /// The requests of all suppliers.
    public var requests = RequestStatistics()
    /// The active suppliers and those asked while they were active, sorted by identity.
    public var suppliers: [SupplierStatistics] = []

    /// Creates the statistics of an engine that has done nothing.
    public init(since: Timestamp = .beginningOfTime) { self.since = since }
}

/// The number of fills by state.
public struct FillStatistics: Hashable, Sendable {
    /// Waiting in the queue.
    public var queued = 0
    /// Requesting pages: 0 or 1.
    public var filling = 0
    /// Cancelled, but still stopping.
    public var cancelling = 0
    /// Ended normally.
    public var done = 0
    /// Ended without a commit.
    public var failed = 0
    /// Ended by cancellation.
    public var cancelled = 0

    public init() {}
}

/// The number of requests, their results, and what they delivered. Each request is counted once: ``made`` is the sum
/// of ``answered``, ``failed``, ``cancelled`` and ``inFlight``.
public struct RequestStatistics: Hashable, Sendable {
    /// Requests started.
    public var made = 0
    /// Requests answered.
    public var answered = 0
    /// Requests failed, timeouts included.
    public var failed = 0
    /// Requests cancelled together with their fill.
    public var cancelled = 0
    /// Requests running now.
    public var inFlight = 0
    /// Items in the answers, duplicates included.
    public var items = 0
    /// Items not seen before.
    public var fresh = 0
    /// Decompressed bytes read, or `nil` if no answer reported a size.
    public var bytes: Int?
    /// The response times, or `nil` before the first answer.
    public var timings: RequestTimings?

    public init() {}
}

/// The time from sending a request until its page was compared with the store, on a monotonic clock. Percentiles have
/// two significant digits.
public struct RequestTimings: Hashable, Sendable {
    /// The latest answer.
    public var last: Duration
    /// The median.
    public var p50: Duration
    /// The 90th percentile.
    public var p90: Duration
    /// The 99th percentile.
    public var p99: Duration

    public init(last: Duration, p50: Duration, p90: Duration, p99: Duration) {
        self.last = last
        self.p50 = p50
        self.p90 = p90
        self.p99 = p99
    }
}

/// The statistics of one supplier.
public struct SupplierStatistics: Hashable, Sendable, Identifiable {
    public var id: SupplierID
    public var requests: RequestStatistics
    /// The ranges that it covers.
    public var covered: TimeframeSet

    public init(id: SupplierID, requests: RequestStatistics = RequestStatistics(), covered: TimeframeSet = .init()) {
        self.id = id
        self.requests = requests
        self.covered = covered
    }
}
