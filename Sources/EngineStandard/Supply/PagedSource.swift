public import EngineConcepts

/// The minimum that a source must offer: the page after a token. ``ManagedCacheSupplier`` turns it into a supplier.
public protocol PagedSource: Sendable {
    /// The identity in the store; never changes.
    var id: SupplierID { get }
    /// The name on the screen.
    var name: String { get }
    var kind: SupplierKind { get }
    /// The presenter of its tickets.
    var presenter: any Presenter { get }
    /// The longest delay between an item's time and its appearance.
    var lateness: Duration { get }

    /// Returns the page after `token`, newest items first, or the newest page if `token` is `nil`. Called as rarely
    /// as possible; all items of a page are used.
    func page(after token: String?, now: Timestamp) async throws(SupplierError) -> SourcePage
}

extension PagedSource {
    /// No delay.
    public var lateness: Duration { .zero }
}

/// A page of a ``PagedSource``.
public struct SourcePage: Sendable {
    /// The items, newest first.
    public var items: [SourceItem]
    /// The token of the following page, or `nil` if there is none.
    public var next: String?

    public init(items: [SourceItem], next: String? = nil) {
        self.items = items
        self.next = next
    }
}
