/// The reason why a fill ended.
public enum PoolEndReason: String, Hashable, Sendable {
    /// The target timeframe is covered and there are enough tickets.
    case satisfied
    /// There are more tickets than the maximum.
    case maximum
    /// The other bound of the gap is reached.
    case bound
    /// No supplier has older items.
    case threshold
    /// The supplier cannot be asked further now: a limit of time, pages or attempts was reached, or a request failed.
    case limitReached
    /// The fill was cancelled.
    case cancelled
}
