public import EngineConcepts
public import Queries
public import ViewModels

/// Searches by evaluating every ticket, newest first. Complete, and the first results appear early unless matches are
/// rare; the time is proportional to the number of tickets.
public nonisolated struct ScanningSearch: TicketSearching {
    private let reader: any TrackReader
    private let time: any TimeSource

    /// Creates a search of everything that `reader` reads.
    public init(_ reader: any TrackReader, time: any TimeSource) {
        self.reader = reader
        self.time = time
    }

    @concurrent
    public func find(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, order: SearchOrder, limit: Int,
        _ report: @Sendable (SearchResults) async -> Void
    ) async throws {
        let matcher = QueryMatcher(query, in: queryContext)
        let now = time.now()
        var results = SearchResults()
        try await TrackScan(reader, in: view.filter == .on ? view.filtered(.off) : view)
            .pages { page in
                let matching = page.filter { matcher.mightMatch(QuerySubject($0), at: now) }
                let found = matching.filter { view.filter.includes(hidden: $0.hiddenBy != nil) }
                results.hidden += matching.count - found.count
                results.count += found.count
                results.entries += found.prefix(max(0, limit - results.entries.count))
                results.reached = page.last?.ticket.key.time ?? results.reached
                await report(results)
                return true
            }
        results.isComplete = true
        await report(results)
    }

    @concurrent
    public func all(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView,
        _ use: ([TrackEntry], _ seen: Int?) async throws -> Void
    ) async throws {
        let matcher = QueryMatcher(query, in: queryContext)
        let now = time.now()
        var seen = 0
        try await TrackScan(reader, in: view)
            .pages { page in
                seen += page.count
                try await use(page.filter { matcher.mightMatch(QuerySubject($0), at: now) }, seen)
                return true
            }
    }

    @concurrent
    public func next(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, from place: TrackPlace,
        towards direction: ReadDirection
    ) async throws -> OrderKey? {
        let matcher = QueryMatcher(query, in: queryContext)
        let now = time.now()
        return try await TrackScan(reader, in: view)
            .entries(from: place, towards: direction, limit: 1) {
                matcher.mightMatch(QuerySubject($0), at: now)
            }
            .first?
            .ticket.key
    }
}
