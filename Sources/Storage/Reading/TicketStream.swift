import EngineConcepts
import GRDB

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
        case starred(TicketFilter, includesBesideTrack: Bool = true)
        /// Tickets to read later, of the Track and beside it.
        case later(TicketFilter)
        /// Tickets of the Track that arrived late.
        case late(TicketFilter)
        /// Tickets of the Track from one supplier.
        case supplier(SupplierID, TicketFilter)
        /// Stored tickets of a supplier, shown or not.
        case stored(SupplierID, TicketFilter = TicketFilter())
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
        if waiting.isEmpty, !isExhausted { try read(from: db) }
        return waiting.popLast()
    }

    private mutating func read(from db: Database) throws {
        let selection = Selection(source, isFolding: isFolding)
        var query = try SQLStatement(
            selection.sql(keepsLabels: keepsLabels, towards: direction, includingCut: includesCut), in: db)
        selection.bind(from: cut, batch: batch, to: &query)
        let read = try query.rows { row in
            PlacedTicket(
                rowID: row.int64(0),
                key: OrderKey(age: row.int64(1), native: row.int64(3), supplier: row.text(2), item: row.text(4)),
                labels: try LabelSet(bytes: row.blob(5)).union(LabelSet(bytes: row.blob(6))))
        }
        isExhausted = read.count < batch
        batch = min(batch, 256) * 2
        if let last = read.last { cut = TrackCut(last.key, isBelow: direction == .older) }
        waiting = read.reversed()
    }

    /// True if a ticket exactly at the cut belongs to the stream.
    private var includesCut: Bool {
        switch direction {
        case .older: !cut.isBelow
        case .newer: cut.isBelow
        }
    }

    /// The rows of a source in SQL. The arguments stand next to the conditions that have their placeholders.
    struct Selection {
        let isFolding: Bool
        var table = "place AS one"
        /// True if the table has a column of labels.
        var hasLabels = true
        /// The conditions before the cut.
        var conditions: (sql: String, arguments: [any SQLArgument])
        /// The conditions after the cut.
        var labelConditions: (sql: String, labels: [Int64]) = ("", [])
        /// The supplier of all rows, or `nil` if they are in the order of the Track.
        var supplier: SupplierID?

        /// Creates the selection of a source. The mark of an index is no further condition.
        init(_ source: Source, isFolding: Bool) {
            self.isFolding = isFolding
            switch source {
            case .shown(let read):
                hasLabels = false
                conditions = ("shown = 1 AND read = ?", [read])
            case .label(let label, let part, let read, let others):
                table = "label_place AS one"
                hasLabels = false
                conditions = ("label = ? AND hidden = ? AND read = ?", [label, part.rawValue, read])
                labelConditions = (others.map { _ in TicketStream.hasOther(isFolding) }.joined(), others)
            case .starred(var filter, let includesBesideTrack):
                filter.starredOnly = false
                let state = includesBesideTrack ? filter.state.conditionOfMarked : filter.state.conditionInTrack
                conditions = ("starred = 1 AND \(state)\(filter.markCondition)", [])
            case .later(var filter):
                filter.laterOnly = false
                conditions = ("later = 1 AND \(filter.state.conditionOfMarked)\(filter.markCondition)", [])
            case .late(let filter):
                conditions = ("late = 1 AND \(filter.state.conditionInTrack)\(filter.markCondition)", [])
            case .supplier(let supplier, let filter):
                self.supplier = supplier
                conditions = (
                    "deleted = 0 AND \(filter.state.conditionInTrack) AND supplier = ?\(filter.markCondition)",
                    [supplier.rawValue]
                )
            case .stored(let supplier, let filter):
                self.supplier = supplier
                conditions = (
                    "deleted = 0 AND supplier = ?\(filter.state.conditionOfStored)\(filter.markCondition)",
                    [supplier.rawValue]
                )
            }
        }

        /// Returns the SQL that reads a batch. ``bind(from:batch:to:)`` binds the arguments of its placeholders.
        ///
        /// - Parameter keepsLabels: True to read the labels, which only the table has: an index alone may have all the rest.
        func sql(keepsLabels: Bool, towards direction: ReadDirection, includingCut: Bool) -> String {
            let order = supplier == nil ? Order.trackOrder : Order.supplierOrder
            let comparison = (direction == .older ? ">" : "<") + (includingCut ? "=" : "")
            let unfolded = isFolding ? PlaceRow.isNotFolded("one") : ""
            let readsLabels = hasLabels && keepsLabels
            let labels = readsLabels ? "labels" : "NULL"
            let lent =
                isFolding && readsLabels ? "(SELECT lent FROM story_member WHERE story_member.id = one.id)" : "NULL"
            return """
                SELECT id, age, supplier, native, item, \(labels), \(lent) FROM \(table)
                WHERE \(conditions.sql) AND (\(order.columns)) \(comparison) (\(order.places))\(labelConditions.sql)\(unfolded)
                ORDER BY \(direction == .older ? order.columns : order.descending) LIMIT ?
                """
        }

        /// Binds the arguments in the order of their placeholders.
        func bind(from cut: TrackCut, batch: Int, to query: inout SQLStatement) {
            for argument in conditions.arguments { argument.bind(to: &query) }
            query.bind(cut, amongThoseOf: supplier)
            for label in labelConditions.labels { query.bind(label) }
            query.bind(Int64(batch))
        }
    }

    /// The columns of an order in SQL. A stream is read for each source and page, so nothing is joined.
    private struct Order {
        let columns: String
        let descending: String
        /// A parameter for each column.
        let places: String

        /// The order of the Track.
        static let trackOrder = Order(
            columns: "age, supplier, native, item",
            descending: "age DESC, supplier DESC, native DESC, item DESC", places: "?, ?, ?, ?")
        /// The order of the tickets of one supplier.
        static let supplierOrder = Order(
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
