internal import EngineConcepts
internal import GRDB
internal import Queries

/// A query as a store searches for it.
struct PreparedSearch: Sendable {
    /// What the index is asked; nil where it cannot narrow the query down.
    let match: String?
    /// What is asked of the tickets that the index finds; nil where it has answered it all.
    let residual: QueryMatcher?
    /// What is asked of tickets that the index does not have.
    let whole: QueryMatcher
    /// A mark that everything has that is found; nil where nothing of the kind is asked. Few tickets have one.
    let mark: Mark?

    /// Marks that have an index of their own.
    enum Mark: String {
        case starred
        case later
    }

    init(_ query: Query, in surroundings: QueryContext) {
        let candidates = SearchCandidates(query)
        match = candidates.match
        residual = candidates.residual.map { QueryMatcher($0, in: surroundings) }
        whole = QueryMatcher(query, in: surroundings)
        mark = PreparedSearch.mark(query)
    }

    private static func mark(_ query: Query) -> Mark? {
        switch query {
        case .condition(.trait(.starred)): .starred
        case .condition(.trait(.later)): .later
        case .all(let parts): parts.lazy.compactMap(mark).first
        case .everything, .condition, .not, .any: nil
        }
    }
}

/// A ticket that a search finds.
struct Found {
    /// Where it stands.
    let ticket: PlaceRow
    /// As what the view judges it: see ``TrackReading/judged(_:in:)``.
    let row: PlaceRow
}

/// What a search finds of a view, in the Track's order from a cut on towards one side. Costs what is looked at until
/// enough is found: for words that the index has, little more than what is found.
struct SearchTickets {
    private let reading: TrackReading
    private let search: PreparedSearch
    private let view: TrackView
    /// Whose tickets are found even where the Track does not show them; nil where only the Track is searched.
    private let stored: Set<SupplierID>?
    private let topics: NumberedTopics?
    private let now: Timestamp
    private let side: FetchSide
    private let cut: TrackCut
    private var sources: [NumberSource]
    /// What was found in one second, the next one last.
    private var found: [Found] = []

    init(
        _ search: PreparedSearch, _ view: TrackView, _ reach: TicketReach, at now: Timestamp, from cut: TrackCut,
        towards side: FetchSide, by reading: TrackReading
    ) throws {
        self.search = search
        self.view = reach == .store ? view.unfolded : view
        stored = reach == .store ? try reading.records.record(in: reading.db).active : nil
        self.now = now
        self.side = side
        self.cut = cut
        self.reading = reading
        topics = view.topics.flatMap(reading.labels.selection)
        let second = TicketNumber.range(of: Timestamp(milliseconds: ~cut.age))
        let start = side == .older ? second.upperBound : second.lowerBound - 1
        if view.topics != nil, topics == nil {
            sources = []
        } else if let mark = search.mark {
            sources = [NumberSource(.marked(mark), side, from: start)]
        } else if let match = search.match {
            let state = try IndexState(in: reading.db)
            sources = state.isCurrent ? [NumberSource(.index(match), side, from: start)] : []
            sources.append(NumberSource(.waiting(from: state.cursor ?? .min), side, from: start))
            if let cursor = state.cursor {
                sources.append(NumberSource(.stored(below: cursor), side, from: start))
            }
        } else {
            sources = [NumberSource(.stored(below: .max), side, from: start)]
        }
    }

    /// The next ticket; nil at the end.
    mutating func next() throws -> Found? {
        while found.isEmpty {
            guard let numbers = try nextSecond() else { return nil }
            for (number, isIndexed) in numbers {
                if let one = try found(number, isIndexed: isIndexed), isBeyondCut(one.ticket.key) {
                    found.append(one)
                }
            }
            found.sort { side == .older ? $1.ticket.key < $0.ticket.key : $0.ticket.key < $1.ticket.key }
        }
        return found.popLast()
    }

    /// The first tickets, as many as there are up to `count`.
    consuming func first(_ count: Int) throws -> [Found] {
        var first: [Found] = []
        while first.count < count, let found = try next() {
            first.append(found)
        }
        return first
    }

