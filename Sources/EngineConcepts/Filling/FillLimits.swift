/// The limits of a fill: how many tickets it brings and how long it waits.
public struct FillLimits: Hashable, Sendable {
    /// The number of tickets that a fill aims for, if there are as many.
    public var minimumTickets: Int
    /// The number of tickets above which a fill sends no more requests. All delivered tickets are shown.
    public var maximumTickets: Int
    /// The timeframe that a fill aims at first.
    public var firstTimeframe: Duration
    /// The factor by which the timeframe grows if it holds too few tickets.
    public let growth = 2
    /// The time without an answer after which a supplier is slow, so that the others are committed without it.
    public var slowAfter: Duration
    /// A supplier is also slow once it has taken this many times as long as the others, provided half of those asked
    /// together have answered. So a single silent source delays the others by less than ``slowAfter``.
    public let slowFactor = 4
    /// The minimum waiting time for a supplier, however fast the others were.
    public var minimumWait: Duration
    /// The timeout of a request, and of preparing all suppliers of a fill together.
    public var requestTimeout: Duration
    /// The time limit of a fill. It then ends with what it has.
    public var fillTimeout: Duration
    /// The number of answers without new items after which a supplier is not asked again in this fill.
    public var idleRounds: Int
    /// The number of consecutive failures after which refreshes ask a supplier less often. Routine ones do so from the first
    /// failure on.
    public let failuresBeforeBackoff = 5
    /// The first delay after failures. It doubles with each further failure.
    public let firstDelay = Duration.seconds(60)
    /// The longest delay after failures.
    public let maximumDelay = Duration.seconds(3600)
    /// The maximum number of pages that a fill reads from one supplier. Does not apply if everything, or everything
    /// up to a date, is requested.
    public var maximumPages: Int

    /// Creates limits; the defaults suit a user at a screen.
    public init(
        minimumTickets: Int = 30, maximumTickets: Int = 60, firstTimeframe: Duration = .seconds(300),
        slowAfter: Duration = .seconds(5), minimumWait: Duration = .milliseconds(500),
        requestTimeout: Duration = .seconds(30), fillTimeout: Duration = .seconds(60), idleRounds: Int = 3,
        maximumPages: Int = 40
    ) {
        self.minimumTickets = minimumTickets
        self.maximumTickets = max(minimumTickets, maximumTickets)
        self.firstTimeframe = max(firstTimeframe, .seconds(1))
        self.slowAfter = slowAfter
        self.minimumWait = min(minimumWait, slowAfter)
        self.requestTimeout = max(requestTimeout, slowAfter)
        self.fillTimeout = fillTimeout
        self.idleRounds = max(idleRounds, 1)
        self.maximumPages = max(maximumPages, 1)
    }

    /// Returns the delay after this many consecutive failures, the last of them at `failed`, or `nil` if there is
    /// none.
    ///
    /// The delay varies by up to a quarter, so that suppliers of one host and users of one source do not all return
    /// at the same time. The variation is derived from the supplier's identity and the millisecond of the failure, so
    /// repeated calls return the same value.
    public func delay(
        after failures: Int, of supplier: SupplierID, at failed: Timestamp, in occasion: RefreshOccasion = .manual
    ) -> Duration? {
        let first = occasion == .routine ? 1 : failuresBeforeBackoff
        guard failures >= first else { return nil }
        let delay = firstDelay.doubled(failures - first, upTo: maximumDelay)
        let seed = StableHash.fnv1a(supplier.rawValue.utf8, seed: UInt64(bitPattern: failed.milliseconds))
        return delay * (75 + Int(StableHash.mixed(seed) % 51)) / 100
    }
}

extension FillLimits {
    /// Returns the backoff of refreshes on this occasion after failures, or `nil` if there is none. A source that is
    /// permanently gone has none, because it is not asked at all.
    public func failureBackoff(
        of supplier: SupplierID, after requests: RequestHistory, in occasion: RefreshOccasion = .manual
    ) -> Backoff? {
        guard case .failed(let error, let failed) = requests.condition, error.code != .gone,
            let delay = delay(after: requests.failures, of: supplier, at: failed, in: occasion)
        else { return nil }
        return Backoff(reason: .failing, until: failed.advanced(by: delay), since: failed)
    }
}
