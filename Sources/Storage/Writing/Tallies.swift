internal import EngineConcepts
internal import GRDB

/// How many shown tickets a supplier has, by marks. Kept with every change, so that counting reads a row per supplier
/// and never the tickets.
struct Tally: Equatable {
    var shown = 0
    var unread = 0
    var starred = 0
    var unreadStarred = 0

    /// Counts a ticket with these marks in (`1`) or out (`-1`).
    mutating func count(_ marks: Marks, _ change: Int) {
        shown += change
        unread += marks.isRead ? 0 : change
        starred += marks.isStarred ? change : 0
        unreadStarred += marks.isStarred && !marks.isRead ? change : 0
    }

    static func += (lhs: inout Tally, rhs: Tally) {
        lhs.shown += rhs.shown
        lhs.unread += rhs.unread
        lhs.starred += rhs.starred
        lhs.unreadStarred += rhs.unreadStarred
    }
}

/// What a transaction changes in the tallies, gathered and written once.
struct TallyChanges {
    private var changes: [SupplierID: Tally] = [:]

    /// A shown ticket with these marks came (`1`) or went (`-1`).
    mutating func count(_ marks: Marks, of supplier: SupplierID, _ change: Int) {
        changes[supplier, default: Tally()].count(marks, change)
    }

    /// Adds the changes to what is stored.
    func write(to db: Database) throws {
        var upsert = try Command(
            """
            INSERT INTO tally (supplier, shown, unread, starred, unread_starred) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET
                shown = shown + excluded.shown, unread = unread + excluded.unread,
                starred = starred + excluded.starred, unread_starred = unread_starred + excluded.unread_starred
            """, in: db)
        for (supplier, tally) in changes where tally != Tally() {
            upsert.bind(supplier.rawValue)
            upsert.bind(Int64(tally.shown))
            upsert.bind(Int64(tally.unread))
            upsert.bind(Int64(tally.starred))
            upsert.bind(Int64(tally.unreadStarred))
            try upsert.run()
        }
    }
}

extension TrackReading {
    /// How many tickets the view shows.
    func counts(in view: TrackView) throws -> TrackCounts {
        guard view.admitsUnlabelled else { return TrackCounts(total: 0, unread: 0) }
        let columns = "SELECT sum(shown), sum(unread), sum(starred), sum(unread_starred) FROM tally"
        var sum = Tally()
        if let suppliers = view.suppliers {
            for supplier in suppliers {
                var query = try Command(columns + " WHERE supplier = ?", in: db)
                query.bind(supplier.rawValue)
                sum += try tally(&query)
            }
        } else {
            var query = try Command(columns, in: db)
            sum = try tally(&query)
        }
        let total = view.starredOnly ? sum.starred : sum.shown
        let unread = view.starredOnly ? sum.unreadStarred : sum.unread
        return TrackCounts(total: view.unreadOnly ? unread : total, unread: unread)
    }

    private func tally(_ query: inout Command) throws -> Tally {
        guard try query.step() else { return Tally() }
        return Tally(
            shown: Int(query.int64(0)), unread: Int(query.int64(1)), starred: Int(query.int64(2)),
            unreadStarred: Int(query.int64(3)))
    }
}
