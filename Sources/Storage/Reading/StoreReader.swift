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
    /// The columns of `place` in a damaged store, of which one that was not migrated lacks some; `nil` for a sound store.
    /// Labels and stories of a damaged store are not read: they are derived again. Entries have no author if theirs is missing.
    var damagedColumns: Set<String>?

    /// The contents of the store.
    var contents: ContentReader {
        ContentReader(db: db, authors: authors, allowsMissingAuthors: damagedColumns != nil)
    }

    /// The stories of the store.
    var stories: StoryMemberReader { StoryMemberReader(db: db, labels: labels) }

    /// The counts of the store.
    var counts: CountReader { CountReader(db: db, labels: labels, track: track) }

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
            .rows { try contents.ticket(at: key, in: $0, from: 0) }
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
