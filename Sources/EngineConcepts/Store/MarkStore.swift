/// Stores the user's marks.
public protocol MarkStore: Sendable {
    /// Changes the marks of these tickets and returns their previous marks for undo. Throws an ``InterruptedMarking`` if it
    /// fails after some of several transactions.
    ///
    /// - Parameter progress: Called with the number of tickets marked so far if the work takes several transactions.
    func mark(
        _ tickets: [TicketID], _ change: MarkChange, _ progress: @Sendable (Int) async -> Void
    ) async throws -> [TicketID: Marks]

    /// Marks every visible ticket of the view at or below `place` as read, or all if `place` is `nil`. Returns the
    /// tickets that were unread before. Throws an ``InterruptedMarking`` like ``mark(_:_:_:)``.
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

/// The error of a change of marks that takes several transactions, and failed after some of them.
public struct InterruptedMarking: PresentableError {
    /// The tickets that were marked.
    public let tickets: [TicketID]
    /// The previous marks, for undo. Empty if every ticket was unread, and was marked as read.
    public let previous: [TicketID: Marks]
    /// The error of the transaction that failed.
    public let underlying: any Error

    public init(_ tickets: [TicketID], previous: [TicketID: Marks] = [:], because underlying: any Error) {
        self.tickets = tickets
        self.previous = previous
        self.underlying = underlying
    }

    public var message: Message { Message(underlying) }
    public var cause: String? { (underlying as? any PresentableError)?.cause }
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
