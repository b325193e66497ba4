public import EngineConcepts

extension TrackDatabase: HistoryReading {
    public func firstSeen(_ id: TicketID) async throws -> Timestamp? {
        try await reading { try $0.firstSeen(id) }
    }

    public func arrivals(
        after time: Timestamp, above place: TrackPlace, in view: TrackView, among limit: Int
    ) async throws -> [OrderKey] {
        try await reading { try $0.arrivals(after: time, above: place, in: view, among: limit) }
    }

    public func history(of id: TicketID, limit: Int = .max) async throws -> [Ticket] {
        try await reading { try $0.history(of: id, limit: limit) }
    }
}
