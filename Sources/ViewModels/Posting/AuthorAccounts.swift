/// An author, and the accounts that can act on them.
public nonisolated struct AuthorAccounts: Hashable, Sendable {
    /// The handle by which the accounts find the author, or the text of the author's key.
    public var name: String
    /// The accounts at the author's network, in the user's order. The first one acts, unless it is the author itself. Empty
    /// if there is none.
    public var accounts: [PostingAccount]

    /// Creates an author; by default, without accounts.
    public init(name: String, accounts: [PostingAccount] = []) {
        self.name = name
        self.accounts = accounts
    }
}
