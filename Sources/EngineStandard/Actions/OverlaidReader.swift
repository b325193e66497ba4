import EngineConcepts

/// Reads a store and applies the overlay of unfinished actions. This is the only place that applies it.
///
/// The overlay is taken before the store is read. If an action ends in between, the store already contains its
/// result, and applying it again changes nothing. In the opposite order the result would disappear for a moment.
struct OverlaidReader: TrackReader {
    let store: any TrackReader
    let actions: ActionCommitter

    func window(_ request: WindowRequest) async throws -> TrackWindow {
        let overlay = await actions.overlay
        return overlay.applied(to: try await store.window(request))
    }

    func entry(_ id: TicketID) async throws -> TrackEntry? {
        let overlay = await actions.overlay
        return try await store.entry(id).map(overlay.applied)
    }

    func counts(in view: TrackView) async throws -> TrackCounts { try await store.counts(in: view) }

    func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        try await store.labelCounts(in: view)
    }

    func withheld(in timeframe: Timeframe, of view: TrackView, upTo limit: Int) async throws -> Int {
        try await store.withheld(in: timeframe, of: view, upTo: limit)
    }

    func supplierCounts(in view: TrackView) async throws -> [SupplierID: TrackCounts] {
        try await store.supplierCounts(in: view)
    }

    func find(
        _ condition: SeekCondition, from place: TrackPlace, towards direction: ReadDirection, in view: TrackView
    ) async throws -> TrackPlace? {
        try await store.find(condition, from: place, towards: direction, in: view)
    }
}
