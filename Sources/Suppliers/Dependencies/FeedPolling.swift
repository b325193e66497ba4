import EngineConcepts

/// The bounds of the polling interval.
public struct FeedPolling: Hashable, Sendable {
    /// The minimum interval of regular requests.
    public var minimumInterval: Duration
    /// The maximum interval of regular requests, unless the feed asks for a longer one.
    public var maximumInterval: Duration
    /// The minimum time between any two requests of a feed, whatever the reason.
    public var spacing: Duration

    /// Creates bounds.
    public init(
        minimumInterval: Duration = .seconds(900), maximumInterval: Duration = .seconds(6 * 3600),
        spacing: Duration = .zero
    ) {
        self.minimumInterval = minimumInterval
        self.maximumInterval = max(minimumInterval, maximumInterval)
        self.spacing = spacing
    }

    /// Returns the answer to a request for the newest items with the time of the next regular one, unless the source gave
    /// a Retry-After. Returns other answers as they are.
    func scheduled(_ answer: FetchAnswer, to request: FetchRequest) -> FetchAnswer {
        guard request.origin == .newest, answer.budget.retryAt == nil else { return answer }
        var answer = answer
        answer.budget.routineAt = budget(after: request.now).routineAt
        return answer
    }

    /// Returns the budget of a source that is polled at the minimum interval.
    func budget(after now: Timestamp) -> FetchBudget {
        FetchBudget(routineAt: now.advanced(by: minimumInterval * 4 / 5))
    }
}
