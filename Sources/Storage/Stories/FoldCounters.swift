import EngineConcepts
import GRDB

/// The change that the folding of stories makes to counts, as stored in `folded_count`; may be negative.
struct FoldCounters: Equatable {
    /// The counts of hidden or of other tickets.
    struct Part: Equatable {
        var all = 0
        var unread = 0

        static func + (lhs: Part, rhs: Part) -> Part {
            Part(all: lhs.all + rhs.all, unread: lhs.unread + rhs.unread)
        }
    }

    /// The tickets that no rule hides.
    var shown = Part()
    /// The tickets that a rule hides.
    var hidden = Part()

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
}

extension TrackCounts {
    /// Returns the counts of a view that folds.
    func adding(_ folded: FoldCounters, in view: TrackView) -> TrackCounts {
        let seen =
            switch view.filter {
            case .off: folded.shown + folded.hidden
            case .on: folded.shown
            case .hiddenOnly: folded.hidden
            }
        var counts = self
        counts.total += view.unreadOnly ? seen.unread : seen.all
        counts.unread += seen.unread
        counts.hidden += view.unreadOnly ? folded.hidden.unread : folded.hidden.all
        return counts
    }
}
