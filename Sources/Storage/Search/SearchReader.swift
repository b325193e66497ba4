public import EngineConcepts
import GRDB
public import Queries

/// The results of a query as a Track: the same windows in the same order, without gaps. Every read sees the current store,
/// so tickets that arrive meanwhile are found too.
///
/// A query without indexed words (`is:unread`, a regular expression) reads one ticket after another until the window is
/// full. Cancelling the task ends the search.
public struct SearchReader: TrackReader {
    /// The number up to which results are counted; see ``EngineConcepts/TrackCounts/isCapped``.
    public static let maximumCount = 1000

    private let store: TrackDatabase
    private let search: PreparedSearch
    /// The tickets to count, to rank and to move between. A window has a reach of its own.
    private let reach: TicketReach
    private let currentTime: @Sendable () -> Timestamp

    init(
        _ query: Query, in context: QueryContext, _ reach: TicketReach, store: TrackDatabase,
        now: @escaping @Sendable () -> Timestamp
    ) {
        search = PreparedSearch(query, in: context)
        self.reach = reach
        self.store = store
        currentTime = now
    }

    /// Returns the rows around a place.
    public func window(_ request: WindowRequest) async throws -> TrackWindow {
        try await reading { search in
            let cut: TrackCut
            switch request.anchor {
            case .top: cut = .top
            case .place(let place): cut = TrackCut(place, isBelow: false)
            case .time(let time): cut = TrackCut(notNewerThan: time)
            case .bottom:
                let last = try search.tickets(request.view, request.reach, from: .bottom, towards: .newer).first(1)
                    .first
                cut = last.map { TrackCut($0.place.key, isBelow: false) } ?? .bottom
            }
            func tickets(_ direction: ReadDirection) throws -> SearchTickets {
                try search.tickets(request.view, request.reach, from: cut, towards: direction, keepsEntries: true)
            }
            let above = try tickets(.newer).first(request.above + 1)
            let below = try tickets(.older).first(request.below + 1)
            let shown = Array(above.prefix(request.above).reversed())
            return TrackWindow(
                rows: try search.entries(shown + below.prefix(request.below)).map(TrackRow.ticket),
                anchorIndex: shown.count, reachesTop: above.count <= request.above,
                reachesBottom: below.count <= request.below, version: try TrackCache.version(in: search.reader.db))
        }
    }

    /// Returns one ticket, whether it is found or not.
    public func entry(_ id: TicketID) async throws -> TrackEntry? {
        try await store.entry(id)
    }

    /// Returns the counts of results, up to ``maximumCount``.
    public func counts(in view: TrackView) async throws -> TrackCounts {
        try await reading { search in
            SearchReader.counts(of: try search.counted(view.filtered(.off)), in: view)
        }
    }

