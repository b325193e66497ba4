/// A supplier whose source says of a single item if it still exists.
///
/// Sources leave items out of pages for other reasons too: a filter, a mute, a feed that was rebuilt. So the engine asks about
/// stored items that a page should list and does not.
public protocol DeletionChecking: Supplier {
    /// Returns those of the items that the source has deleted. An item about which it cannot say is not among them. Nor is one
    /// that the answer cannot list, because the page before or the next one does: nothing is asked about it.
    ///
    /// - Parameters:
    ///   - items: The source's identities, newest first.
    ///   - answer: The page of whose times the items are, and that does not list them.
    ///   - request: The request for the page.
    func deleted(
        among items: [String], missingFrom answer: FetchAnswer, to request: FetchRequest
    ) async -> [String]
}
