internal import EngineConcepts
internal import GRDB

/// A ticket's place, with the number of its rows.
struct PlacedTicket {
    let number: Int64
    let key: OrderKey
}

/// Tickets that one index delivers in the Track's order, from a cut on towards one side.
struct TicketStream {
    /// Which tickets.
    enum Source {
        /// Shown ones that were read, or that were not: two streams that make up the Track.
        case shown(read: Bool)
        /// Shown ones with a star.
        case starred(unreadOnly: Bool)
        /// Shown ones that came late.
        case late(unreadOnly: Bool, starredOnly: Bool)
        /// Shown ones of a supplier.
        case supplier(SupplierID, unreadOnly: Bool)
        /// All of a supplier that are stored, shown or withheld.
        case stored(SupplierID)
    }

    private let source: Source
    private let side: FetchSide
    private var cut: TrackCut
    private var batch: Int
    private var isExhausted = false
    /// What was read and not handed out yet, last one first.
    private var waiting: [PlacedTicket] = []

    /// Streams the tickets of `source` beyond `cut` towards `side`, reading `batch` of them first, and more each time.
    init(_ source: Source, from cut: TrackCut, towards side: FetchSide, batch: Int) {
        self.source = source
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
        var query = try Command(TicketStream.sql(source, towards: side, includingCut: includesCut), in: db)
        switch source {
        case .shown(let read):
            query.bind(read)
            bindCut(cut, withSupplier: true, to: &query)
        case .starred, .late:
            bindCut(cut, withSupplier: true, to: &query)
        case .supplier(let supplier, _), .stored(let supplier):
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
                        id: TicketID(supplier: SupplierID(query.text(2)), item: query.text(4)))))
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

    private func bindCut(_ cut: TrackCut, withSupplier: Bool, to query: inout Command) {
        query.bind(cut.age)
        if withSupplier {
            query.bind(cut.supplier)
        }
        query.bind(cut.native)
        query.bind(cut.item)
    }

    /// The statement that reads a batch. The unary plus keeps the planner from leaving the small index of the starred
    /// or the late for the large one of the unread.
    static func sql(_ source: Source, towards side: FetchSide, includingCut: Bool) -> String {
        let whole = ["age", "supplier", "native", "item"]
        let ofOne = ["age", "native", "item"]
        let (condition, order) =
            switch source {
            case .shown: ("shown = 1 AND read = ?", whole)
            case .starred(let unreadOnly):
                ("starred = 1 AND shown = 1" + (unreadOnly ? " AND +read = 0" : ""), whole)
            case .late(let unreadOnly, let starredOnly):
                (
                    "late = 1 AND shown = 1" + (unreadOnly ? " AND +read = 0" : "")
                        + (starredOnly ? " AND +starred = 1" : ""), whole
                )
            case .supplier(_, let unreadOnly):
                ("deleted = 0 AND shown = 1 AND supplier = ?" + (unreadOnly ? " AND +read = 0" : ""), ofOne)
            case .stored: ("deleted = 0 AND supplier = ?", ofOne)
            }
        let comparison = (side == .older ? ">" : "<") + (includingCut ? "=" : "")
        let places = order.map { _ in "?" }.joined(separator: ", ")
        let direction = side == .older ? "" : " DESC"
        return """
            SELECT id, age, supplier, native, item FROM place
            WHERE \(condition) AND (\(order.joined(separator: ", "))) \(comparison) (\(places))
            ORDER BY \(order.map { $0 + direction }.joined(separator: ", ")) LIMIT ?
            """
    }
}
