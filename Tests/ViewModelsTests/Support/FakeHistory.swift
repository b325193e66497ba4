import EngineConcepts
import EngineTestSupport

/// Has the same history for every ticket.
nonisolated struct FakeHistory: HistoryReading {
    var former: [Ticket] = []
    /// The Track whose tickets arrived, or `nil` if those of ``delivered`` did, in every view.
    var track: FakeTrack?
    /// The tickets that a source first delivered at these times.
    var delivered: [OrderKey: Timestamp] = [:]
    /// Runs while arrivals are read.
    var whileReading: @Sendable () async -> Void = {}

    nonisolated func history(of id: TicketID, limit: Int) async throws -> [Ticket] { Array(former.prefix(limit)) }
    nonisolated func firstSeen(_ id: TicketID) async throws -> Timestamp? { nil }
    nonisolated func arrivals(
        after time: Timestamp, above place: TrackPlace, in view: TrackView, among limit: Int
    ) async throws -> [OrderKey] {
        await whileReading()
        if let track {
            let rows = try await track.window(WindowRequest(anchor: .top, above: 0, below: limit, view: view)).rows
            return rows.compactMap(\.entry?.ticket.key)
                .filter { TrackPlace.ticket($0) < place && delivered[$0] ?? $0.time > time }
        }
        return delivered.filter { $0.value > time && TrackPlace.ticket($0.key) < place }.keys.sorted()
    }
}
