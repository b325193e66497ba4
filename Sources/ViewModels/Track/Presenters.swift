public import EngineConcepts

/// A cache of the suppliers' presenters.
public final class Presenters {
    /// Changes after which tickets on screens must be presented again.
    let changes = Observers<Void>()

    private let engine: any TrackObserving
    private var cache: [SupplierID: any Presenter] = [:]
    /// The presenters of sources that are not followed.
    private var others: [SupplierID: any Presenter] = [:]
    /// The number of times that the cache was cleared.
    private var clearCount = 0

    /// Creates an empty cache for the presenters of an engine.
    public init(engine: any TrackObserving) { self.engine = engine }

    /// Returns a ticket as its supplier presents it.
    func presentation(of ticket: Ticket) async -> Presentation {
        await presenters(for: [ticket.supplier])[ticket.supplier].presentation(of: ticket)
    }

    /// Returns the presenters of these suppliers.
    public func presenters(for suppliers: Set<SupplierID>) async -> [SupplierID: any Presenter] {
        var found = cache
        for supplier in suppliers where found[supplier] == nil {
            let before = clearCount
            let presenter = await engine.presenter(for: supplier)
            found[supplier] = presenter
            // One that was requested before the cache was cleared may be outdated.
            if clearCount == before { cache[supplier] = presenter }
        }
        return others.isEmpty ? found : found.merging(others) { $1 }
    }

    /// Adds the presenters of sources that are not followed, whose posts are shown beside the Track.
    func add(_ presenters: [SupplierID: any Presenter]) { others.merge(presenters) { $1 } }

    /// Clears the cache and presents visible tickets again, because a source is presented differently.
    public func change() {
        clear()
        changes.notify(())
    }

    /// Clears the cache, because suppliers were added or removed.
    public func clear() {
        cache = [:]
        clearCount += 1
    }
}

nonisolated extension (any Presenter)? {
    /// Returns a ticket as the presenter shows it, or its title without one.
    func presentation(of ticket: Ticket) -> Presentation {
        self?.present(ticket) ?? Presentation(title: ticket.body.title)
    }
}
