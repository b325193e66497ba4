import EngineConcepts

/// The bounds of the polling interval.
public struct FeedPolling: Hashable, Sendable {
    /// The minimum interval of regular requests.
    public var minimum: Duration
    /// The maximum interval of regular requests, unless the feed asks for a longer one.
    public var maximum: Duration
    /// The minimum time between any two requests of a feed, whatever the reason.
    public var spacing: Duration

    /// Creates bounds.
    public init(
        minimum: Duration = .seconds(900), maximum: Duration = .seconds(6 * 3600), spacing: Duration = .zero
    ) {
        self.minimum = minimum
        self.maximum = max(minimum, maximum)
        self.spacing = spacing
    }

    /// Sets the time of the next regular request in the answer to one for the newest items, unless the source gave a
    /// Retry-After.
    func schedule(_ answer: inout FetchAnswer, to request: FetchRequest) {
        guard request.origin == .newest, answer.budget.retryAt == nil else { return }
        answer.budget.routineAt = budget(after: request.now).routineAt
    }

    /// Returns the budget of a source that is polled at the minimum interval.
    func budget(after now: Timestamp) -> FetchBudget {
        FetchBudget(routineAt: now.advanced(by: minimum * 4 / 5))
    }
}
