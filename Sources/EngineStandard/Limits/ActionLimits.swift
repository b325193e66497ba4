import EngineConcepts

/// Timeouts and retry delays of actions.
public struct ActionLimits: Hashable, Sendable {
    /// The timeout of an attempt. Its outcome is then uncertain.
    public var attemptTimeout = Duration.seconds(30)
    /// The delay after the first failed attempt. Doubles with each further one.
    public var firstDelay = Duration.seconds(2)
    /// The longest delay, unless a source asks for a longer one.
    public var maximumDelay = Duration.seconds(900)
    /// The number of stored actions that are sent in a row to one source after a start. The user's new actions are
    /// sent before them and do not count.
    public var restoredBatch = 10
    /// The pause after such a batch.
    public var restoredPause = Duration.seconds(1)
    /// The age from which a stored action is not sent unasked any more.
    public var restoredExpiry = Duration.seconds(30 * 86_400)

    /// Creates the usual limits.
    public init() {}

    /// Returns the time of the next attempt after this many: not before `retryAt` of the error, up to the maximum.
    ///
    /// - Parameter jitter: A random number from 0 to 999.
    func nextAttempt(after attempts: Int, _ error: SupplierError?, now: Timestamp, jitter: Int) -> Timestamp {
        let time = now.advanced(by: firstDelay.doubled(attempts - 1, upTo: maximumDelay).jittered(by: jitter))
        return error?.retryAt.map { max(Backoff.end(until: $0, from: now), time) } ?? time
    }

    /// The longest that an action can wait for its next attempt.
    var maximumWait: Duration { max(Backoff.maximumDuration, maximumDelay) }
}
