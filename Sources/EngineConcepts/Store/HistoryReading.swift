/// Reads the past of tickets: earlier versions of edited ones, when they were first seen, and what is new since a time.
public protocol HistoryReading: Sendable {
    /// Returns the versions of a ticket before its edits, latest first, at most `limit` of those with a visible change.
    func history(of id: TicketID, limit: Int) async throws -> [Ticket]

    /// Returns the time at which a source first delivered a ticket, or `nil` if it is not known.
    func firstSeen(_ id: TicketID) async throws -> Timestamp?

    /// Returns the view's tickets above `place` that a source first delivered after `time`, newest first. Looks among the
    /// `limit` newest tickets of the view.
    func arrivals(
        after time: Timestamp, above place: TrackPlace, in view: TrackView, among limit: Int
    ) async throws -> [OrderKey]
}
