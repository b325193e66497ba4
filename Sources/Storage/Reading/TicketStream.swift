internal import EngineConcepts
internal import GRDB

/// A ticket's place, with the number of its rows.
struct PlacedTicket {
    let number: Int64
    let key: OrderKey
    /// The labels by which its row is judged, from streams that are not of labels or of the whole Track: where the stream
    /// leaves out what stands folded, those that its story lends it too.
    let labels: LabelSet
}

/// Tickets that one index delivers in the Track's order, from a cut on towards one side.
struct TicketStream {
    /// Which tickets.
    enum Source {
        /// Those of the Track that no rule hides, and that were read, or that were not.
        case shown(read: Bool)
        /// Those of one part of a label, and that were read, or that were not. Of these only those that have the other
        /// labels too.
        case label(Int64, LabelPart, read: Bool, others: [Int64] = [])
        /// Those of the Track with a star.
        case starred(unreadOnly: Bool, FilterState)
        /// Those of the Track that are to be read later.
        case later(unreadOnly: Bool, starredOnly: Bool, FilterState)
        /// Those of the Track that came late.
        case late(unreadOnly: Bool, starredOnly: Bool, laterOnly: Bool = false, FilterState)
        /// Those of the Track that are of a supplier.
        case supplier(SupplierID, unreadOnly: Bool, FilterState)
        /// Those of a supplier that are stored, shown or withheld.
        case stored(SupplierID, StoredChoice = StoredChoice())
    }

    private let source: Source
    /// Whether those are left out that stand folded under others.
    private let folds: Bool
    private let side: FetchSide
    private var cut: TrackCut
    private var batch: Int
    private var isExhausted = false
    /// What was read and not handed out yet, last one first.
    private var waiting: [PlacedTicket] = []

    /// Streams the tickets of `source` beyond `cut` towards `side`, reading `batch` of them first, and more each time.
    init(_ source: Source, folds: Bool, from cut: TrackCut, towards side: FetchSide, batch: Int) {
        self.source = source
        self.folds = folds
        self.side = side
        self.cut = cut
        self.batch = batch
    }

    /// The next ticket; nil at the end.
    mutating func next(in db: Database) throws -> PlacedTicket? {
        if waiting.isEmpty, !isExhausted {
            try read(from: db)
        }
        return waiting.popLast()
    }

    private mutating func read(from db: Database) throws {
        var query = try SQLStatement(
            TicketStream.sql(source, folds: folds, towards: side, includingCut: includesCut), in: db)
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
        var read: [PlacedTicket] = []
        while try query.step() {
            read.append(
                PlacedTicket(
                    number: query.int64(0),
                    key: OrderKey(
                        time: Timestamp(milliseconds: ~query.int64(1)), nativeOrder: query.int64(3),
                        id: TicketID(supplier: SupplierID(query.text(2)), item: query.text(4))),
                    labels: try LabelSet(bytes: query.blob(5)).union(LabelSet(bytes: query.blob(6)))))
        }
        isExhausted = read.count < batch
        batch = min(batch, 256) * 2
        if let last = read.last {
            cut = TrackCut(last.key, isBelow: side == .older)
        }
        waiting = read.reversed()
    }

    /// Whether a ticket that stands exactly at the cut belongs to the stream.
    private var includesCut: Bool {
        switch side {
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

    /// The statement that reads a batch. The unary plus keeps the planner from leaving the small index of the starred
    /// or the late for the large one of the unread.
    static func sql(_ source: Source, folds: Bool = false, towards side: FetchSide, includingCut: Bool) -> String {
        let whole = ["age", "supplier", "native", "item"]
        let ofOne = ["age", "native", "item"]
        let unread = { (only: Bool) in only ? " AND +read = 0" : "" }
        let (condition, order) =
            switch source {
            case .shown: ("shown = 1 AND read = ?", whole)
            case .label: ("label = ? AND hidden = ? AND read = ?", whole)
            case .starred(let unreadOnly, let filter):
                ("starred = 1 AND \(filter.condition)" + unread(unreadOnly), whole)
            case .later(let unreadOnly, let starredOnly, let filter):
                (
                    "later = 1 AND \(filter.condition)" + unread(unreadOnly)
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
                ("label_place AS one", "NULL", others.map { _ in hasOther(folds) }.joined())
            case .shown: ("place AS one", "NULL", "")
            case .starred, .later, .late, .supplier, .stored: ("place AS one", "labels", "")
            }
        let comparison = (side == .older ? ">" : "<") + (includingCut ? "=" : "")
        let places = order.map { _ in "?" }.joined(separator: ", ")
        let direction = side == .older ? "" : " DESC"
        let unfolded = folds ? Schema.isNotFolded("one") : ""
        let lent =
            folds && labels != "NULL" ? "(SELECT lent FROM telling WHERE telling.id = one.id)" : "NULL"
        return """
            SELECT id, age, supplier, native, item, \(labels), \(lent) FROM \(table)
            WHERE \(condition) AND (\(order.joined(separator: ", "))) \(comparison) (\(places))\(others)\(unfolded)
            ORDER BY \(order.map { $0 + direction }.joined(separator: ", ")) LIMIT ?
            """
    }

    /// That a ticket of one label has another one too. Its place is known, so this is one seek, or two where one of the
    /// labels may be lent.
    private static func hasOther(_ folds: Bool) -> String {
        """
         AND EXISTS (
            SELECT 1 FROM label_place AS other
            WHERE other.label = ? AND other.hidden \(folds ? "IN (one.hidden & 1, (one.hidden & 1) + 2)" : "= one.hidden")
                AND other.read = one.read AND other.age = one.age
                AND other.supplier = one.supplier AND other.native = one.native AND other.item = one.item)
        """
    }
}

/// Which of the stored tickets of a supplier are meant, whether the Track has them or not.
struct StoredChoice: Hashable {
    var unreadOnly = false
    var starredOnly = false
    var laterOnly = false
    var filter = FilterState.off

    /// Those of them that `view` would show.
    init(_ view: TrackView) {
        unreadOnly = view.unreadOnly
        starredOnly = view.starredOnly
        laterOnly = view.laterOnly
        filter = view.filter
    }

    /// All of them.
    init() {}

    /// What is asked of their rows beside that. The unary plus keeps the planner at the supplier's index.
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
    /// Which tickets of `place` the Track has and the filter lets be seen. The unary plus keeps the planner from the index
    /// of the whole Track.
    var condition: String {
        switch self {
        case .off: "(+shown = 1 OR +hidden = 1)"
        case .on: "+shown = 1"
        case .hiddenOnly: "+hidden = 1"
        }
    }
}
