import EngineConcepts
import Storage

extension TrackDatabase {
    /// The tickets that the Track shows, by identity. Reading thousands one by one takes seconds.
    var shownTickets: [TicketID: Ticket] {
        get async throws {
            let window = try await self.window(WindowRequest(anchor: .top, above: 0, below: 10_000))
            return Dictionary(uniqueKeysWithValues: window.rows.compactMap(\.entry?.ticket).map { ($0.id, $0) })
        }
    }
}
