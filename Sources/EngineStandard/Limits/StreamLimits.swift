import EngineConcepts

/// Delays and limits of streams.
public struct StreamLimits: Hashable, Sendable {
    /// The shortest time between two commits.
    public var commitInterval: Duration
    /// The shortest time between two commits that only extend the coverage of a supplier.
    public var claimInterval: Duration
    /// The delay before the first reconnection. Doubles with each further one.
    public var firstDelay: Duration
    /// The longest delay before a reconnection.
    public var maximumDelay: Duration
    /// The duration after which a connection counts as stable, so that delays begin with the first again.
    public let stableAfter = Duration.seconds(60)
    /// The number of uncommitted items and deletions from which a stream is not read further.
    public var maximumPendingChanges: Int
    /// True if the engine fills the gap below a new connection.
    public var closesGaps: Bool

    public init(
        commitInterval: Duration = .milliseconds(100), claimInterval: Duration = .seconds(15),
        firstDelay: Duration = .seconds(1), maximumDelay: Duration = .seconds(300),
        maximumPendingChanges: Int = 1_000, closesGaps: Bool = true
    ) {
        self.commitInterval = commitInterval
        self.claimInterval = claimInterval
        self.firstDelay = max(firstDelay, .milliseconds(1))
        self.maximumDelay = max(maximumDelay, firstDelay)
        self.maximumPendingChanges = max(maximumPendingChanges, 1)
        self.closesGaps = closesGaps
    }

    /// Returns the delay after this many connections that ended early: exponential backoff with jitter, but not before
    /// the error's `retryAt`, up to the longest accepted delay.
    ///
    /// - Parameter jitter: A random number from 0 to 999.
    func delay(after failures: Int, _ error: SupplierError?, now: Timestamp, jitter: Int) -> Duration {
        let delay = firstDelay.doubled(failures - 1, upTo: maximumDelay).jittered(by: jitter)
        guard let retryAt = error?.retryAt else { return delay }
        return max(delay, min(retryAt.since(now), Backoff.maximumDuration))
    }
}

extension SupplierError {
    /// True if connecting again without a change by the user is useless.
    var endsStream: Bool {
        switch code {
        case .notAuthorised, .gone, .unsupported: true
        case .unreachable, .timedOut, .rateLimited, .refused, .malformed, .limitExceeded, .tokenExpired, .cancelled:
            false
        }
    }
}
