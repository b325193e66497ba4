internal import EngineConcepts
internal import GRDB

/// The place of a stored ticket, as a stream delivers it.
struct PlacedTicket {
    let rowID: Int64
    let key: OrderKey
    /// Its labels; in folding views also those lent by its story. Empty if the stream's plan checks no labels.
    let labels: LabelSet
}

/// Reads the tickets of one index in batches, in the Track's order, from a cut towards one direction.
struct TicketStream {
    /// The tickets to read: each case is served by one index.
    enum Source {
        /// Tickets of the Track that no rule hides.
        case shown(read: Bool)
        /// Tickets in one part of a label that have the other labels too.
        case label(Int64, LabelPart, read: Bool, others: [Int64] = [])
        /// Starred tickets of the Track, and with `includesBesideTrack` those beside it.
        case starred(unreadOnly: Bool, FilterState, includesBesideTrack: Bool = true)
        /// Tickets to read later, of the Track and beside it.
        case later(unreadOnly: Bool, starredOnly: Bool, FilterState)
        /// Tickets of the Track that arrived late.
        case late(unreadOnly: Bool, starredOnly: Bool, laterOnly: Bool = false, FilterState)
        /// Tickets of the Track from one supplier.
        case supplier(SupplierID, unreadOnly: Bool, FilterState)
        /// Stored tickets of a supplier, shown or not.
        case stored(SupplierID, StoredChoice = StoredChoice())
    }

    private let source: Source
    /// True if folded tickets are left out.
    private let isFolding: Bool
    /// True if tickets are delivered with their labels.
    private let keepsLabels: Bool
    private let direction: ReadDirection
    private var cut: TrackCut
    private var batch: Int
    private var isExhausted = false
    /// Tickets that were read ahead, last one first.
    private var waiting: [PlacedTicket] = []

    /// Streams the tickets of `source` beyond `cut` towards `direction`, reading `batch` of them first, and more each time.
    init(
        _ source: Source, isFolding: Bool, keepsLabels: Bool, from cut: TrackCut, towards direction: ReadDirection,
        batch: Int
    ) {
        self.source = source
        self.isFolding = isFolding
        self.keepsLabels = keepsLabels
        self.direction = direction
        self.cut = cut
        self.batch = batch
    }

    /// Returns the next ticket, or `nil` at the end.
    mutating func next(in db: Database) throws -> PlacedTicket? {
        if waiting.isEmpty, !isExhausted {
            try read(from: db)
        }
        return waiting.popLast()
    }

    private mutating func read(from db: Database) throws {
        var query = try SQLStatement(
            TicketStream.sql(
                source, isFolding: isFolding, keepsLabels: keepsLabels, towards: direction, includingCut: includesCut),
            in: db)
        switch source {
        case .shown(let read):
            query.bind(read)
            bindCut(cut, withSupplier: true, to: &query)
        case .label(let label, let part, let read, let others):
            query.bind(label)
            query.bind(part.rawValue)
            query.bind(read)
            bindCut(cut, withSupplier: true, to: &query)
            for other in others {
                query.bind(other)
            }
        case .starred, .later, .late:
            bindCut(cut, withSupplier: true, to: &query)
        case .supplier(let supplier, _, _), .stored(let supplier, _):
            query.bind(supplier.rawValue)
            bindCut(cut.within(supplier), withSupplier: false, to: &query)
        }
        query.bind(Int64(batch))
        let read = try query.rows { row in
            PlacedTicket(
                rowID: row.int64(0),
                key: OrderKey(age: row.int64(1), native: row.int64(3), supplier: row.text(2), item: row.text(4)),
                labels: try LabelSet(bytes: row.blob(5)).union(LabelSet(bytes: row.blob(6))))
        }
        isExhausted = read.count < batch
        batch = min(batch, 256) * 2
        if let last = read.last {
            cut = TrackCut(last.key, isBelow: direction == .older)
        }
        waiting = read.reversed()
    }

    /// True if a ticket exactly at the cut belongs to the stream.
    private var includesCut: Bool {
        switch direction {
        case .older: !cut.isBelow
        case .newer: cut.isBelow
        }
    }

    private func bindCut(_ cut: TrackCut, withSupplier: Bool, to query: inout SQLStatement) {
        query.bind(cut.age)
        if withSupplier {
            query.bind(cut.supplier)
        }
        query.bind(cut.native)
        query.bind(name: cut.item)
    }

