public import EngineConcepts
internal import GRDB
public import Queries

/// What a query finds, as a Track of its own: the same windows, in the same order, without gaps. Reads the store as it is
/// each time, so what comes while one looks is found too.
///
/// A query without any words that the index knows (`is:unread`, a regular expression) looks at one ticket after another
/// until a window is full. Whoever gives up waiting cancels the task: then the search ends.
public struct SearchReader: TrackReader {
    /// How far is counted; see ``EngineConcepts/TrackCounts/isCapped``.
    public static let countLimit = 1000

    private let store: TrackDatabase
    private let search: PreparedSearch
    private let clock: @Sendable () -> Timestamp

    init(
        _ query: Query, in surroundings: QueryContext, store: TrackDatabase,
        clock: @escaping @Sendable () -> Timestamp
    ) {
        search = PreparedSearch(query, in: surroundings)
        self.store = store
        self.clock = clock
    }

    /// The rows around a place.
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
                cut = last.map { TrackCut($0.ticket.key, isBelow: false) } ?? .bottom
            }
            let above = try search.tickets(request.view, request.reach, from: cut, towards: .newer)
                .first(request.above + 1)
            let below = try search.tickets(request.view, request.reach, from: cut, towards: .older)
                .first(request.below + 1)
            let shown = Array(above.prefix(request.above).reversed())
            return TrackWindow(
                rows: try search.entries(shown + below.prefix(request.below)).map(TrackRow.ticket),
                anchorIndex: shown.count, reachesTop: above.count <= request.above,
                reachesBottom: below.count <= request.below, version: try RecordCache.version(in: search.reading.db))
        }
    }

    /// One ticket, whether it is found or not.
    public func entry(_ id: TicketID) async throws -> TrackEntry? {
        try await store.entry(id)
    }

    /// How many tickets are found, as far as it is counted.
    public func counts(in view: TrackView) async throws -> TrackCounts {
        try await reading { search in
            SearchReader.counts(of: try search.counted(view.filtered(.off)), in: view)
        }
    }

    /// How many of them each label has, as far as it is counted.
    public func labelCounts(in view: TrackView) async throws -> [LabelID: TrackCounts] {
        try await reading { search in
            var view = view
            view.topics = nil
            let found = try search.counted(view.filtered(.off))
            var counts: [LabelID: TrackCounts] = [:]
            for (label, number) in search.reading.labels.numbers {
                let counted = SearchReader.counts(of: found, in: view) { $0.contains(number) }
                counts[label] = counted.total + counted.hidden == 0 ? nil : counted
            }
            return counts
        }
    }

    /// The next ticket that is found beyond `place` and meets `condition`.
    public func find(
        _ condition: SeekCondition, from place: TrackPlace, towards side: FetchSide, in view: TrackView
    ) async throws -> TrackPlace? {
        guard condition != .gap else { return nil }
        return try await next(from: place, towards: side, in: view) { found in
            switch condition {
            case .unread: !found.row.marks.isRead
            case .starred: found.row.marks.isStarred
            case .late: found.row.isLate
            case .gap: false
            case .otherSupplier(let supplier): found.row.key.id.supplier != supplier
            }
        }
    }

    /// The ticket that is found next to `place`: for going from one to the next in the timeline.
    public func next(from place: TrackPlace, towards side: FetchSide, in view: TrackView) async throws -> TrackPlace? {
        try await next(from: place, towards: side, in: view) { _ in true }
    }

    /// The best of what is found, best first: what has the words in its title, and often, stands above. Where more is
    /// found than is counted, the newest.
    public func best(_ limit: Int, in view: TrackView) async throws -> [TrackEntry] {
        try await reading { search in
            let found = try search.counted(view)
            let ranks = found.count > SearchReader.countLimit ? [:] : try search.ranks()
            // What the index does not have is new.
            let sorted = found.sorted {
                let (left, right) = (ranks[$0.ticket.number] ?? -1, ranks[$1.ticket.number] ?? -1)
                return left == right ? $0.ticket.key < $1.ticket.key : left < right
            }
            return try search.entries(Array(sorted.prefix(limit)))
        }
    }

    private func next(
        from place: TrackPlace, towards side: FetchSide, in view: TrackView,
        where meets: @escaping @Sendable (Found) -> Bool
    ) async throws -> TrackPlace? {
        try await reading { search in
            let cut = TrackCut(place, isBelow: side == .older)
            var tickets = try search.tickets(view, from: cut, towards: side)
            while let found = try tickets.next() {
                if meets(found) { return .ticket(found.ticket.key) }
            }
            return nil
        }
    }

    private func reading<T: Sendable>(_ body: @escaping @Sendable (OpenSearch) throws -> T) async throws -> T {
        let (search, now) = (search, clock())
        return try await store.reading { try body(OpenSearch(search: search, now: now, reading: $0)) }
    }

    private static func counts(
        of found: [Found], in view: TrackView, having isCounted: (LabelSet) -> Bool = { _ in true }
    ) -> TrackCounts {
        var counts = TrackCounts(total: 0, unread: 0, isCapped: found.count > countLimit)
        for found in found.prefix(countLimit) where isCounted(found.row.labels) {
            counts.hidden += found.row.isHidden ? 1 : 0
            guard view.filter.admits(hidden: found.row.isHidden) else { continue }
            counts.total += 1
            counts.unread += found.row.marks.isRead ? 0 : 1
        }
        return counts
    }
}