    /// The candidates of the next second that has any. Within a second numbers say nothing of the order.
    private mutating func nextSecond() throws -> [(number: Int64, isIndexed: Bool)]? {
        var first: Int64?
        for index in sources.indices {
            guard let head = try sources[index].head(in: reading.db) else { continue }
            first = first.map { side == .older ? max($0, head) : min($0, head) } ?? head
        }
        guard let first else { return nil }
        let second = TicketNumber.second(of: first)
        var numbers: [(number: Int64, isIndexed: Bool)] = []
        for index in sources.indices {
            while let head = try sources[index].head(in: reading.db), second.contains(head) {
                numbers.append((head, sources[index].isIndex))
                sources[index].drop()
            }
        }
        return numbers
    }

    /// A candidate that is found, as which the view judges it. A story is found once: by the first of those folded in its
    /// row that the query picks.
    private func found(_ number: Int64, isIndexed: Bool) throws -> Found? {
        guard let standing = try PlaceRow.of(number, in: reading.db),
            standing.isInTrack || stored?.contains(standing.key.id.supplier) ?? false
        else { return nil }
        let row = try reading.judged(standing, in: view)
        guard view.filter.admits(hidden: row.rule != 0),
            !(view.unreadOnly && row.marks.isRead), !(view.starredOnly && !row.marks.isStarred),
            !(view.laterOnly && !row.marks.isLater),
            view.suppliers?.contains(row.key.id.supplier) ?? true, topics?.admits(row.labels) ?? true
        else { return nil }
        if let matcher = isIndexed ? search.residual : search.whole {
            guard try picks(standing, by: matcher) else { return nil }
        }
        guard row.number != number else { return Found(ticket: standing, row: row) }
        for other in try reading.folded(under: row.number).prefix(while: { $0 != number }) {
            if let other = try PlaceRow.of(other, in: reading.db), try picks(other, by: search.whole) { return nil }
        }
        return Found(ticket: standing, row: row)
    }

    private func picks(_ standing: PlaceRow, by matcher: QueryMatcher) throws -> Bool {
        guard let entry = try reading.entry(number: standing.number, id: standing.key.id) else { return false }
        return matcher.picks(QuerySubject(entry), at: now)
    }

    private func isBeyondCut(_ key: OrderKey) -> Bool {
        let isAbove = key < cut.key || cut.isBelow && key == cut.key
        return side == .newer ? isAbove : !isAbove
    }
}

/// Numbers of tickets, ascending or descending.
private struct NumberSource {
    enum Kind {
        /// Those that the index finds.
        case index(String)
        /// Those whose words it does not have yet.
        case waiting(from: Int64)
        /// All that are stored below a number.
        case stored(below: Int64)
        /// Those with a mark.
        case marked(PreparedSearch.Mark)
    }

    private let kind: Kind
    private let side: FetchSide
    private var last: Int64
    private var batch = 32
    private var waiting: ArraySlice<Int64> = []
    private var isExhausted = false

    /// Numbers below `start`, or above it.
    init(_ kind: Kind, _ side: FetchSide, from start: Int64) {
        self.kind = kind
        self.side = side
        last = start
    }

    var isIndex: Bool {
        if case .index = kind { true } else { false }
    }

    /// The next number; nil at the end.
    mutating func head(in db: Database) throws -> Int64? {
        if waiting.isEmpty, !isExhausted {
            try read(from: db)
        }
        return waiting.first
    }

    /// Goes on to the number after the next one.
    mutating func drop() {
        waiting.removeFirst()
    }

    private mutating func read(from db: Database) throws {
        let (table, column) =
            switch kind {
            case .index: ("search WHERE search MATCH ? AND", "rowid")
            case .waiting: ("search_wait WHERE id >= ? AND", "id")
            case .stored: ("place NOT INDEXED WHERE id < ? AND", "id")
            case .marked(let mark): ("place INDEXED BY place_\(mark) WHERE \(mark) = 1 AND", "id")
            }
        var query = try SQLStatement(
            """
            SELECT \(column) FROM \(table) \(column) \(side == .older ? "<" : ">") ?
            ORDER BY \(column) \(side == .older ? "DESC" : "ASC") LIMIT ?
            """, in: db)
        switch kind {
        case .index(let match): query.bind(match)
        case .waiting(let least): query.bind(least)
        case .stored(let bound): query.bind(bound)
        case .marked: break
        }
        query.bind(last)
        query.bind(Int64(batch))
        var numbers: [Int64] = []
        while try query.step() {
            numbers.append(query.int64(0))
        }
        isExhausted = numbers.count < batch
        batch = min(batch * 2, 1024)
        last = numbers.last ?? last
        waiting = numbers[...]
    }
}
