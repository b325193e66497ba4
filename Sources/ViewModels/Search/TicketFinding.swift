public import EngineConcepts
public import Queries

/// In which order found tickets are listed.
public nonisolated enum FindOrder: Sendable, Hashable, CaseIterable {
    /// Newest first.
    case time
    /// Those that match best first; where a store cannot tell, newest first.
    case rank
}

/// What was found so far.
public nonisolated struct Findings: Equatable, Sendable {
    /// The tickets, in the order that was asked for; no more than were asked for.
    public var entries: [TrackEntry] = []
    /// How many match, as far as was looked.
    public var count = 0
    /// Down to when was looked; nil where nothing was yet.
    public var reached: Timestamp?
    /// Whether everything was looked at.
    public var isComplete = false
    /// Whether there are more than were counted.
    public var isCapped = false
    /// How many of those that match the view's filter hides; known with the last of it.
    public var hidden = 0

    /// Nothing was found.
    public init() {}
}

/// Finds tickets.
public protocol TicketFinding: Sendable {
    /// Looks for what `query` picks in `view`, and tells what was found again and again, the last time with all of it.
    ///
    /// - Parameters:
    ///   - surroundings: What the query is asked in.
    ///   - limit: How many tickets to hand over; they are counted all the same.
    @concurrent
    nonisolated func find(
        _ query: Query, in surroundings: QueryContext, seenIn view: TrackView, order: FindOrder, limit: Int,
        _ note: @Sendable (Findings) async -> Void
    ) async throws

    /// Hands over all that `query` picks in `view`, newest first, page by page, each with how many tickets were looked at
    /// by then; nil where an index answers, which looks at none.
    @concurrent
    nonisolated func all(
        _ query: Query, in surroundings: QueryContext, seenIn view: TrackView,
        _ use: ([TrackEntry], _ seen: Int?) async throws -> Void
    ) async throws

    /// The next ticket beyond `place` that `query` picks in `view`; nil where there is none.
    @concurrent
    nonisolated func next(
        _ query: Query, in surroundings: QueryContext, seenIn view: TrackView, from place: TrackPlace,
        towards side: FetchSide
    ) async throws -> OrderKey?
}

/// Finds tickets by looking at each, from the newest down: complete, and first results at once where matches are not
/// rare; the whole answer takes as long as there are tickets. For timelines without an index.
public nonisolated struct ScanningFinder: TicketFinding {
    private let reader: any TrackReader
    private let clock: any TimeSource

    /// Makes a finder.
    public init(_ reader: any TrackReader, clock: any TimeSource) {
        self.reader = reader
        self.clock = clock
    }

    @concurrent
    public func find(
        _ query: Query, in surroundings: QueryContext, seenIn view: TrackView, order: FindOrder, limit: Int,
        _ note: @Sendable (Findings) async -> Void
    ) async throws {
        let matcher = QueryMatcher(query, in: surroundings)
        let now = clock.now()
        var findings = Findings()
        try await TrackScan(reader, in: view.filter == .on ? view.filtered(.off) : view)
            .pages { page in
                let matching = page.filter { matcher.picks(QuerySubject($0), at: now) }
                let found = matching.filter { view.filter.admits(hidden: $0.hiddenBy != nil) }
                findings.hidden += matching.count - found.count
                findings.count += found.count
                findings.entries += found.prefix(max(0, limit - findings.entries.count))
                findings.reached = page.last?.ticket.key.time ?? findings.reached
                await note(findings)
                return true
            }
        findings.isComplete = true
        await note(findings)
    }

    @concurrent
    public func all(
        _ query: Query, in surroundings: QueryContext, seenIn view: TrackView,
        _ use: ([TrackEntry], _ seen: Int?) async throws -> Void
    ) async throws {
        let matcher = QueryMatcher(query, in: surroundings)
        let now = clock.now()
        var seen = 0
        try await TrackScan(reader, in: view)
            .pages { page in
                seen += page.count
                try await use(page.filter { matcher.picks(QuerySubject($0), at: now) }, seen)
                return true
            }
    }

    @concurrent
    public func next(
        _ query: Query, in surroundings: QueryContext, seenIn view: TrackView, from place: TrackPlace,
        towards side: FetchSide
    ) async throws -> OrderKey? {
        let matcher = QueryMatcher(query, in: surroundings)
        let now = clock.now()
        return try await TrackScan(reader, in: view)
            .entries(from: place, towards: side, limit: 1) {
                matcher.picks(QuerySubject($0), at: now)
            }
            .first?
            .ticket.key
    }
}
