internal import EngineConcepts
internal import GRDB

/// How many tickets there are, by marks.
struct MarkCounters: Equatable {
    var all = 0
    var unread = 0
    var starred = 0
    var unreadStarred = 0

    /// Counts a ticket with these marks in (`1`) or out (`-1`).
    mutating func count(_ marks: Marks, _ change: Int) {
        all += change
        unread += marks.isRead ? 0 : change
        starred += marks.isStarred ? change : 0
        unreadStarred += marks.isStarred && !marks.isRead ? change : 0
    }

    static func + (lhs: MarkCounters, rhs: MarkCounters) -> MarkCounters {
        MarkCounters(
            all: lhs.all + rhs.all, unread: lhs.unread + rhs.unread, starred: lhs.starred + rhs.starred,
            unreadStarred: lhs.unreadStarred + rhs.unreadStarred)
    }
}

/// How many tickets the Track has of some kind. Kept with every change, so that counting reads a few rows and never the
/// tickets.
struct TicketCounters: Equatable {
    /// Those that no rule hides.
    var shown = MarkCounters()
    /// Those that one does.
    var hidden = MarkCounters()

    static func += (lhs: inout TicketCounters, rhs: TicketCounters) {
        lhs = TicketCounters(shown: lhs.shown + rhs.shown, hidden: lhs.hidden + rhs.hidden)
    }

    /// The columns that hold it.
    static let columns =
        "shown, unread, starred, unread_starred, hidden, hidden_unread, hidden_starred, hidden_unread_starred"

    init(shown: MarkCounters = MarkCounters(), hidden: MarkCounters = MarkCounters()) {
        self.shown = shown
        self.hidden = hidden
    }

    /// Reads ``columns``, or sums of them.
    init(_ row: borrowing SQLStatement, from first: CInt) {
        func marks(_ first: CInt) -> MarkCounters {
            MarkCounters(
                all: Int(row.int64(first)), unread: Int(row.int64(first + 1)), starred: Int(row.int64(first + 2)),
                unreadStarred: Int(row.int64(first + 3)))
        }
        self.init(shown: marks(first), hidden: marks(first + 4))
    }

    /// What a view shows of it that takes all tickets of this kind, but for marks and filter.
    func counts(in view: TrackView) -> TrackCounts {
        func counts(_ marks: MarkCounters) -> (total: Int, unread: Int) {
            let (total, unread) =
                view.starredOnly ? (marks.starred, marks.unreadStarred) : (marks.all, marks.unread)
            return (view.unreadOnly ? unread : total, unread)
        }
        let hidden = counts(hidden)
        let seen =
            switch view.filter {
            case .off: counts(shown + self.hidden)
            case .on: counts(shown)
            case .hiddenOnly: hidden
            }
        return TrackCounts(total: seen.total, unread: seen.unread, hidden: hidden.total)
    }
}

/// What a transaction changes in the tallies, gathered and written once.
struct CounterChanges {
    private struct Kind: Hashable {
        let labels: LabelSet
        let supplier: SupplierID
    }

    private var suppliers: [SupplierID: TicketCounters] = [:]
    private var kinds: [Kind: TicketCounters] = [:]

    /// A ticket that stands so came (`1`) or went (`-1`).
    mutating func count(_ standing: PlaceRow, _ change: Int) {
        guard standing.isInTrack else { return }
        let supplier = standing.key.id.supplier
        let part: WritableKeyPath<TicketCounters, MarkCounters> = standing.isHidden ? \.hidden : \.shown
        suppliers[supplier, default: TicketCounters()][keyPath: part].count(standing.marks, change)
        guard !standing.labels.isEmpty else { return }
        kinds[Kind(labels: standing.labels, supplier: supplier), default: TicketCounters()][keyPath: part]
            .count(standing.marks, change)
    }

    /// Adds the changes to what is stored.
    func write(to db: Database) throws {
        try CounterChanges.add(suppliers, to: "tally", of: ["supplier"], in: db) { command, supplier in
            command.bind(supplier.rawValue)
        }
        guard !kinds.isEmpty else { return }
        try CounterChanges.add(kinds, to: "census", of: ["labels", "supplier"], in: db) { command, kind in
            command.bind(kind.labels.bytes)
            command.bind(kind.supplier.rawValue)
        }
        var delete = try SQLStatement("DELETE FROM census WHERE labels = ? AND supplier = ? AND shown + hidden = 0", in: db)
        for (kind, tally) in kinds where tally.shown.all + tally.hidden.all < 0 {
            delete.bind(kind.labels.bytes)
            delete.bind(kind.supplier.rawValue)
            try delete.run()
        }
    }

    private static func add<Key>(
        _ changes: [Key: TicketCounters], to table: String, of key: [String], in db: Database,
        bind: (inout SQLStatement, Key) -> Void
    ) throws {
        let columns = TicketCounters.columns.split(separator: ", ")
        let values = Array(repeating: "?", count: key.count + columns.count).joined(separator: ", ")
        let sums = columns.map { "\($0) = \($0) + excluded.\($0)" }.joined(separator: ", ")
        var upsert = try SQLStatement(
            """
            INSERT INTO \(table) (\(key.joined(separator: ", ")), \(TicketCounters.columns)) VALUES (\(values))
            ON CONFLICT DO UPDATE SET \(sums)
            """, in: db)
        for (key, tally) in changes where tally != TicketCounters() {
            bind(&upsert, key)
            for marks in [tally.shown, tally.hidden] {
                for number in [marks.all, marks.unread, marks.starred, marks.unreadStarred] {
                    upsert.bind(Int64(number))
                }
            }
            try upsert.run()
        }
    }
}
