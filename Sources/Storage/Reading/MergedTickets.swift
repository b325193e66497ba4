import EngineConcepts
import GRDB
import HeapModule

/// The tickets of a view, merged from its streams in the Track's order. Costs one read per stream at first and little per
/// ticket after that, however many tickets of other views lie between.
struct MergedTickets {
    /// The next ticket of a stream; the least comes first.
    private struct Head: Comparable {
        let ticket: PlacedTicket
        let stream: Int
        let direction: ReadDirection

        static func < (lhs: Head, rhs: Head) -> Bool {
            switch lhs.direction {
            case .older: lhs.ticket.key < rhs.ticket.key
            case .newer: rhs.ticket.key < lhs.ticket.key
            }
        }

        static func == (lhs: Head, rhs: Head) -> Bool {
            lhs.ticket.rowID == rhs.ticket.rowID
        }
    }

    private let direction: ReadDirection
    private let plan: ViewPlan
    private var streams: [TicketStream]
    /// The next tickets of the streams; empty before the first read and at the end.
    private var heads = Heap<Head>()
    private var isBegun = false
    /// The last ticket's row ID: a ticket with several of the view's topics comes from several streams.
    private var last: Int64?

    /// Merges the streams of `plan` from `cut` towards `direction`; about `count` tickets will be read.
    init(_ plan: ViewPlan, from cut: TrackCut, towards direction: ReadDirection, count: Int) {
        // In parts even if everything is requested. Two more than requested: after the last ticket, a caller asks for one
        // more, and the stream of that one reads the next.
        let count = min(count, 4096) + 2
        let sources = plan.sources
        // A little more than each gives if all give the same; a stream that gives more reads on in growing batches.
        let batch = sources.count <= 2 ? count : min(count, 4 + count * 3 / (2 * sources.count))
        self.direction = direction
        self.plan = plan
        streams = sources.map {
            TicketStream(
                $0, isFolding: plan.isFolding, keepsLabels: plan.checksLabels, from: cut, towards: direction,
                batch: max(batch, 1))
        }
    }

    /// Returns the next ticket, or `nil` at the end.
    mutating func next(in db: Database) throws -> PlacedTicket? {
        if !isBegun { try readHeads(in: db) }
        while let head = heads.popMin() {
            if let ticket = try streams[head.stream].next(in: db) {
                heads.insert(Head(ticket: ticket, stream: head.stream, direction: direction))
            }
            guard head.ticket.rowID != last, plan.keeps(head.ticket) else { continue }
            last = head.ticket.rowID
            return head.ticket
        }
        return nil
    }

    private mutating func readHeads(in db: Database) throws {
        isBegun = true
        var heads: [Head] = []
        for index in streams.indices {
            if let ticket = try streams[index].next(in: db) {
                heads.append(Head(ticket: ticket, stream: index, direction: direction))
            }
        }
        self.heads = Heap(heads)
    }
}
