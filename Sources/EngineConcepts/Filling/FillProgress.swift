/// The progress of a fill.
public struct FillProgress: Hashable, Sendable {
    /// The number of suppliers that have answered or failed.
    public var answeredCount: Int
    /// The number of suppliers asked.
    public var requestedCount: Int
    /// The supplier that answered or failed last.
    public var latest: SupplierID?
    /// The result of that supplier's request.
    public var outcome: Outcome?

    /// The result of a supplier's request.
    public enum Outcome: Hashable, Sendable {
        /// It answered with this many items not seen before.
        case answered(fresh: Int)
        case failed(SupplierError)
        /// The fill no longer waits for it. It may still answer.
        case slow
        /// It was not asked because of a backoff.
        case skipped
    }

    public init(answeredCount: Int, requestedCount: Int, latest: SupplierID? = nil, outcome: Outcome? = nil) {
        self.answeredCount = answeredCount
        self.requestedCount = requestedCount
        self.latest = latest
        self.outcome = outcome
    }
}
