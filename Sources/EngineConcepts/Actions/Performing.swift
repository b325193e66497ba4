/// One attempt at an action, as a supplier gets it.
public struct ActionRequest: Hashable, Sendable {
    /// Names the action over all its attempts. Where the source honours idempotency keys, this is the key; where a record
    /// is made under a name that the client chooses, the name comes from it.
    public var id: ActionID
    /// What to do.
    public var action: TicketAction
    /// The time of day of this attempt. Suppliers take it from here and from nowhere else.
    public var now: Timestamp

    /// Makes an attempt.
    public init(id: ActionID, action: TicketAction, now: Timestamp) {
        self.id = id
        self.action = action
        self.now = now
    }
}

/// What became of an attempt, as far as the supplier can know.
public enum ActionOutcome: Hashable, Sendable {
    /// It is so at the source now, by this attempt or already; the item as the source shows it, where it said so.
    case done(SourceItem?)
    /// The source said no, and would say no again.
    case refused(SupplierError)
    /// It certainly did not happen and may be tried again, not before the error's `retryAt`.
    case failed(SupplierError)
    /// It may have happened or not: the request went out, and no answer that can be understood came back.
    case uncertain(SupplierError)
}

/// Whether an action whose outcome is uncertain may be sent again unasked.
public enum ActionRepetition: String, Hashable, Sendable, Codable {
    /// Sending it twice is the same as once: the call is idempotent, or the source honours the action's name.
    case safe
    /// Sending it twice may do it twice.
    case unsafe
}
