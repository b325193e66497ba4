import EngineConcepts

/// The bounds of the polling interval.
public struct FeedPolling: Hashable, Sendable {
    /// The minimum interval of regular requests.
    public var shortest: Duration
    /// The maximum interval of regular requests, unless the feed asks for a longer one.
    public var longest: Duration
    /// The minimum time between any two requests of a feed, whatever the reason.
    public var spacing: Duration

    /// Creates bounds.
    public init(
        shortest: Duration = .seconds(900), longest: Duration = .seconds(6 * 3600), spacing: Duration = .zero
    ) {
        self.shortest = shortest
        self.longest = max(shortest, longest)
        self.spacing = spacing
    }

    /// Returns the budget of a source that is polled at the minimum interval.
    func budget(after now: Timestamp) -> FetchBudget {
        FetchBudget(routineAt: now.advanced(by: shortest * 4 / 5))
    }
}
