internal import EngineConcepts
internal import GRDB
internal import HeapModule

/// Several streams as one, in the Track's order. Costs one read per stream at first and little per ticket after, so it
/// does not matter how the tickets of a view lie between those of others.
struct MergedTickets {
    /// The next ticket of a stream; the one that comes first is the least.
    private struct Head: Comparable {
        let ticket: PlacedTicket
        let stream: Int
        let side: FetchSide

        static func < (lhs: Head, rhs: Head) -> Bool {
            switch lhs.side {
            case .older: lhs.ticket.key < rhs.ticket.key
            case .newer: rhs.ticket.key < lhs.ticket.key
            }
        }

        static func == (lhs: Head, rhs: Head) -> Bool {
            lhs.ticket.number == rhs.ticket.number
        }
    }

    private let side: FetchSide
    private var streams: [TicketStream]
    private var heads: Heap<Head>?
    /// Where streams deliver tickets of other suppliers too: only these.
    private let suppliers: Set<SupplierID>?

    /// The tickets of `view` beyond `cut` towards `side`, of which about `count` will be asked for.
    init(_ view: TrackView, from cut: TrackCut, towards side: FetchSide, count: Int) {
        if !view.admitsUnlabelled {
            self.init([], from: cut, towards: side, count: count, keeping: nil)
        } else if view.starredOnly {
            let sources = [TicketStream.Source.starred(unreadOnly: view.unreadOnly)]
            self.init(sources, from: cut, towards: side, count: count, keeping: view.suppliers)
        } else {
            self.init(MergedTickets.sources(of: view), from: cut, towards: side, count: count, keeping: nil)
        }
    }

    /// The late tickets of `view` beyond `cut` towards `side`.
    init(lateOf view: TrackView, from cut: TrackCut, towards side: FetchSide, count: Int) {
        let source = TicketStream.Source.late(unreadOnly: view.unreadOnly, starredOnly: view.starredOnly)
        let sources = view.admitsUnlabelled ? [source] : []
        self.init(sources, from: cut, towards: side, count: count, keeping: view.suppliers)
    }

    private static func sources(of view: TrackView) -> [TicketStream.Source] {
        if let suppliers = view.suppliers {
            suppliers.map { .supplier($0, unreadOnly: view.unreadOnly) }
        } else {
            view.unreadOnly ? [.shown(read: false)] : [.shown(read: false), .shown(read: true)]
        }
    }

    /// All stored tickets of `suppliers`.
    init(storedOf suppliers: Set<SupplierID>, from cut: TrackCut, towards side: FetchSide, count: Int) {
        self.init(suppliers.map { .stored($0) }, from: cut, towards: side, count: count, keeping: nil)
    }

    private init(
        _ sources: [TicketStream.Source], from cut: TrackCut, towards side: FetchSide, count: Int,
        keeping suppliers: Set<SupplierID>?
    ) {
        // Whoever asks for everything reads it in parts all the same.
        let count = min(count, 4096)
        let batch = sources.count <= 2 ? count : min(count, 4 + 4 * count / sources.count)
        self.side = side
        self.suppliers = suppliers
        streams = sources.map { TicketStream($0, from: cut, towards: side, batch: max(batch, 1)) }
    }

    /// The next ticket; nil at the end.
    mutating func next(in db: Database) throws -> PlacedTicket? {
        var heads = try self.heads ?? firstHeads(in: db)
        defer { self.heads = heads }
        while let head = heads.popMin() {
            if let ticket = try streams[head.stream].next(in: db) {
                heads.insert(Head(ticket: ticket, stream: head.stream, side: side))
            }
            if suppliers?.contains(head.ticket.key.id.supplier) ?? true { return head.ticket }
        }
        return nil
    }

    private mutating func firstHeads(in db: Database) throws -> Heap<Head> {
        var heads: [Head] = []
        for index in streams.indices {
            if let ticket = try streams[index].next(in: db) {
                heads.append(Head(ticket: ticket, stream: index, side: side))
            }
        }
        return Heap(heads)
    }
}

extension TrackView {
    /// Whether it shows tickets that have no label.
    var admitsUnlabelled: Bool {
        filter.admits(hidden: false) && topics?.admits([]) ?? true
    }
}
