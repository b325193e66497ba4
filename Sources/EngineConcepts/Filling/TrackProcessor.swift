/// The algorithm that fills a Pool: decides whom to ask for what, and when there is enough. Pluggable; knows neither the
/// Track nor the store, and cannot break an invariant, since the ``Pool`` keeps them.
public protocol TrackProcessor: Sendable {
    /// Fills a Pool. Returns when it is filled, when the desk says that time is up, or when the fill is cancelled.
    func fill(_ order: FillPlan, at desk: any PoolContext) async throws -> Pool
}

/// Where a Track Processor gets everything from while it fills a Pool. One desk serves one fill.
public protocol PoolContext: Sendable {
    /// The time of day.
    func now() -> Timestamp

    /// The suppliers that may be asked for tickets of `timeframe`.
    func suppliers(covering timeframe: Timeframe) async -> [any Supplier]

    /// Begins requests, at most one per supplier. What becomes of each is told by ``next()``, in whatever order. A
    /// supplier that is still busy with a request of an earlier fill counts as slow; one that asked for patience, or
    /// could not be prepared, is not asked.
    func ask(_ requests: [PoolRequest]) async

    /// Waits for what happens next. There must be requests that nothing was told about yet.
    func next() async -> PoolEvent

    /// The moment before which a supplier has nothing to give; nil where that is not known, or not said in time.
    func timeThreshold(of supplier: any Supplier) async -> Timestamp?

    /// The moment before which none of the suppliers has anything to give; nil where that is not known.
    var suppliersTimeThreshold: Timestamp? { get async }

    /// How many stored tickets of `timeframe` the reader who asked sees of ``PoolOrder/counted``, once the Track shows
    /// them, counting no further than `limit`.
    func countStored(in timeframe: Timeframe, upTo limit: Int) async throws -> Int

    /// The supplier's stored ticket nearest to `edge`: the oldest that is not below it for ``FetchSide/older``, the
    /// newest below it for ``FetchSide/newer``.
    func anchor(of supplier: SupplierID, at edge: Timestamp, side: FetchSide) async throws -> OrderKey?
}

/// A page to ask a supplier for.
public struct PoolRequest: Sendable {
    /// Whom to ask.
    public let supplier: any Supplier
    /// For what.
    public let request: FetchRequest

    /// Asks `supplier` for a page.
    public init(_ request: FetchRequest, of supplier: any Supplier) {
        self.supplier = supplier
        self.request = request
    }
}

/// What becomes of a request.
public enum PoolEvent: Sendable {
    /// It was answered.
    case answered(PoolDelivery)
    /// It failed, or its supplier could not be prepared for any.
    case failed(SupplierID, SupplierError, of: FetchRequest?)
    /// It takes too long to wait for. Its answer is committed when it comes, without this fill.
    case slow(SupplierID)
    /// It was not made, since the supplier asked for patience.
    case held(SupplierID)
    /// The fill has no time left.
    case timeIsUp
    /// The fill was cancelled.
    case cancelled
}
