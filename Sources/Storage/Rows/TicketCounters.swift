import EngineConcepts
import GRDB

/// Counts of tickets by marks.
struct MarkCounters: Equatable {
    var all = 0
    var unread = 0
    var starred = 0
    var unreadStarred = 0

    /// Adds a ticket with these marks (`1`) or removes it (`-1`).
    mutating func count(_ marks: Marks, _ change: Int) {
        all += change
        unread += marks.isRead ? 0 : change
        starred += marks.isStarred ? change : 0
        unreadStarred += marks.isStarred && !marks.isRead ? change : 0
    }

    /// Returns the sums, which may overflow: a damaged store can have any counts.
    static func + (lhs: MarkCounters, rhs: MarkCounters) -> MarkCounters {
        MarkCounters(
            all: lhs.all &+ rhs.all, unread: lhs.unread &+ rhs.unread, starred: lhs.starred &+ rhs.starred,
            unreadStarred: lhs.unreadStarred &+ rhs.unreadStarred)
    }
}

/// Counts of the Track's tickets of some kind. Every change updates them, so that counting reads a few rows and no tickets.
struct TicketCounters: Equatable {
    /// The tickets that no rule hides.
    var shown = MarkCounters()
    /// The tickets that a rule hides.
    var hidden = MarkCounters()

    /// Adds a ticket (`1`), many of them, or removes one (`-1`).
    mutating func count(_ marks: Marks, isHidden: Bool, _ change: Int) {
        if isHidden { hidden.count(marks, change) } else { shown.count(marks, change) }
    }

    static func += (lhs: inout TicketCounters, rhs: TicketCounters) {
        lhs = TicketCounters(shown: lhs.shown + rhs.shown, hidden: lhs.hidden + rhs.hidden)
    }

    static let names = [
        "shown", "unread", "starred", "unread_starred", "hidden", "hidden_unread", "hidden_starred",
        "hidden_unread_starred",
    ]
    static let columns = names.joined(separator: ", ")
    /// The columns of `folded_count` in the same order. It has no counts of starred tickets, which no folding view selects.
    static let foldedColumns = "shown, unread, 0, 0, hidden, hidden_unread, 0, 0"
    static let sums = names.map { "sum(\($0))" }.joined(separator: ", ")
}

extension TicketCounters {
    /// Reads ``columns``, ``foldedColumns`` or ``sums``.
    init(_ row: borrowing SQLStatement, from first: CInt) {
        func marks(_ first: CInt) -> MarkCounters {
            MarkCounters(
                all: Int(row.int64(first)), unread: Int(row.int64(first + 1)), starred: Int(row.int64(first + 2)),
                unreadStarred: Int(row.int64(first + 3)))
        }
        self.init(shown: marks(first), hidden: marks(first + 4))
    }

    /// Returns the counts under the marks and the filter of a view that has all these tickets.
    func counts(in view: TrackView) -> TrackCounts {
        func counts(_ marks: MarkCounters) -> (total: Int, unread: Int) {
            let (total, unread) = view.starredOnly ? (marks.starred, marks.unreadStarred) : (marks.all, marks.unread)
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
