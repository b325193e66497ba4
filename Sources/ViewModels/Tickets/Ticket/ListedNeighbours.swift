public import EngineConcepts

/// Finds the neighbours of a ticket among those of the list from which it was opened, in their order there.
public final class ListedNeighbours: NeighbourFinding {
    private let list: () -> [TicketID]
    private let reader: any TrackReader

    /// Creates the neighbours of the tickets of a list.
    ///
    /// - Parameter list: Returns the tickets from top to bottom, as they are in the list at present.
    public init(in list: @escaping () -> [TicketID], reader: any TrackReader) {
        self.list = list
        self.reader = reader
    }

    public func neighbour(of key: OrderKey, _ direction: ReadDirection) async throws -> TicketID? {
        beyond(key, direction).first
    }

    public func unread(after key: OrderKey, _ direction: ReadDirection) async throws -> TicketID? {
        for id in beyond(key, direction) {
            if let entry = try await reader.entry(id), !entry.marks.isRead { return id }
        }
        return nil
    }

    public func position(of entry: TrackEntry) async throws -> (position: Int, count: Int)? {
        let tickets = list()
        return tickets.firstIndex(of: entry.ticket.id).map { ($0 + 1, tickets.count) }
    }

    /// Does nothing: positions are not kept.
    public func forgetPositions() {}

    /// Returns the tickets below (`.older`) or above one, the nearest first.
    private func beyond(_ key: OrderKey, _ direction: ReadDirection) -> [TicketID] {
        let tickets = list()
        guard let index = tickets.firstIndex(of: key.id) else { return [] }
        return direction == .older ? Array(tickets[(index + 1)...]) : tickets[..<index].reversed()
    }
}
