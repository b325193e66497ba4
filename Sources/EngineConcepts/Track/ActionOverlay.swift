/// Shows unconfirmed actions on tickets as they are read. A value applied in a single place, so that all stores and
/// views agree.
public struct ActionOverlay: Hashable, Sendable {
    /// The actions on posts without a canonical URI.
    private let byTicket: [TicketID: [PendingAction]]
    /// The actions on posts with a canonical URI, which are shown on every ticket of the post.
    private let byURI: [String: [PendingAction]]

    /// Creates an overlay of these actions, applied in order. Ignores actions that concern no ticket. An action that
    /// has expired is attached to its ticket and changes nothing.
    public init(_ actions: [PendingAction] = []) {
        var byTicket: [TicketID: [PendingAction]] = [:]
        var byURI: [String: [PendingAction]] = [:]
        for action in actions where !action.state.isFinal {
            guard let ticket = action.ticket else { continue }
            if let uri = action.uri {
                byURI[uri, default: []].append(action)
            } else {
                byTicket[ticket, default: []].append(action)
            }
        }
        self.byTicket = byTicket
        self.byURI = byURI
    }

    /// Returns the entry as if all its actions had succeeded, with the pending actions attached.
    public func applied(to entry: TrackEntry) -> TrackEntry {
        let shared = entry.ticket.body.uri.flatMap { byURI[$0] }
        guard let pending = shared ?? byTicket[entry.ticket.id] else { return entry }
        var entry = entry
        entry.ticket = pending.reduce(entry.ticket) { ticket, action in
            if case .expired = action.state { return ticket }
            return action.action?.applied(to: ticket) ?? ticket
        }
        entry.pending = pending
        return entry
    }

    /// Returns the window with the overlay applied to every ticket.
    public func applied(to window: TrackWindow) -> TrackWindow {
        guard !byTicket.isEmpty || !byURI.isEmpty else { return window }
        var window = window
        for index in window.rows.indices {
            if case .ticket(let entry) = window.rows[index] {
                window.rows[index] = .ticket(applied(to: entry))
            }
        }
        return window
    }
}
