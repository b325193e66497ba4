import EngineConcepts

/// Requests that were started together. They share one timer, and the fast ones determine how long the fill waits for
/// the others.
struct RequestBatch {
    /// The number of the batch among those of its scheduler.
    let id: Int
    let fill: FillID
    let startedAt: Duration
    /// The serial number of each supplier's request.
    let serials: [SupplierID: Int]
    /// The number of requests that have not ended.
    var remainingCount: Int
    /// The time at which unanswered requests become slow, or `nil` after that.
    var slowAt: Duration?
    /// The time at which unanswered requests have failed.
    var endsAt: Duration
    var timer: Task<Void, Never>?

    /// Returns the waiting time for the remaining requests after another one was answered, or `nil` while fewer than
    /// half are answered.
    func waitingTime(at now: Duration, _ limits: FillLimits) -> Duration? {
        guard remainingCount > 0, remainingCount * 2 <= serials.count else { return nil }
        return min(limits.slowAfter, max(limits.minimumWait, (now - startedAt) * limits.slowFactor))
    }
}
