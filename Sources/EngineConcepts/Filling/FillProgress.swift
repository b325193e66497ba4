/// The progress of a fill.
public struct FillProgress: Hashable, Sendable {
    /// The number of suppliers that have answered or failed.
    public var answeredCount: Int
    /// The number of suppliers asked.
    public var requestedCount: Int
    /// The last step, or `nil` before the first.
    public var latest: Step?

    /// The end of a request to a supplier, or of the wait for it.
    public struct Step: Hashable, Sendable {
        public let supplier: SupplierID
        public let outcome: Outcome

        public init(_ outcome: Outcome, of supplier: SupplierID) {
            self.supplier = supplier
            self.outcome = outcome
        }
    }

    /// The outcome of a request to a supplier.
    public enum Outcome: Hashable, Sendable {
        /// It answered with this many items not seen before.
        case answered(fresh: Int)
        case failed(SupplierError)
        /// The fill no longer waits for it. It may still answer.
        case slow
        /// It was not asked because of a backoff.
        case skipped
    }

    public init(answeredCount: Int, requestedCount: Int, latest: Step? = nil) {
        self.answeredCount = answeredCount
        self.requestedCount = requestedCount
        self.latest = latest
    }
}
