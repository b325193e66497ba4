internal import EngineConcepts
internal import GRDB

/// Where a stored ticket stands and what has a part in that: all that `place` says of it, its fingerprint apart. What is
/// derived from it is kept by ``Bookkeeping``.
struct PlaceRow: Equatable, Sendable {
    var number: Int64
    var key: OrderKey
    var marks: Marks
    var isLate: Bool
    /// Whether the Track has it: it was not deleted, its supplier is active, its time lies in the extent.
    var isInTrack: Bool
    var labels: LabelSet
    /// The number of the label whose rule hides it; 0 where none does.
    var rule: Int64

    /// Shown whatever the filter does.
    var isShown: Bool { isInTrack && rule == 0 }
    /// In the Track, and hidden while the filter is on.
    var isHidden: Bool { isInTrack && rule != 0 }

    /// What ``init(_:)`` reads.
    static let columns = """
        id, supplier, item, age, native, read, starred, unhidden, late, shown + hidden AS in_track, labels, rule, later,
        apart
        """

    /// How many columns that are.
    static let count: CInt = 14

    init(number: Int64, key: OrderKey, isLate: Bool, isInTrack: Bool, _ decision: LabelResolver.Decision) {
        self.number = number
        self.key = key
        marks = Marks()
        self.isLate = isLate
        self.isInTrack = isInTrack
        labels = decision.labels
        rule = decision.rule
    }

    /// Reads the first columns of a row.
    init(_ row: borrowing SQLStatement) throws {
        number = row.int64(0)
        key = OrderKey(
            time: Timestamp(milliseconds: ~row.int64(3)), nativeOrder: row.int64(4),
            id: TicketID(supplier: SupplierID(row.text(1)), item: row.text(2)))
        marks = Marks(
            isRead: row.flag(5), isStarred: row.flag(6), isLater: row.flag(12), isUnhidden: row.flag(7),
            isApart: row.flag(13))
        isLate = row.flag(8)
        isInTrack = row.flag(9)
        labels = try LabelSet(bytes: row.blob(10))
        rule = row.int64(11)
    }

    /// The standing of a stored ticket that was not deleted; nil where there is none.
    static func of(_ number: Int64, in db: Database) throws -> PlaceRow? {
        var query = try SQLStatement("SELECT \(columns) FROM place WHERE id = ? AND deleted = 0", in: db)
        query.bind(number)
        return try query.step() ? try PlaceRow(query) : nil
    }
}
