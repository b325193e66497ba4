internal import EngineConcepts
internal import GRDB

/// By how much folding changes the counts of what rules hide, and of what they do not. Adds up like the counts themselves,
/// below zero too.
struct FoldCounters: Equatable {
    /// Of those that rules hide, or of those that they do not.
    struct Part: Equatable {
        var all = 0
        var unread = 0

        static func + (lhs: Part, rhs: Part) -> Part {
            Part(all: lhs.all + rhs.all, unread: lhs.unread + rhs.unread)
        }
    }

    /// Those that no rule hides.
    var shown = Part()
    /// Those that one does.
    var hidden = Part()

    /// The columns that hold it.
    static let columns = "shown, unread, hidden, hidden_unread"

    init() {}

    /// Reads ``columns``.
    init(_ row: borrowing SQLStatement, from first: CInt) {
        shown = Part(all: Int(row.int64(first)), unread: Int(row.int64(first + 1)))
        hidden = Part(all: Int(row.int64(first + 2)), unread: Int(row.int64(first + 3)))
    }

    static func += (lhs: inout FoldCounters, rhs: FoldCounters) {
        lhs.shown = lhs.shown + rhs.shown
        lhs.hidden = lhs.hidden + rhs.hidden
    }

    /// Counts a ticket in (`1`) or out (`-1`).
    mutating func count(_ part: Fold.Part, _ change: Int) {
        let counted: WritableKeyPath<FoldCounters, Part> = part.isHidden ? \.hidden : \.shown
        self[keyPath: counted].all += change
        self[keyPath: counted].unread += part.isRead ? 0 : change
    }
}

extension TrackCounts {
    /// The counts of a view that folds.
    func adding(_ folds: FoldCounters, in view: TrackView) -> TrackCounts {
        let seen =
            switch view.filter {
            case .off: folds.shown + folds.hidden
            case .on: folds.shown
            case .hiddenOnly: folds.hidden
            }
        var counts = self
        counts.total += view.unreadOnly ? seen.unread : seen.all
        counts.unread += seen.unread
        counts.hidden += view.unreadOnly ? folds.hidden.unread : folds.hidden.all
        return counts
    }
}

extension TrackReading {
    /// By how much folding changes the counts of these topics.
    func foldTally(of topics: TopicSelection?) throws -> FoldCounters {
        var sum = FoldCounters()
        guard let topics else {
            try forEachFold { sum += $1 }
            return sum
        }
        guard let chosen = labels.selection(topics) else { return sum }
        try forEachFold { labels, tally in
            if chosen.admits(labels) { sum += tally }
        }
        return sum
    }

    /// Calls `body` with every set of labels whose count folding changes.
    func forEachFold(_ body: (LabelSet, FoldCounters) -> Void) throws {
        var query = try SQLStatement("SELECT labels, \(FoldCounters.columns) FROM fold_census", in: db)
        while try query.step() {
            body(try LabelSet(bytes: query.blob(0)), FoldCounters(query, from: 1))
        }
    }
}

/// What a transaction changes in the counts of views that fold.
struct FoldChanges {
    private(set) var kinds: [LabelSet: FoldCounters] = [:]

    /// Counts in (`1`) or out (`-1`) what the part of the ticket `number` means for views that fold: who stands folded is
    /// not counted, and who leads is counted with the labels that it is lent.
    mutating func book(_ part: Fold.Part, of number: Int64, _ change: Int) {
        guard let lead = part.lead, lead != number || !part.lent.isEmpty else { return }
        kinds[part.labels, default: FoldCounters()].count(part, -change)
        guard lead == number else { return }
        kinds[part.labels.union(part.lent), default: FoldCounters()].count(part, change)
    }

    /// Adds the changes to what is stored.
    func write(to db: Database) throws {
        var upsert = try SQLStatement(
            """
            INSERT INTO fold_census (labels, \(FoldCounters.columns)) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET shown = shown + excluded.shown, unread = unread + excluded.unread,
                hidden = hidden + excluded.hidden, hidden_unread = hidden_unread + excluded.hidden_unread
            """, in: db)
        for (labels, tally) in kinds where tally != FoldCounters() {
            upsert.bind(labels.bytes ?? [])
            for part in [tally.shown, tally.hidden] {
                upsert.bind(Int64(part.all))
                upsert.bind(Int64(part.unread))
            }
            try upsert.run()
        }
        try SQLStatement.execute(
            "DELETE FROM fold_census WHERE shown = 0 AND unread = 0 AND hidden = 0 AND hidden_unread = 0", in: db)
    }
}
