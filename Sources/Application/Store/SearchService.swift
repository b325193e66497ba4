package import EngineConcepts
package import Queries
import Storage
package import ViewModels

/// Finds tickets with the store's full-text index. Searches all stored ones, also those that a gap withholds, unless the
/// query is applied to the Track.
package struct SearchService: TicketSearching {
    let store: TrackDatabase
    let time: any TimeSource

    @concurrent
    package func find(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, order: SearchOrder, limit: Int,
        _ report: @Sendable (SearchResults) async -> Void
    ) async throws {
        let search = search(query, in: queryContext, .store)
        var results = SearchResults()
        switch order {
        case .time:
            let window = try await search.window(
                WindowRequest(anchor: .top, above: 0, below: limit, view: view, reach: .store))
            results.entries = window.rows.compactMap(\.entry)
        case .rank: results.entries = try await search.best(limit, in: view)
        }
        results.count = results.entries.count
        results.reached = results.entries.last?.ticket.key.time
        // The first results are shown before they are counted.
        await report(results)
        let counts = try await search.counts(in: view)
        results.count = max(counts.total, results.entries.count)
        results.isCapped = counts.isCapped
        results.hidden = view.filter == .on ? counts.hidden : 0
        results.isComplete = true
        await report(results)
    }

    /// Returns all stored tickets that a query finds, newest first.
    @concurrent
    package func entries(
        of query: Query, in queryContext: QueryContext, seenIn view: TrackView
    ) async throws -> [TrackEntry] {
        try await TrackScan(search(query, in: queryContext, .store), in: view, reach: .store).entries()
    }

    @concurrent
    package func all(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView,
        _ use: ([TrackEntry], _ seen: Int?) async throws -> Void
    ) async throws {
        try await TrackScan(search(query, in: queryContext, .track), in: view)
            .pages { page in
                try await use(page, nil)
                return true
            }
    }

    @concurrent
    package func next(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, from place: TrackPlace,
        towards direction: ReadDirection
    ) async throws -> OrderKey? {
        guard
            case .ticket(let key) = try await search(query, in: queryContext, .store)
                .next(from: place, towards: direction, in: view)
        else { return nil }
        return key
    }

    private func search(_ query: Query, in queryContext: QueryContext, _ reach: TicketReach) -> SearchReader {
        let time = time
        return store.search(query, in: queryContext, reach) { time.now() }
    }
}
