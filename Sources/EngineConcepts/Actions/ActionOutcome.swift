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
