import EngineConcepts
import GRDB

/// A row of `place` without its fingerprint: a ticket's position, marks and labels. ``DerivedDataWriter`` maintains what is
/// derived from it.
struct PlaceRow: Equatable, Sendable {
    /// The relation of a stored ticket to the Track, whether that shows it or not: the column `deleted`.
    enum State: Int64 {
        /// Its source delivered it for the Track.
        case delivered = 0
        /// The source deleted it.
        case deleted = 1
        /// It was read beside the Track, as a post of a thread. No window, count or claim includes it.
        case besideTrack = 2
    }

    var rowID: Int64
    var key: OrderKey
    var marks: Marks
    var isLate: Bool
    /// True if the Track has the ticket: it is not deleted, its supplier is active, its time lies in the visible ranges.
    var isInTrack: Bool
    var labels: LabelSet
    /// The number of the label whose rule hides it, or 0.
    var rule: Int64

    /// True if the ticket is shown with any filter.
    var isShown: Bool { isInTrack && rule == 0 }
    /// True if the ticket is in the Track and hidden while the filter is on.
    var isHidden: Bool { isInTrack && rule != 0 }

    /// Returns the condition that a ticket of `table` is not folded under another: one seek in a small table.
    static func isNotFolded(_ table: String) -> String {
        " AND NOT EXISTS (SELECT 1 FROM story_member"
            + " WHERE story_member.id = \(table).id AND story_member.lead <> story_member.id)"
    }

    /// The columns that ``init(_:)`` reads.
    static let columns =
        "id, supplier, item, age, native, late, shown + hidden AS in_track, labels, rule, \(Marks.columns)"
    static let columnCount: CInt = 9 + Marks.columnCount

    func storeMarks(in db: Database) throws {
        try db.run(
            "UPDATE place SET read = ?, starred = ?, later = ?, unhidden = ?, apart = ? WHERE id = ?", marks.isRead,
            marks.isStarred, marks.isLater, marks.isUnhidden, marks.isStoryUnfolded, rowID)
    }

    /// Returns the row of a ticket in the Track or beside it that is not deleted, or `nil` if there is none.
    static func undeleted(_ rowID: Int64, in db: Database) throws -> PlaceRow? {
        try db.query("SELECT \(columns) FROM place WHERE id = ? AND deleted <> 1", rowID).first { try PlaceRow($0) }
    }

    /// Returns the row of a ticket that was delivered for the Track and is not deleted, or `nil` if there is none.
    static func delivered(_ rowID: Int64, in db: Database) throws -> PlaceRow? {
        var places = try PlaceReader(in: db)
        return try places.row(rowID)
    }

    /// Returns the fingerprint of such a ticket, or `nil` if there is none.
    static func fingerprint(ofDelivered rowID: Int64, in db: Database) throws -> Int64? {
        try db.integer("SELECT fingerprint FROM place WHERE id = ? AND deleted = 0", rowID)
    }
}

extension PlaceRow {
    /// Reads the first columns of a statement's row.
    init(_ row: borrowing SQLStatement) throws {
        self.init(
            rowID: row.int64(0),
            key: OrderKey(age: row.int64(3), native: row.int64(4), supplier: row.text(1), item: row.text(2)),
            marks: Marks(row, from: 9), isLate: row.flag(5), isInTrack: row.flag(6),
            labels: try LabelSet(bytes: row.blob(7)), rule: row.int64(8))
    }
}

extension Marks {
    /// The columns of `place` that ``init(_:from:)`` reads.
    static let columns = "read, starred, later, unhidden, apart"
    static let columnCount: CInt = 5

    /// Reads the columns from `first` on.
    init(_ row: borrowing SQLStatement, from first: CInt) {
        self.init(
            isRead: row.flag(first), isStarred: row.flag(first + 1), isLater: row.flag(first + 2),
            isUnhidden: row.flag(first + 3), isStoryUnfolded: row.flag(first + 4))
    }
}

/// Reads the rows of tickets that were delivered for the Track, one after another.
///
/// Keeps its statement, like ``EntryReader``.
struct PlaceReader: ~Copyable {
    private var query: SQLStatement

    init(in db: Database) throws {
        query = try SQLStatement("SELECT \(PlaceRow.columns) FROM place WHERE id = ? AND deleted = 0", in: db)
    }

    /// Returns the row of such a ticket that is not deleted, or `nil` if there is none with this row ID.
    mutating func row(_ rowID: Int64) throws -> PlaceRow? {
        query.rewind()
        query.bind(rowID)
        return try query.step() ? try PlaceRow(query) : nil
    }
}
