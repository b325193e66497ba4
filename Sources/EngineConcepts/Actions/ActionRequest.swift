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

/// The rule for repeating an action whose outcome is uncertain.
public enum ActionRepetition: String, Hashable, Sendable {
    /// Can be repeated automatically: the call is idempotent, or the source recognises the action's identity.
    case safe
    /// Must not be repeated automatically, because the action could happen twice.
    case unsafe
}

/// The result of an attempt, as far as the supplier knows.
public enum ActionOutcome: Hashable, Sendable {
    /// The source is in the requested state, through this attempt or already before. Holds the item if the source
    /// returned it: the created one if the action creates a post, otherwise the changed one.
    case done(SourceItem?)
    /// The source refused and would refuse again.
    case refused(SupplierError)
    /// The action did not happen and can be tried again, not before the error's `retryAt`.
    case failed(SupplierError)
    /// The action may have happened: the request was sent, but no valid answer arrived.
    case uncertain(SupplierError)
    /// An earlier attempt may have happened, and the source would not recognise a repetition any more, whatever the rule
    /// for repeating the action was. Nothing was sent.
    case unrepeatable(SupplierError)
}
