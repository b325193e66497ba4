/// A supplier whose source says of a single item if it still exists.
///
/// Sources leave items out of pages for other reasons too: a filter, a mute, a feed that was rebuilt. So the engine asks about
/// stored items that a page should list and does not.
public protocol DeletionChecking: Supplier {
    /// Returns those of the items that the source has deleted. An item about which it cannot say is not among them.
    ///
    /// - Parameter items: The source's identities, newest first.
    func deleted(among items: [String], now: Timestamp) async -> [String]
}
