import EngineConcepts

/// Requests that were made at once: they share one timer, and the fast ones say how long the others are waited for.
struct RequestBatch {
    let fill: FillID
    let asked: Duration
    let requests: [SupplierID: Int]
    var left: Int
    /// When those are slow that have not answered; nil once they were called so.
    var slowAt: Duration?
    let endsAt: Duration
    var timer: Task<Void, Never>?

    /// How long those that have not answered are waited for, now that another one has; nil while that is no measure.
    func patience(at now: Duration, _ limits: PoolLimits) -> Duration? {
        guard left > 0, left * 2 <= requests.count else { return nil }
        return min(limits.slowAfter, max(limits.leastPatience, (now - asked) * limits.slowFactor))
    }
}
