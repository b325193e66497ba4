public import EngineConcepts

/// Reads the tickets of a view page by page. The cost is proportional to the tickets read, so it is only for single
/// requests that can be cancelled at any time.
public nonisolated struct TrackScan: Sendable {
    private let reader: any TrackReader
    private let view: TrackView
    private let pageSize: Int

    /// Makes a scan of `view`.
    public init(_ reader: any TrackReader, in view: TrackView, pageSize: Int = 400) {
        self.reader = reader
        self.view = view
        self.pageSize = pageSize
    }

    /// Passes pages to `use`, from `place` (exclusive) towards `side`, or from the newest ticket downwards without a
    /// place. Stops at the end of the Track or when `use` returns `false`.
    @concurrent
    public func pages(
        from place: TrackPlace? = nil, towards side: FetchSide = .older, _ use: ([TrackEntry]) async throws -> Bool
    ) async throws {
        var place = place
        while true {
            try Task.checkCancellation()
            let window = try await reader.window(
                WindowRequest(
                    anchor: place.map { .place($0) } ?? .top, above: side == .newer ? pageSize : 0,
                    below: side == .older ? pageSize + 1 : 0, view: view))
            let rows: [TrackRow]
            switch side {
            case .older: rows = window.rows.dropFirst(window.anchorIndex).filter { $0.place != place }
            case .newer: rows = window.rows.prefix(window.anchorIndex).filter { $0.place != place }.reversed()
            }
            let entries = rows.compactMap { if case .ticket(let entry) = $0 { entry } else { nil } }
            guard try await use(entries), let last = rows.last else { return }
            guard side == .older ? !window.reachesBottom : !window.reachesTop else { return }
            place = last.place
        }
    }

    /// The first `limit` tickets that satisfy `isWanted`.
    @concurrent
    public func entries(
        from place: TrackPlace? = nil, towards side: FetchSide = .older, limit: Int = .max,
        where isWanted: @Sendable (TrackEntry) -> Bool = { _ in true }
    ) async throws -> [TrackEntry] {
        var found: [TrackEntry] = []
        try await pages(from: place, towards: side) { page in
            found += page.lazy.filter(isWanted).prefix(limit - found.count)
            return found.count < limit
        }
        return found
    }
}
