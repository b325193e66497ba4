public import EngineConcepts

/// Reads the tickets of a view page by page. The cost is proportional to the tickets read, so it is only for single
/// requests that can be cancelled at any time.
public nonisolated struct TrackScan: Sendable {
    private let reader: any TrackReader
    private let view: TrackView
    private let reach: TicketReach
    private let pageSize: Int

    /// Creates a scan of `view`.
    public init(_ reader: any TrackReader, in view: TrackView, reach: TicketReach = .track, pageSize: Int = 400) {
        self.reader = reader
        self.view = view
        self.reach = reach
        self.pageSize = pageSize
    }

    /// Passes pages to `use`, from `place` (exclusive) towards `direction`, or from the newest ticket downwards without a
    /// place. Stops at the end of the Track or when `use` returns false.
    @concurrent
    public func pages(
        from place: TrackPlace? = nil, towards direction: ReadDirection = .older,
        _ use: ([TrackEntry]) async throws -> Bool
    ) async throws {
        var place = place
        while true {
            try Task.checkCancellation()
            let window = try await reader.window(
                WindowRequest(
                    anchor: place.map { .place($0) } ?? .top, above: direction == .newer ? pageSize : 0,
                    below: direction == .older ? pageSize + 1 : 0, view: view, reach: reach))
            let rows: [TrackRow]
            switch direction {
            case .older: rows = window.rows.dropFirst(window.anchorIndex).filter { $0.place != place }
            case .newer: rows = window.rows.prefix(window.anchorIndex).filter { $0.place != place }.reversed()
            }
            let entries = rows.compactMap(\.entry)
            guard try await use(entries), let last = rows.last else { return }
            guard direction == .older ? !window.reachesBottom : !window.reachesTop else { return }
            place = last.place
        }
    }

    /// Returns the first `limit` tickets that satisfy `isWanted`.
    @concurrent
    public func entries(
        from place: TrackPlace? = nil, towards direction: ReadDirection = .older, limit: Int = .max,
        where isWanted: @Sendable (TrackEntry) -> Bool = { _ in true }
    ) async throws -> [TrackEntry] {
        var found: [TrackEntry] = []
        try await pages(from: place, towards: direction) { page in
            found += page.lazy.filter(isWanted).prefix(limit - found.count)
            return found.count < limit
        }
        return found
    }
}
