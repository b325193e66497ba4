public import EngineConcepts

/// A person at the top of the person's posts: the accounts, what is known of them, and how complete the posts are.
public nonisolated struct ProfileRow: Equatable, Sendable {
    /// An author who is the person.
    public struct Account: Equatable, Sendable {
        /// The kind of the source, for its symbol.
        public var kind: SupplierKind
        /// The handle, or the name of the source.
        public var name: String
        /// True if the network has verified the account.
        public var isVerified = false
        /// The relation of the reading account to it, in words.
        public var relation: [String] = []
        /// The counts, in words.
        public var counts: [String] = []
        /// The reason why nothing of it is shown, or `nil`.
        public var failure: String?
    }

    /// A link of a profile.
    public struct Link: Equatable, Sendable {
        /// The words beside it, or empty.
        public var name: String
        /// The address without its scheme.
        public var address: String
        /// True if the linked page links back.
        public var isVerified: Bool
    }

    /// The name: the one that the user has given, or that of the first account.
    public var name: String
    /// The accounts, that of the opened ticket first.
    public var accounts: [Account]
    /// The person's words about themselves, or `nil`.
    public var about: String?
    /// The links, verified ones first.
    public var links: [Link]
    /// The notes on the accounts.
    public var notes: [NoteText]
    /// The time down to which the posts are complete, in words.
    public var extent: String
    /// The posts that are missing in between, in words.
    public var missing: [String]
    /// Authors who are proved to be the same person and can be linked, in words.
    public var proposals: [String] = []
    /// The address of the person's page, or `nil` if it is unknown.
    public var page: String?

    /// The lines that linear mode says.
    public var spoken: [String] {
        accounts.map { ([$0.name] + $0.relation + $0.counts + [$0.failure].compactMap(\.self)).joined(separator: ", ") }
            + [about].compactMap(\.self) + links.map { "\($0.name) \($0.address)" } + notes.map(\.line) + missing
            + proposals
    }
}
