/// Gives a Track Processor everything it needs to fill a Pool. One context serves one fill.
public protocol PoolContext<Page>: Sendable {
    /// A page compared with the store.
    associatedtype Page: Sendable

    /// Returns the current time.
    func now() -> Timestamp

    /// Returns the suppliers that may be asked for tickets of `timeframe`.
    func suppliers(covering timeframe: Timeframe) async -> [any Supplier]

    /// Starts requests, at most one per supplier; ``next()`` returns the results in any order. A supplier that is
    /// still busy with a request of an earlier fill counts as slow. A supplier with a backoff, or one that could not
    /// be prepared, is not asked.
    func ask(_ requests: [PoolRequest]) async

    /// Waits for the next event. At least one started request must be unfinished.
    func next() async -> PoolEvent<Page>

    /// Returns the time before which a supplier has no items, or `nil` if it is unknown or not determined in time.
    func timeThreshold(of supplier: any Supplier) async -> Timestamp?

    /// The time before which no supplier has items, or `nil` if unknown.
    var suppliersTimeThreshold: Timestamp? { get async }

    /// Returns the number of stored tickets of `timeframe` that ``FillPlan/countedView`` shows once the Track shows them,
    /// counted up to `limit`.
    func countStored(in timeframe: Timeframe, upTo limit: Int) async throws -> Int

    /// Returns the supplier's stored ticket nearest to `edge`: the oldest at or above it for ``ReadDirection/older``, the
    /// newest below it for ``ReadDirection/newer``.
    func anchor(of supplier: SupplierID, at edge: Timestamp, direction: ReadDirection) async throws -> OrderKey?
}

/// A request of a fill, with the supplier that it is for.
public struct PoolRequest: Sendable {
    public let supplier: any Supplier
    public let request: FetchRequest

    public init(_ request: FetchRequest, of supplier: any Supplier) {
        self.supplier = supplier
        self.request = request
    }
}

/// The result of a request.
public enum PoolEvent<Page: Sendable>: Sendable {
    case answered(Page)
    /// The request failed, or its supplier could not be prepared.
    case failed(SupplierID, SupplierError, of: FetchRequest?)
    /// The supplier is too slow. Its answer is committed when it arrives, without this fill.
    case slow(SupplierID)
    /// The request was not sent because of a backoff.
    case skipped(SupplierID)
    /// The fill's time limit was reached.
    case timeIsUp
    /// The fill was cancelled.
    case cancelled
}
