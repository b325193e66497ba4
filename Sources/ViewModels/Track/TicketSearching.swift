public import EngineConcepts
public import Queries

/// The order of search results.
public nonisolated enum SearchOrder: Sendable, Hashable, CaseIterable {
    /// Newest first.
    case time
    /// Best first, or newest first if the store has no ranking.
    case rank
}

/// The results so far.
public nonisolated struct SearchResults: Equatable, Sendable {
    /// The tickets in the requested order, at most the requested number.
    public var entries: [TrackEntry] = []
    /// The number of matches so far.
    public var count = 0
    /// The time down to which tickets were searched, or `nil` before the first.
    public var reached: Timestamp?
    /// True if all tickets were searched.
    public var isComplete = false
    /// True if there are more matches than were counted.
    public var isCapped = false
    /// The number of matches hidden by the view's filter; known when the search is complete.
    public var hidden = 0

    /// Creates empty results.
    public init() {}
}

/// Searches tickets.
public protocol TicketSearching: Sendable {
    /// Searches for `query` in `view` and reports results repeatedly; the last call has the complete result.
    ///
    /// - Parameters:
    ///   - queryContext: The context for evaluating the query.
    ///   - limit: The maximum number of tickets to return; all matches are counted.
    @concurrent
    nonisolated func find(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, order: SearchOrder, limit: Int,
        _ report: @Sendable (SearchResults) async -> Void
    ) async throws

    /// Passes all matches of `query` in `view` page by page, newest first, each with the number of tickets searched
    /// so far, or `nil` if an index answers and no tickets are searched.
    @concurrent
    nonisolated func all(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView,
        _ use: ([TrackEntry], _ seen: Int?) async throws -> Void
    ) async throws

    /// Returns the next match of `query` in `view` beyond `place`, also one that a gap withholds, or `nil` if there is none.
    @concurrent
    nonisolated func next(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, from place: TrackPlace,
        towards direction: ReadDirection
    ) async throws -> OrderKey?
}
