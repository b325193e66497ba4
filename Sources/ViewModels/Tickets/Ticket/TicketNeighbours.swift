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
    /// The tickets of a view of unread ones that were read by being opened. They stay neighbours, as they stay in the timeline.
    private var opened: Set<OrderKey> = []

    init(reader: any TrackReader, view: TrackView, order: ReadingOrder = .newestFirst) {
        self.reader = reader
        self.view = view
        self.order = order
    }

    /// Returns the next ticket beyond any gaps, a few rows at a time, or `nil` at the end.
    func neighbour(of key: OrderKey, _ direction: ReadDirection) async throws -> TicketID? {
        if view.unreadOnly { opened.insert(key) }
        let next = try await TrackScan(reader, in: view, pageSize: 8)
            .entries(from: .ticket(key), towards: direction, limit: 1)
        let isOlder = direction == .older
        let beyond = next.map(\.ticket.key) + opened.filter { isOlder ? $0 > key : $0 < key }
        return (isOlder ? beyond.min() : beyond.max())?.id
    }

    func unread(after key: OrderKey, _ direction: ReadDirection) async throws -> TicketID? {
        let place = try await reader.findReadable(.unread, from: .ticket(key), towards: direction, in: view)
        guard case .ticket(let key) = place else { return nil }
        return key.id
    }

    func forgetPositions() { last = nil }

    /// Returns the position of a ticket from the top in the view's order, and the number of tickets, or `nil` if it is
    /// too far from the top, or not in the view: hidden, or under a gap.
    func position(of entry: TrackEntry) async throws -> (position: Int, count: Int)? {
        let key = entry.ticket.key
        guard try await contains(key) else { return nil }
        try await noteOpened(key)
        guard let position = try await position(of: key) else { return nil }
        last = (key, position)
        let counts = try await reader.counts(in: view)
        guard !counts.isCapped else { return nil }
        return (position, max(position, counts.total + opened.count))
    }

    /// The view with the tickets that were read: a view of unread tickets no longer has the open one.
    private var viewWithRead: TrackView {
        var view = view
        view.unreadOnly = false
        return view
    }

    /// Adds a ticket to those that were opened, and leaves out those that are gone or unread again.
    private func noteOpened(_ key: OrderKey) async throws {
        guard view.unreadOnly else { return }
        // After a change of the Track, any of them may be; else the one that was open before, which the user may have marked.
        for key in last.map({ [key, $0.key] }) ?? opened.union([key]) {
            let entry = try await reader.entry(key.id)
            if let entry, viewWithRead.includes(entry), !view.includes(entry) {
                opened.insert(key)
            } else {
                opened.remove(key)
            }
        }
    }

    private func contains(_ key: OrderKey) async throws -> Bool {
        let window = try await reader.window(
            WindowRequest(anchor: .place(.ticket(key)), above: 0, below: 1, view: viewWithRead))
        return window.rows.first?.entry?.ticket.id == key.id
    }

    private func position(of key: OrderKey) async throws -> Int? {
        guard let last else {
            return try await steps(from: key, to: nil, towards: order.direction(.newer)).map { $0 + 1 }
        }
        if last.key == key { return last.position }
        let isFurther = order.isAbove(.ticket(last.key), .ticket(key))
        let direction = order.direction(isFurther ? .older : .newer)
        return try await steps(from: last.key, to: key, towards: direction)
            .map { isFurther ? last.position + $0 : max(1, last.position - $0) }
    }

    /// Counts the tickets from one to another or to the end of the Track, and those of them that were opened. Returns `nil` if
    /// they are too many.
    private func steps(
        from start: OrderKey, to end: OrderKey?, towards direction: ReadDirection
    ) async throws -> Int? {
        let isOlder = direction == .older
        let passed = opened.count { key in
            guard isOlder ? key > start : key < start else { return false }
            return end.map { isOlder ? key < $0 : key > $0 } ?? true
        }
        let scan = TrackScan(reader, in: view)
        let steps = try await Self.steps(scan, from: start, to: end, towards: direction, reach: Self.reach)
        return steps.map { $0 + passed }
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
