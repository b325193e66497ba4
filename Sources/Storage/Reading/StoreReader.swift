import EngineConcepts
import GRDB

/// Reads the Track within one transaction.
struct StoreReader {
    let db: Database
    /// The record and the gaps of the Track.
    let track: TrackCache
    let authors: AuthorCache
    /// The labels of the store; empty for a recovery.
    let labels: LabelTable
    /// The state columns of `place`.
    private let state: String
    /// True if a damaged store is recovered: entries then have no members of stories, and no author if theirs is missing.
    private let isRecovery: Bool
    private static let state = "read, starred, late, unhidden, labels, rule, later, apart"

    init(db: Database, track: TrackCache, authors: AuthorCache, labels: LabelTable) {
        self.db = db
        self.track = track
        self.authors = authors
        self.labels = labels
        isRecovery = false
        state = StoreReader.state
    }

    /// Reads a damaged store whose `place` has these columns: a store that was not migrated lacks some. Labels and stories
    /// are not read: they are derived again.
    init(recovering db: Database, columns: Set<String>) {
        self.db = db
        track = TrackCache()
        authors = AuthorCache()
        labels = .empty
        isRecovery = true
        let known = StoreReader.state.split(separator: ", ").map(String.init)
        state = known.map { $0 == "labels" ? "NULL" : columns.contains($0) ? $0 : "0" }.joined(separator: ", ")
    }

    /// The stories of the store.
    var stories: StoryMemberReader { StoryMemberReader(db: db, labels: labels) }

    /// The counts of the store.
    var counts: CountReader { CountReader(db: db, labels: labels, track: track) }

    /// Returns a ticket, whether the Track shows it or not.
    func entry(_ id: TicketID) throws -> TrackEntry? {
        try entry(
            id,
            db.query(
                entrySQL("\(Self.whole) WHERE place.supplier = ? AND place.item = ?"), id.supplier.rawValue,
                ItemName(id.item)))
    }

    /// Returns the ticket with this row ID, without using an index.
    func entry(rowID: Int64, id: TicketID) throws -> TrackEntry? {
        try entry(id, db.query(entrySQL("\(Self.whole) WHERE place.id = ?"), rowID))
    }

    private func entry(_ id: TicketID, _ query: consuming SQLStatement) throws -> TrackEntry? {
        guard try query.step() else { return nil }
        let key = OrderKey(age: query.int64(0), native: query.int64(1), id)
        return try entry(at: key, in: query)
    }

    /// Returns the time at which a source first delivered a ticket, or `nil` if it is not known.
    func firstSeen(_ id: TicketID) throws -> Timestamp? {
        let sql = "SELECT seen FROM place WHERE supplier = ? AND item = ?"
        return try db.integer(sql, id.supplier.rawValue, ItemName(id.item)).map(Timestamp.init(milliseconds:))
    }

    /// Returns the view's tickets above `place` that a source first delivered after `time`, newest first. Reads the
    /// view's `limit` newest tickets at most.
    func arrivals(
        after time: Timestamp, above place: TrackPlace, in view: TrackView, among limit: Int
    ) throws -> [OrderKey] {
        var tickets = MergedTickets(try plan(view), from: .top, towards: .older, count: 64)
        var query = try SQLStatement("SELECT 1 FROM place WHERE id = ? AND seen > ?", in: db)
        var arrived: [OrderKey] = []
        var count = 0
        while count < limit, let ticket = try tickets.next(in: db), TrackPlace.ticket(ticket.key) < place {
            count += 1
            query.bind(ticket.rowID)
            query.bind(time.milliseconds)
            if try query.step() { arrived.append(ticket.key) }
            query.rewind()
        }
        return arrived
    }

