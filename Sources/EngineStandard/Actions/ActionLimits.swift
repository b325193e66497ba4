import EngineConcepts

/// How patient the action lanes are.
public struct ActionLimits: Hashable, Sendable {
    /// After this long an attempt is ended; what became of it is uncertain.
    public var attemptEnd: Duration
    /// How long to wait after the first attempt that failed; doubles with each further one.
    public var firstPause: Duration
    /// The longest wait.
    public var longestPause: Duration

    /// However long a source asks to be left in peace, it is tried again after this long: it may be mistaken.
    public var greatestPatience: Duration

    /// Makes limits.
    public init(
        attemptEnd: Duration = .seconds(30), firstPause: Duration = .seconds(2), longestPause: Duration = .seconds(900),
        greatestPatience: Duration = .seconds(86_400)
    ) {
        self.greatestPatience = greatestPatience
        self.attemptEnd = attemptEnd
        self.firstPause = max(firstPause, .milliseconds(1))
        self.longestPause = max(longestPause, firstPause)
    }

    /// How long to wait after so many attempts: between half of the round figure and all of it, so that what failed
    /// together does not come back together.
    ///
    /// - Parameter chance: a random number from 0 to 999.
    func pause(after attempts: Int, chance: Int) -> Duration {
        let doublings = min(max(attempts - 1, 0), 20)
        let round = min(firstPause * (1 << doublings), longestPause)
        return round / 2 + round * chance / 2000
    }

    /// When to try again: not before the source asked for, as far as its patience is believed.
    func nextAttempt(after attempts: Int, _ error: SupplierError?, now: Timestamp, chance: Int) -> Timestamp {
        let time = now.advanced(by: pause(after: attempts, chance: chance))
        return error?.retryAt.map { max(patience(until: $0, from: now), time) } ?? time
    }

    /// The longest that an action waits for its next attempt.
    var longestWait: Duration { max(greatestPatience, longestPause) }

    /// Until when a source is left in peace that asks for it until `retryAt`.
    func patience(until retryAt: Timestamp, from now: Timestamp) -> Timestamp {
        min(retryAt, now.advanced(by: greatestPatience))
    }
}
