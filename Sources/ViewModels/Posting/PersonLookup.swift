public import EngineConcepts

/// An author, and the accounts that can act on them.
public nonisolated struct AuthorAccounts: Hashable, Sendable {
    /// An account at the author's network.
    public struct Account: Hashable, Sendable {
        /// Its identity in the outbox.
        public var id: AccountID
        /// Its handle.
        public var name: String

        /// Creates an account.
        public init(id: AccountID, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The handle by which the accounts find the author, or the text of the author's key.
    public var name: String
    /// The accounts in the user's order. The first one acts, unless it is the author itself. Empty if there is none at the
    /// author's network.
    public var accounts: [Account]

    /// Creates an author; by default, without accounts.
    public init(name: String, accounts: [Account] = []) {
        self.name = name
        self.accounts = accounts
    }
}

/// The look-up of people on whom accounts act.
public protocol PersonLookup: Sendable {
    /// Returns the person with this handle, as the account's server knows them.
    nonisolated func person(_ handle: String, seenBy account: AccountID) async throws -> Person

    /// Returns the person with this handle, and the relation of the account to them. Asks the account's server.
    nonisolated func personWithRelation(named handle: String, seenBy account: AccountID) async throws
        -> PersonWithRelation

    /// Returns the authors of a person, each with the accounts at the author's network.
    nonisolated func authors(of person: LinkedPerson) async -> [AuthorAccounts]
}
