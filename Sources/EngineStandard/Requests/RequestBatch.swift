import EngineConcepts

/// Requests that were started together. They share one timer, and the fast ones determine how long the fill waits for
/// the others.
struct RequestBatch {
    let startedAt: Duration
    /// The number of requests.
    let count: Int
    /// The number of requests that have not ended.
    private(set) var remainingCount: Int
    /// The time at which unanswered requests become slow, or `nil` after that.
    var slowAt: Duration?
    /// The time at which unanswered requests have failed.
    var endsAt: Duration
    var timer: Task<Void, Never>?

    init(of count: Int, startedAt: Duration, _ limits: FillLimits) {
        self.startedAt = startedAt
        self.count = count
        remainingCount = count
        slowAt = startedAt + limits.slowAfter
        endsAt = startedAt + limits.requestTimeout
    }

    /// The time at which unanswered requests become slow or, after that, have failed.
    var deadline: Duration { slowAt ?? endsAt }

    /// Counts the end of a request. Once half have ended, the others become slow sooner. Returns true if the deadline is
    /// earlier now.
    mutating func endRequest(at now: Duration, _ limits: FillLimits) -> Bool {
        remainingCount -= 1
        guard let slowAt, remainingCount > 0, remainingCount * 2 <= count else { return false }
        let wait = min(limits.slowAfter, max(limits.minimumWait, (now - startedAt) * limits.slowFactor))
        self.slowAt = startedAt + wait
        return startedAt + wait < slowAt
    }
}
