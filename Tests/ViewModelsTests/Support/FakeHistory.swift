import EngineConcepts

/// Has the same history for every ticket.
nonisolated struct FakeHistory: HistoryReading {
    var former: [Ticket] = []
    /// The tickets that a source first delivered at these times.
    var delivered: [OrderKey: Timestamp] = [:]

    nonisolated func history(of id: TicketID, limit: Int) async throws -> [Ticket] { Array(former.prefix(limit)) }
    nonisolated func firstSeen(_ id: TicketID) async throws -> Timestamp? { nil }
    nonisolated func arrivals(
        after time: Timestamp, above place: TrackPlace, in view: TrackView, among limit: Int
    ) async throws -> [OrderKey] {
        delivered.filter { $0.value > time && TrackPlace.ticket($0.key) < place }.keys.sorted()
    }
}
