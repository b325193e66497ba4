import EngineConcepts

/// A request that has not ended.
struct RunningRequest {
    let serial: Int
    let fill: FillID
    /// The batch with which it was started.
    let batchID: Int
    let request: PoolRequest
    /// The time at which it started.
    var startedAt: Duration
    /// Its waiting on this side before it is sent.
    let wait: RequestWait
    let task: Task<Void, Never>

    /// The number of timeouts for which a request waits on this side before it is given up.
    private static let maximumWaits = 10

    var supplier: SupplierID { request.supplier.id }

    /// Returns the time at which it has failed without an answer. While it waits on this side, that is when to look again,
    /// or when it is given up.
    func end(after timeout: Duration, at now: Duration) -> Duration {
        wait.deadline(after: timeout, from: startedAt)
            ?? min(now + timeout, startedAt + timeout * Self.maximumWaits)
    }
}
