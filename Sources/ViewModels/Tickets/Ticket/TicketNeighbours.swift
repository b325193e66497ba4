public import EngineConcepts

/// Finds the neighbours of an open ticket.
public protocol NeighbourFinding: AnyObject {
    /// Returns the next ticket, or `nil` at the end.
    func neighbour(of key: OrderKey, _ direction: ReadDirection) async throws -> TicketID?

    /// Returns the next unread ticket, or `nil` if there is none.
    func unread(after key: OrderKey, _ direction: ReadDirection) async throws -> TicketID?

    /// Returns the position of a ticket from the first, and the number of tickets, or `nil` if it is unknown or the ticket
    /// is not among them.
    func position(of entry: TrackEntry) async throws -> (position: Int, count: Int)?

    /// Forgets positions that were found before a change.
    func forgetPositions()
}

/// Finds the tickets before and after an open one, and its position among them.
final class TicketNeighbours: NeighbourFinding {
    /// The maximum number of tickets read to find a position; beyond it the position is unknown.
    private static let reach = 4000

    private let reader: any TrackReader
    private let view: TrackView
    private let order: ReadingOrder
    /// The last known position.
    private var last: (key: OrderKey, position: Int)?
    /// The tickets of a view of unread ones that were opened since positions are counted, and read thereby.
    private var opened: Set<TicketID> = []

    init(reader: any TrackReader, view: TrackView, order: ReadingOrder = .newestFirst) {
        self.reader = reader
        self.view = view
        self.order = order
    }

    /// Returns the next ticket beyond any gaps, a few rows at a time, or `nil` at the end.
    func neighbour(of key: OrderKey, _ direction: ReadDirection) async throws -> TicketID? {
        let next = try await TrackScan(reader, in: view, pageSize: 8)
            .entries(from: .ticket(key), towards: direction, limit: 1)
        return next.first?.ticket.id
    }

    func unread(after key: OrderKey, _ direction: ReadDirection) async throws -> TicketID? {
        let place = try await reader.findReadable(.unread, from: .ticket(key), towards: direction, in: view)
        guard case .ticket(let key) = place else { return nil }
        return key.id
    }

    func forgetPositions() {
        last = nil
        opened = []
    }

    /// Returns the position of a ticket from the top in the view's order, and the number of tickets, or `nil` if it is
    /// too far from the top, or not in the view: hidden, or under a gap.
    func position(of entry: TrackEntry) async throws -> (position: Int, count: Int)? {
        let key = entry.ticket.key
        guard try await contains(key), let position = try await position(of: key) else { return nil }
        last = (key, position)
        // A view of unread tickets no longer counts those that were read by being opened.
        if view.unreadOnly, !view.includes(entry) { opened.insert(entry.ticket.id) }
        let counts = try await reader.counts(in: view)
        guard !counts.isCapped else { return nil }
        return (position, max(position, counts.total + opened.count))
    }

    private func contains(_ key: OrderKey) async throws -> Bool {
        var view = view
        // The open ticket has just been read, so a view of unread tickets no longer has it.
        view.unreadOnly = false
        let window = try await reader.window(
            WindowRequest(anchor: .place(.ticket(key)), above: 0, below: 1, view: view))
        return window.rows.first?.entry?.ticket.id == key.id
    }

    private func position(of key: OrderKey) async throws -> Int? {
        let scan = TrackScan(reader, in: view)
        if let last {
            if last.key == key { return last.position }
            let isFurther = order.isAbove(.ticket(last.key), .ticket(key))
            guard
                let steps = try await Self.steps(
                    scan, from: last.key, to: key, towards: order.direction(isFurther ? .older : .newer),
                    reach: Self.reach)
            else { return nil }
            return isFurther ? last.position + steps : max(1, last.position - steps)
        }
        return try await Self.steps(scan, from: key, to: nil, towards: order.direction(.newer), reach: Self.reach)
            .map { $0 + 1 }
    }

    /// Counts the tickets from one to another, which the scan need not have any more, or to the end of the Track. Returns `nil`
    /// if they are too many.
    @concurrent
    private nonisolated static func steps(
        _ scan: TrackScan, from start: OrderKey, to end: OrderKey?, towards direction: ReadDirection, reach: Int
    ) async throws -> Int? {
        var steps = end == nil ? 0 : 1
        try await scan.pages(from: .ticket(start), towards: direction) { page in
            for entry in page {
                if let end, direction == .older ? entry.ticket.key >= end : entry.ticket.key <= end { return false }
                steps += 1
            }
            return steps <= reach
        }
        return steps <= reach ? steps : nil
    }
}

extension TrackReader {
    /// Returns the next place that meets `condition`. Unread tickets that a rule muffles are skipped unless the user has
    /// revealed them.
    ///
    /// - Parameter revealed: The muffled tickets that the user has revealed.
    func findReadable(
        _ condition: SeekCondition, from start: TrackPlace, towards direction: ReadDirection, in view: TrackView,
        revealed: Set<TicketID> = []
    ) async throws -> TrackPlace? {
        var place = start
        while let found = try await find(condition, from: place, towards: direction, in: view) {
            guard condition == .unread, case .ticket(let key) = found, !revealed.contains(key.id),
                let entry = try await entry(key.id), view.muffles(entry)
            else { return found }
            place = found
        }
        return nil
    }
}
