/// Keeps the actions of one engine that have not ended, in the order in which they were asked for. Belongs to one engine
/// at a time: whoever sends from it has to be alone.
public protocol Outbox: Sendable {
    /// All that is kept, in order.
    func pendingActions() async throws -> [PendingAction]

    /// Makes all of these changes, in order and lasting, or none.
    func apply(_ changes: [OutboxChange]) async throws
}

/// A change to an outbox.
public enum OutboxChange: Hashable, Sendable {
    /// Keeps a new action, behind all others.
    case append(PendingAction)
    /// Keeps an action's new state, in the place that it has; nothing where it is not kept.
    case update(PendingAction)
    /// Keeps it no longer.
    case remove(ActionID)
}