    /// Returns the counts of results of each label, up to ``maximumCount``.
    public func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        try await reading { search in
            var view = view
            view.topics = nil
            let found = try search.counted(view.filtered(.off))
            var counts: [LabelID: TrackCounts] = [:]
            for (label, number) in search.reader.labels.numbers {
                let counted = SearchReader.counts(of: found, in: view) { $0.contains(number) }
                counts[label] = counted.total + counted.hidden == 0 ? nil : counted
            }
            return counts
        }
    }

    /// Returns the counts of results of each supplier, up to ``maximumCount``.
    public func supplierCounts(in view: TrackView) async throws -> [SupplierID: TrackCounts] {
        try await reading { search in
            let found = try search.counted(view.filtered(.off))
            let bySupplier = Dictionary(grouping: found.prefix(SearchReader.maximumCount)) { $0.place.key.id.supplier }
            return bySupplier.mapValues { part in
                var counts = SearchReader.counts(of: part, in: view)
                counts.isCapped = found.count > SearchReader.maximumCount
                return counts
            }
        }
    }

    /// Returns 0: no gap withholds results.
    public func withheld(in timeframe: Timeframe, of view: TrackView, upTo limit: Int) async throws -> Int { 0 }

    /// Returns the next result beyond `place` that meets `condition`.
    public func find(
        _ condition: SeekCondition, from place: TrackPlace, towards direction: ReadDirection, in view: TrackView
    ) async throws -> TrackPlace? {
        guard condition != .gap else { return nil }
        return try await next(from: place, towards: direction, in: view) { found in
            switch condition {
            case .unread: !found.decidingPlace.marks.isRead
            case .starred: found.decidingPlace.marks.isStarred
            case .late: found.decidingPlace.isLate
            case .gap: false
            case .otherSupplier(let supplier): found.decidingPlace.key.id.supplier != supplier
            }
        }
    }

    /// Returns the result next to `place`, for going from one to the next in the timeline.
    public func next(
        from place: TrackPlace, towards direction: ReadDirection, in view: TrackView
    ) async throws -> TrackPlace? {
        try await next(from: place, towards: direction, in: view) { _ in true }
    }

    /// Returns the best results by relevance: words in the title and frequent words count more. Returns the newest if there are
    /// more than ``maximumCount``.
    public func best(_ limit: Int, in view: TrackView) async throws -> [TrackEntry] {
        try await reading { search in
            let found = try search.counted(view)
            let ranks = found.count > SearchReader.maximumCount ? [:] : try search.ranks()
            // Tickets that the index does not have are new.
            let sorted = found.sorted {
                let (left, right) = (ranks[$0.place.rowID] ?? -1, ranks[$1.place.rowID] ?? -1)
                return left == right ? $0.place.key < $1.place.key : left < right
            }
            return try search.entries(Array(sorted.prefix(limit)))
        }
    }

    private func next(
        from place: TrackPlace, towards direction: ReadDirection, in view: TrackView,
        where meets: @escaping @Sendable (FoundTicket) -> Bool
    ) async throws -> TrackPlace? {
        try await reading { search in
            let cut = TrackCut(place, isBelow: direction == .older)
            var tickets = try search.tickets(view, from: cut, towards: direction)
            while let found = try tickets.next() {
                if meets(found) { return .ticket(found.place.key) }
            }
            return nil
        }
    }

    private func reading<T: Sendable>(_ body: @escaping @Sendable (OpenSearch) throws -> T) async throws -> T {
        let (search, reach, now) = (search, reach, currentTime())
        return try await store.reading { try body(OpenSearch(prepared: search, reach: reach, now: now, reader: $0)) }
    }

    private static func counts(
        of found: [FoundTicket], in view: TrackView, having isCounted: (LabelSet) -> Bool = { _ in true }
    ) -> TrackCounts {
        var counts = TrackCounts(total: 0, unread: 0, isCapped: found.count > maximumCount)
        for found in found.prefix(maximumCount) where isCounted(found.decidingPlace.labels) {
            let isHidden = found.decidingPlace.rule != 0
            counts.hidden += isHidden ? 1 : 0
            guard view.filter.includes(hidden: isHidden) else { continue }
            counts.total += 1
            counts.unread += found.decidingPlace.marks.isRead ? 0 : 1
        }
        return counts
    }
}

/// A search within one transaction.
struct OpenSearch {
    let prepared: PreparedSearch
    /// The tickets to search, unless a window has a reach of its own.
    let reach: TicketReach
    let now: Timestamp
    let reader: StoreReader

    func tickets(
        _ view: TrackView, _ reach: TicketReach? = nil, from cut: TrackCut, towards direction: ReadDirection,
        keepsEntries: Bool = false
    ) throws -> SearchTickets {
        try SearchTickets(self, view, reach ?? self.reach, from: cut, towards: direction, keepsEntries: keepsEntries)
    }

    /// Returns as many results as are counted, and one more if there are more.
    func counted(_ view: TrackView) throws -> [FoundTicket] {
        try tickets(view, from: .top, towards: .older).first(SearchReader.maximumCount + 1)
    }

    func entries(_ found: [FoundTicket]) throws -> [TrackEntry] {
        var entries = try EntryReader(reader)
        return try found.map { try $0.entry ?? entries.entry($0.place.rowID, at: $0.place.key) }
    }

    /// Returns the ranks of the tickets in the index: the lower the better.
    func ranks() throws -> [Int64: Int] {
        guard let match = prepared.match, try SearchIndexState(in: reader.db).isCurrent else { return [:] }
        // Weights of title, text, author, tags, addresses and stems. Stems weigh little: a word whose language is known is
        // there twice, which would lift tickets of rare languages.
        let rowIDs = try reader.db.integers(
            """
            SELECT rowid FROM search WHERE search MATCH ? ORDER BY bm25(search, 10, 1, 4, 4, 2, 0.05)
            LIMIT \(SearchReader.maximumCount)
            """, match)
        // A damaged index may give a row twice.
        return Dictionary(zip(rowIDs, 0...)) { first, _ in first }
    }
}

extension TrackDatabase {
    /// Searches for `query`.
    ///
    /// - Parameters:
    ///   - reach: The tickets to count, to rank and to move between.
    ///   - now: Returns the current time, for queries about age.
    public func search(
        _ query: Query, in context: QueryContext = QueryContext(), _ reach: TicketReach = .track,
        now: @escaping @Sendable () -> Timestamp
    ) -> SearchReader {
        SearchReader(query, in: context, reach, store: self, now: now)
    }
}
