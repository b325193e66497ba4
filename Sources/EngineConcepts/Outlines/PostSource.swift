/// A source of the posts of an outline.
public struct PostSource: Hashable, Sendable {
    /// The supplier under whose identity the posts are stored.
    public let supplier: SupplierID
    /// The name in gaps and messages.
    public let name: String
    /// The source to add for these posts, or `nil` if it is followed, or if there is none. A person's posts from there are
    /// read only when asked for.
    public let offer: Offer?

    /// A source that is not followed.
    public struct Offer: Hashable, Sendable {
        public let address: String
        public let kind: SupplierKind

        public init(address: String, kind: SupplierKind) {
            self.address = address
            self.kind = kind
        }
    }

    public init(supplier: SupplierID, name: String, offer: Offer? = nil) {
        self.supplier = supplier
        self.name = name
        self.offer = offer
    }
}
