public import EngineConcepts

/// A cache of the suppliers' presenters.
public final class Presenters {
    /// Changes after which tickets on screens must be presented again.
    let changes = Observers<Void>()

    private let engine: any TrackObserving
    private var cache: [SupplierID: any Presenter] = [:]
    /// The presenters of sources that are not followed.
    private var others: [SupplierID: any Presenter] = [:]

    /// Creates an empty cache for the presenters of an engine.
    public init(engine: any TrackObserving) { self.engine = engine }

    /// Returns a ticket as its supplier presents it.
    func presentation(of ticket: Ticket) async -> Presentation {
        await presenters(for: [ticket.supplier])[ticket.supplier].presentation(of: ticket)
    }

    /// Returns the presenters of these suppliers.
    public func presenters(for suppliers: Set<SupplierID>) async -> [SupplierID: any Presenter] {
        for supplier in suppliers where cache[supplier] == nil {
            cache[supplier] = await engine.presenter(for: supplier)
        }
        return others.isEmpty ? cache : cache.merging(others) { $1 }
    }

    /// Adds the presenters of sources that are not followed, whose posts are shown beside the Track.
    func add(_ presenters: [SupplierID: any Presenter]) { others.merge(presenters) { $1 } }

    /// Clears the cache and presents visible tickets again, because a source is presented differently.
    public func change() {
        clear()
        changes.notify(())
    }

    /// Clears the cache, because suppliers were added or removed.
    public func clear() { cache = [:] }
}

nonisolated extension (any Presenter)? {
    /// Returns a ticket as the presenter shows it, or its title without one.
    func presentation(of ticket: Ticket) -> Presentation {
        self?.present(ticket) ?? Presentation(title: ticket.body.title)
    }
}
