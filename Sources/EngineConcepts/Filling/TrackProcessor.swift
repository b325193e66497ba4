/// The algorithm that fills a Pool: decides which suppliers to ask for what, and when there is enough. Replaceable.
/// It knows neither the Track nor the store. It cannot break an invariant, because the engine's Pool enforces them.
public protocol TrackProcessor<Page, FilledPool>: Sendable {
    /// A page compared with the store, in the form that the engine's Pool accepts.
    associatedtype Page: Sendable
    /// The new tickets of one fill before they enter the Track, with everything that the fill has proven.
    associatedtype FilledPool: Sendable

    /// Fills a Pool. Returns when it is full, when `context` reports that the time is up, or when the fill is cancelled.
    func fill(_ plan: FillPlan, using context: any PoolContext<Page>) async throws -> FilledPool
}
