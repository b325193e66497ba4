/// Stores the user's marks.
public protocol MarkStore: Sendable {
    /// Changes the marks of these tickets and returns their previous marks for undo.
    ///
    /// - Parameter progress: Called with the number of tickets marked so far if the work takes several transactions.
    func mark(
        _ tickets: [TicketID], _ change: MarkChange, _ progress: @Sendable (Int) async -> Void
    ) async throws -> [TicketID: Marks]

    /// Marks every visible ticket of the view at or below `place` as read, or all if `place` is `nil`. Returns the
    /// tickets that were unread before.
    ///
    /// - Parameter progress: Called with the number of tickets marked so far if the work takes several transactions.
    func markRead(
        downFrom place: TrackPlace?, in view: TrackView, _ progress: @Sendable (Int) async -> Void
    ) async throws -> [TicketID]

    /// Restores previous marks.
    ///
    /// - Parameter progress: Called with the number of tickets restored so far if the work takes several transactions.
    func restore(_ marks: [TicketID: Marks], _ progress: @Sendable (Int) async -> Void) async throws
}

extension MarkStore {
    /// Changes the marks of these tickets and returns their previous marks for undo.
    public func mark(_ tickets: [TicketID], _ change: MarkChange) async throws -> [TicketID: Marks] {
        try await mark(tickets, change) { _ in }
    }

    /// Marks every visible ticket of the view at or below `place` as read and returns those that were unread before.
    public func markRead(downFrom place: TrackPlace?, in view: TrackView) async throws -> [TicketID] {
        try await markRead(downFrom: place, in: view) { _ in }
    }

    /// Restores previous marks.
    public func restore(_ marks: [TicketID: Marks]) async throws {
        try await restore(marks) { _ in }
    }
}
