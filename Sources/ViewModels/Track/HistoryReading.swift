public import EngineConcepts

/// Reads the past of tickets: earlier versions of edited ones, and when they were first seen.
public protocol HistoryReading: Sendable {
    /// Returns the versions of a ticket before its edits, latest first, at most `limit` of those with a visible change.
    nonisolated func history(of id: TicketID, limit: Int) async throws -> [Ticket]

    /// Returns the time at which a source first delivered a ticket, or `nil` if it is not known.
    nonisolated func firstSeen(_ id: TicketID) async throws -> Timestamp?
}
