/// Shows unconfirmed actions on tickets as they are read. A value applied in a single place, so that all stores and
/// views agree.
public struct ActionOverlay: Hashable, Sendable {
    /// The actions by the ticket or post on which they are shown. A post with a canonical URI can have several tickets.
    private let actions: [PendingAction.Subject: [PendingAction]]

    /// Creates an overlay of these actions, applied in order. Ignores actions that concern no ticket. An action that
    /// has expired is attached to its ticket and changes nothing.
    public init(_ actions: [PendingAction] = []) {
        let shown = actions.filter { !$0.state.isFinal && $0.ticket != nil }
        self.actions = Dictionary(grouping: shown, by: \.subject)
    }

    /// Returns the entry as if all its actions had succeeded, with the pending actions attached.
    public func applied(to entry: TrackEntry) -> TrackEntry {
        let shared = entry.ticket.body.uri.flatMap { actions[.post($0)] }
        guard let pending = shared ?? actions[.ticket(entry.ticket.id)] else { return entry }
        var entry = entry
        entry.ticket = pending.reduce(entry.ticket) { ticket, action in
            if case .expired = action.state { return ticket }
            return action.ticketAction?.applied(to: ticket) ?? ticket
        }
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
