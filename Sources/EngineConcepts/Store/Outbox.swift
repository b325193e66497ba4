/// Stores the unfinished actions of one engine in call order. Only one engine may use it at a time, because two would
/// send the same action twice.
public protocol Outbox: Sendable {
    /// Returns all stored actions in order.
    func pendingActions() async throws -> [PendingAction]

    /// Applies these changes durably and in order: all of them or none.
    func apply(_ changes: [OutboxChange]) async throws

    /// Writes `commit` to `store` and applies these changes, in one transaction if both have the same storage.
    /// Otherwise writes the commit first, so that a result is never lost with its action. Returns the new version.
    func apply(
        _ changes: [OutboxChange], with commit: TrackCommit, to store: any TrackStore
    ) async throws -> TrackVersion
}

extension Outbox {
    /// Writes the commit, then applies the changes.
    public func apply(
        _ changes: [OutboxChange], with commit: TrackCommit, to store: any TrackStore
    ) async throws -> TrackVersion {
        let version = try await store.commit(commit)
        try await apply(changes)
        return version
    }
}

/// A change to an outbox.
public enum OutboxChange: Hashable, Sendable {
    /// Adds a new action at the end.
    case append(PendingAction)
    /// Updates an action in place. Has no effect if it is not stored.
    case update(PendingAction)
    /// Removes an action.
    case remove(ActionID)
    /// Changes a setting of the same storage, such as the draft whose post an action publishes.
    case setting(SettingChange)
}
