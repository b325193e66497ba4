/// The result of one attempt at an action, as far as its performer knows.
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
    /// Nothing was sent, even if the rule is ``ActionRepetition/safe``: an earlier attempt may have happened, and the source
    /// would no longer recognise the repetition.
    case unrepeatable(SupplierError)
}
