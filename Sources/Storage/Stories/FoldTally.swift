internal import EngineConcepts
internal import GRDB

/// By how much folding changes a count of what is shown. Adds up like the counts themselves, below zero too.
struct FoldTally: Equatable {
    var shown = 0
    var unread = 0

    static func += (lhs: inout FoldTally, rhs: FoldTally) {
        lhs.shown += rhs.shown
        lhs.unread += rhs.unread
    }

    /// Counts a ticket in (`1`) or out (`-1`).
    mutating func count(isRead: Bool, _ change: Int) {
        shown += change
        unread += isRead ? 0 : change
    }
}

extension TrackCounts {
    /// The counts of a view that folds.
    func adding(_ folds: FoldTally, in view: TrackView) -> TrackCounts {
        var counts = self
        counts.total += view.unreadOnly ? folds.unread : folds.shown
        counts.unread += folds.unread
        return counts
    }
}

extension TrackReading {
    /// By how much folding changes the counts of these topics.
    func foldTally(of topics: TopicSelection?) throws -> FoldTally {
        var sum = FoldTally()
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
    func forEachFold(_ body: (LabelSet, FoldTally) -> Void) throws {
        var query = try Command("SELECT labels, shown, unread FROM fold_census", in: db)
        while try query.step() {
            body(
                try LabelSet(bytes: query.blob(0)),
                FoldTally(shown: Int(query.int64(1)), unread: Int(query.int64(2))))
        }
    }
}

/// What a transaction changes in the counts of views that fold.
struct FoldChanges {
    private var kinds: [LabelSet: FoldTally] = [:]

    /// A ticket with these labels came (`1`) or went (`-1`) for views that fold.
    mutating func count(_ labels: LabelSet, isRead: Bool, _ change: Int) {
        kinds[labels, default: FoldTally()].count(isRead: isRead, change)
    }

    /// Adds the changes to what is stored.
    func write(to db: Database) throws {
        var upsert = try Command(
            """
            INSERT INTO fold_census (labels, shown, unread) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET shown = shown + excluded.shown, unread = unread + excluded.unread
            """, in: db)
        for (labels, tally) in kinds where tally != FoldTally() {
            upsert.bind(labels.bytes ?? [])
            upsert.bind(Int64(tally.shown))
            upsert.bind(Int64(tally.unread))
            try upsert.run()
        }
        try Command.execute("DELETE FROM fold_census WHERE shown = 0 AND unread = 0", in: db)
    }
}