/// A search within one transaction.
private struct OpenSearch {
    let search: PreparedSearch
    let now: Timestamp
    let reading: TrackReading

    func tickets(
        _ view: TrackView, _ reach: TicketReach = .track, from cut: TrackCut, towards side: FetchSide
    ) throws -> SearchTickets {
        try SearchTickets(search, view, reach, at: now, from: cut, towards: side, by: reading)
    }

    /// As many as are counted, and one more where there are more.
    func counted(_ view: TrackView) throws -> [Found] {
        try tickets(view, from: .top, towards: .older).first(SearchReader.countLimit + 1)
    }

    func entries(_ found: [Found]) throws -> [TrackEntry] {
        try found.map(\.ticket)
            .map { standing in
                guard let entry = try reading.entry(number: standing.number, id: standing.key.id) else {
                    throw DamagedContent(what: "the ticket \(standing.key.id) has a place and no content")
                }
                return entry
            }
    }

    /// What the index finds, by how well it fits: the lower the better.
    func ranks() throws -> [Int64: Int] {
        guard let match = search.match, try IndexState(in: reading.db).isCurrent else { return [:] }
        // Weights of title, text, author, tags, addresses and stems. A word whose language is known is there twice, by its
        // stem as well: were that worth much, tickets of a language that few others have would stand above all that have
        // none.
        var query = try SQLStatement(
            """
            SELECT rowid FROM search WHERE search MATCH ? ORDER BY bm25(search, 10, 1, 4, 4, 2, 0.05)
            LIMIT \(SearchReader.countLimit)
            """, in: reading.db)
        query.bind(match)
        var ranks: [Int64: Int] = [:]
        while try query.step() {
            ranks[query.int64(0)] = ranks.count
        }
        return ranks
    }
}

extension TrackDatabase {
    /// Searches for what `query` picks.
    ///
    /// - Parameter clock: tells the time, for queries that ask for an age.
    public func search(
        _ query: Query, in surroundings: QueryContext = QueryContext(),
        clock: @escaping @Sendable () -> Timestamp
    ) -> SearchReader {
        SearchReader(query, in: surroundings, store: self, clock: clock)
    }

    /// Gives the full-text index the words of up to `count` tickets, newest first, in one short transaction; answers
    /// whether it has all. Of several processes over one store the one that may fetch does this.
    public func index(upTo count: Int) async throws -> Bool {
        try await labelling { labels, db in
            try SearchIndexing(authors: labels.authors, in: db).index(upTo: max(count, 1))
        }
    }
}
