/// What the reader has done to tickets and their sources have not answered yet, laid over the tickets as they are read:
/// one value, applied in one place, so that every store and every view agree.
public struct ActionOverlay: Hashable, Sendable {
    private let actions: [TicketID: [PendingAction]]

    /// Lays these actions, in their order, over their tickets.
    public init(_ actions: [PendingAction] = []) {
        self.actions = Dictionary(grouping: actions.filter { !$0.state.isFinal }, by: \.ticket)
    }

    /// The entry as a reader is to see it: as if everything asked for had happened, with what is under way beside it.
    public func applied(to entry: TrackEntry) -> TrackEntry {
        guard let pending = actions[entry.ticket.id] else { return entry }
        var entry = entry
        entry.ticket = pending.reduce(entry.ticket) { $1.action.applied(to: $0) }
        entry.pending = pending
        return entry
    }

    /// The window as a reader is to see it.
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
