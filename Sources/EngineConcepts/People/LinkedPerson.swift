/// A person whom the user has linked: the authors at several networks and sources who are this one person.
public struct LinkedPerson: Hashable, Sendable {
    /// An author that belongs to a person.
    public struct Identity: Hashable, Sendable {
        /// The text of the author's key as it is written in `library.toml`.
        public let text: String
        public let key: AuthorKey

        public init(text: String, key: AuthorKey) {
            self.text = text
            self.key = key
        }
    }

    /// The name that the user has given, by which queries find the person.
    public let name: String
    /// The authors, in the user's order.
    public let identities: [Identity]

    public init(name: String, identities: [Identity]) {
        self.name = name
        self.identities = identities
    }

    /// Returns the identity by which an author in a source belongs to the person, or `nil` if the author does not.
    public func identity(of author: Author, in source: SupplierID) -> Identity? {
        let keys = AuthorKey.keys(of: author, in: source)
        return keys.lazy.compactMap { key in identities.first { $0.key == key } }.first
    }
}
