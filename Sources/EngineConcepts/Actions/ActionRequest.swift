/// One attempt at an action, as passed to a supplier or an account.
public struct ActionRequest<Action: Hashable & Sendable>: Hashable, Sendable {
    /// The identity of the action, equal in all attempts. It serves as the idempotency key if the source supports one. If
    /// the client chooses the name of the created record, derive that name from it and from ``requestedAt``.
    public var id: ActionID
    public var action: Action
    /// The time at which the user asked, equal in all attempts.
    public var requestedAt: Timestamp
    /// The time of this attempt. To be used instead of the clock.
    public var now: Timestamp

    /// Creates an attempt; by default the first one.
    public init(id: ActionID, action: Action, requestedAt: Timestamp? = nil, now: Timestamp) {
        self.id = id
        self.action = action
        self.requestedAt = requestedAt ?? now
        self.now = now
    }
}