    /// Returns the SQL that reads a batch. The unary plus keeps the planner from leaving the small index of starred or
    /// late tickets for the large one of unread tickets.
    ///
    /// - Parameter keepsLabels: True to read the labels, which only the table has: an index alone may have all the rest.
    static func sql(
        _ source: Source, isFolding: Bool = false, keepsLabels: Bool = true, towards direction: ReadDirection,
        includingCut: Bool
    ) -> String {
        let (whole, ofOne) = (Order.whole, Order.ofOne)
        let unread = { (only: Bool) in only ? " AND +read = 0" : "" }
        let (condition, order) =
            switch source {
            case .shown: ("shown = 1 AND read = ?", whole)
            case .label: ("label = ? AND hidden = ? AND read = ?", whole)
            case .starred(let unreadOnly, let filter, let includesBesideTrack):
                (
                    "starred = 1 AND \(includesBesideTrack ? filter.conditionOfMarked : filter.condition)"
                        + unread(unreadOnly), whole
                )
            case .later(let unreadOnly, let starredOnly, let filter):
                (
                    "later = 1 AND \(filter.conditionOfMarked)" + unread(unreadOnly)
                        + (starredOnly ? " AND +starred = 1" : ""), whole
                )
            case .late(let unreadOnly, let starredOnly, let laterOnly, let filter):
                (
                    "late = 1 AND \(filter.condition)" + unread(unreadOnly)
                        + (starredOnly ? " AND +starred = 1" : "") + (laterOnly ? " AND +later = 1" : ""), whole
                )
            case .supplier(_, let unreadOnly, let filter):
                ("deleted = 0 AND \(filter.condition) AND supplier = ?" + unread(unreadOnly), ofOne)
            case .stored(_, let choice): ("deleted = 0 AND supplier = ?" + choice.condition, ofOne)
            }
        let (table, labels, others) =
            switch source {
            case .label(_, _, _, let others):
                ("label_place AS one", "NULL", others.map { _ in hasOther(isFolding) }.joined())
            case .shown: ("place AS one", "NULL", "")
            case .starred, .later, .late, .supplier, .stored: ("place AS one", keepsLabels ? "labels" : "NULL", "")
            }
        let comparison = (direction == .older ? ">" : "<") + (includingCut ? "=" : "")
        let unfolded = isFolding ? PlaceRow.isNotFolded("one") : ""
        let lent =
            isFolding && labels != "NULL" ? "(SELECT lent FROM story_member WHERE story_member.id = one.id)" : "NULL"
        return """
            SELECT id, age, supplier, native, item, \(labels), \(lent) FROM \(table)
            WHERE \(condition) AND (\(order.columns)) \(comparison) (\(order.places))\(others)\(unfolded)
            ORDER BY \(direction == .older ? order.columns : order.descending) LIMIT ?
            """
    }

    /// The columns of an order, in the words of SQL. A stream is read for each source and page, so nothing is joined.
    private struct Order {
        let columns: String
        let descending: String
        /// A parameter for each column.
        let places: String

        /// The order of the Track.
        static let whole = Order(
            columns: "age, supplier, native, item",
            descending: "age DESC, supplier DESC, native DESC, item DESC", places: "?, ?, ?, ?")
        /// The order of the tickets of one supplier.
        static let ofOne = Order(
            columns: "age, native, item", descending: "age DESC, native DESC, item DESC", places: "?, ?, ?")
    }

    /// Returns the condition that a ticket of one label has another one too. With the known key this is one seek, or
    /// two if the label may be lent.
    private static func hasOther(_ isFolding: Bool) -> String {
        """
         AND EXISTS (
            SELECT 1 FROM label_place AS other
            WHERE other.label = ? AND other.hidden \(isFolding ? "IN (one.hidden & 1, (one.hidden & 1) + 2)" : "= one.hidden")
                AND other.read = one.read AND other.age = one.age
                AND other.supplier = one.supplier AND other.native = one.native AND other.item = one.item)
        """
    }
}

/// A choice among the stored tickets of a supplier.
struct StoredChoice: Hashable {
    var unreadOnly = false
    var starredOnly = false
    var laterOnly = false
    var filter = FilterState.off

    /// Chooses the tickets that `view` would show.
    init(_ view: TrackView) {
        unreadOnly = view.unreadOnly
        starredOnly = view.starredOnly
        laterOnly = view.laterOnly
        filter = view.filter
    }

    /// Chooses all.
    init() {}

    /// The condition on their rows. The unary plus keeps the planner at the supplier's index.
    fileprivate var condition: String {
        let filter =
            switch filter {
            case .off: ""
            case .on: " AND +rule = 0"
            case .hiddenOnly: " AND +rule <> 0"
            }
        return filter + (unreadOnly ? " AND +read = 0" : "") + (starredOnly ? " AND +starred = 1" : "")
            + (laterOnly ? " AND +later = 1" : "")
    }
}

extension FilterState {
    /// The condition for tickets of the Track that the filter admits. The unary plus keeps the planner from the index of the
    /// whole Track.
    var condition: String {
        switch self {
        case .off: "(+shown = 1 OR +hidden = 1)"
        case .on: "+shown = 1"
        case .hiddenOnly: "+hidden = 1"
        }
    }

    /// The condition for marked tickets that the filter admits, also those beside the Track.
    var conditionOfMarked: String {
        switch self {
        case .off: "(+shown = 1 OR +hidden = 1 OR +deleted = \(PlaceRow.State.besideTrack.rawValue))"
        case .on: "(+shown = 1 OR +deleted = \(PlaceRow.State.besideTrack.rawValue))"
        case .hiddenOnly: condition
        }
    }
}