    /// Returns the previous contents of a ticket, latest first.
    func history(of id: TicketID, limit: Int) throws -> [Ticket] {
        guard let key = try knownItems([id.item], of: id.supplier)[id.item]?.key else { return [] }
        return
            try db.query(
                """
                SELECT \(ContentRow.columns) FROM former_content
                WHERE id = (SELECT id FROM place WHERE supplier = ? AND item = ?) ORDER BY version DESC LIMIT ?
                """, id.supplier.rawValue, ItemName(id.item), Int64(limit)
            )
            .rows { try ContentRow.ticket(at: key, in: $0, from: 0) { try authors.author($0, in: db) } }
    }

    /// Returns the next shown ticket or gap beyond `place` that meets the condition.
    func find(
        _ condition: SeekCondition, from place: TrackPlace, towards direction: ReadDirection, in view: TrackView
    ) throws -> TrackPlace? {
        let cut = TrackCut(place, isBelow: direction == .older)
        var narrowed = view
        var avoided: SupplierID?
        switch condition {
        case .gap:
            let gaps = try track.gaps(in: view, from: db).gaps.map { TrackPlace.gap($0.id) }
            return direction == .older ? gaps.first { $0 > place } : gaps.last { $0 < place }
        case .unread: narrowed.unreadOnly = true
        case .starred: narrowed.starredOnly = true
        case .late: return try first(of: planOfLate(view), from: cut, towards: direction).map { .ticket($0) }
        case .otherSupplier(let supplier):
            avoided = supplier
            narrowed.suppliers?.remove(supplier)
        }
        var tickets = MergedTickets(
            try plan(narrowed, narrowing: view), from: cut, towards: direction, count: avoided == nil ? 1 : 16)
        while let ticket = try tickets.next(in: db) {
            if ticket.key.id.supplier != avoided { return .ticket(ticket.key) }
        }
        return nil
    }

    /// Returns the key of the ticket next to `place` in the Track.
    func neighbour(of place: TrackPlace, towards direction: ReadDirection) throws -> OrderKey? {
        try first(of: .all, from: TrackCut(place, isBelow: direction == .older), towards: direction)
    }

    /// Returns the key of the first ticket of a plan beyond `cut`.
    private func first(of plan: ViewPlan, from cut: TrackCut, towards direction: ReadDirection) throws -> OrderKey? {
        var tickets = MergedTickets(plan, from: cut, towards: direction, count: 1)
        return try tickets.next(in: db)?.key
    }
}

extension StoreReader {
    /// Returns the ticket at `key` in a row of ``entrySQL(_:)``.
    func entry(at key: OrderKey, in row: borrowing SQLStatement) throws -> TrackEntry {
        let labels = try LabelSet(bytes: row.blob(6))
        let story = row.flag(11) ? try stories.storyMember(of: rowID(in: row)) : nil
        return TrackEntry(
            ticket: try ContentRow.ticket(at: key, in: row, from: 12) {
                try isRecovery ? authors.find($0, in: db) : authors.author($0, in: db)
            },
            marks: Marks(
                isRead: row.flag(2), isStarred: row.flag(3), isLater: row.flag(8), isUnhidden: row.flag(5),
                isStoryUnfolded: row.flag(9)),
            isLate: row.flag(4),
            labels: self.labels.names(of: labels), hiddenBy: self.labels.rows[row.int64(7)]?.label.id,
            effects: self.labels.effects(of: labels), storyMember: story)
    }

    /// Returns the row ID of the ticket in a row of ``entrySQL(_:)``.
    func rowID(in row: borrowing SQLStatement) -> Int64 { row.int64(10) }

    /// Returns the SQL that reads tickets from joined `place` and `content`.
    func entrySQL(_ source: String) -> String {
        let isInStory = isRecovery ? "0" : "EXISTS (SELECT 1 FROM story_member WHERE story_member.id = place.id)"
        return "SELECT age, native, \(state), place.id, \(isInStory), \(ContentRow.columns) FROM \(source)"
    }

    /// All tickets, as ``entrySQL(_:)`` takes them.
    static let whole = "place JOIN content USING (id)"
}
