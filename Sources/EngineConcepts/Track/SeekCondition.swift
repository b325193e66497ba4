/// A condition for a search along the Track.
public enum SeekCondition: Hashable, Sendable {
    /// An unread ticket.
    case unread
    case starred
    /// A ticket that arrived late, in a range that was complete before.
    case late
    case gap
    /// A ticket of any other supplier.
    case otherSupplier(SupplierID)
}
