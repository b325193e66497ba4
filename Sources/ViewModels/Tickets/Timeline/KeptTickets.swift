import EngineConcepts

/// The tickets that were read during this visit of a view of unread tickets. They stay in it until the view is left, so
/// that neither the opened ticket nor its neighbours vanish.
final class KeptTickets {
    /// The maximum number of tickets beyond the loaded rows that stay after one change. A large change, such as to mark
    /// everything as read, keeps only the loaded ones.
    private static let maximumTicketsAside = 16

    private let reader: any TrackReader
    private var tickets: Set<TicketID> = []
    private var places: [TicketID: TrackPlace] = [:]

    init(reader: any TrackReader) { self.reader = reader }

    /// Forgets all tickets.
    func clear() {
        tickets = []
        places = [:]
    }

    /// Keeps tickets that were marked as read; `rows` are the loaded rows.
    func keep(_ read: Set<TicketID>, beside rows: [TimelineRow]) {
        let isSmall = read.count <= Self.maximumTicketsAside
        tickets.formUnion(isSmall ? read : read.intersection(rows.compactMap { $0.ticket?.id }))
    }

    /// Returns a window of `view` with the kept tickets that have their places in it.
    func added(to window: TrackWindow, of view: TrackView) async throws -> TrackWindow {
        guard view.unreadOnly, !tickets.isEmpty else { return window }
        let shown = Set(window.rows.map(\.id))
        var all = view
        all.unreadOnly = false
        var window = window
        let covered = window
        for id in tickets where !shown.contains(.ticket(id)) && places[id].map({ covered.covers($0) }) ?? true {
            guard let entry = try await reader.entry(id), all.includes(entry) else { continue }
            let place = TrackPlace.ticket(entry.ticket.key)
            places[id] = place
            if covered.covers(place) { window.insert(.ticket(entry)) }
        }
        return window
    }
}

nonisolated extension TrackWindow {
    /// Inserts a row at its place. The anchor stays at its row.
    fileprivate mutating func insert(_ row: TrackRow) {
        let index = rows.firstIndex { $0.place > row.place } ?? rows.endIndex
        rows.insert(row, at: index)
        if index <= anchorIndex { anchorIndex += 1 }
    }
}
