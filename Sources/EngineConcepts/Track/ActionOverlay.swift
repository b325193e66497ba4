/// Shows unconfirmed actions on tickets as they are read. A value applied in a single place, so that all stores and
/// views agree.
public struct ActionOverlay: Hashable, Sendable {
    private let actions: [TicketID: [PendingAction]]

    /// Creates an overlay of these actions, applied in order.
    public init(_ actions: [PendingAction] = []) {
        self.actions = Dictionary(grouping: actions.filter { !$0.state.isFinal }, by: \.ticket)
    }

    /// Returns the entry as if all its actions had succeeded, with the pending actions attached.
    public func applied(to entry: TrackEntry) -> TrackEntry {
        guard let pending = actions[entry.ticket.id] else { return entry }
        var entry = entry
        entry.ticket = pending.reduce(entry.ticket) { $1.action.applied(to: $0) }
        entry.pending = pending
        return entry
    }

    /// Returns the window with the overlay applied to every ticket.
    public func applied(to window: TrackWindow) -> TrackWindow {
        guard !actions.isEmpty else { return window }
        var window = window
        for index in window.rows.indices {
            if case .ticket(let entry) = window.rows[index] {
                window.rows[index] = .ticket(applied(to: entry))
            }
        }
        return window
    }
}
