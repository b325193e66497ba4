public import EngineConcepts

/// An account that can post.
public nonisolated struct PostingAccount: Hashable, Sendable, Identifiable {
    /// Its identity in the outbox.
    public var id: AccountID
    /// Its full handle.
    public var handle: String
    /// The actions on people that it supports.
    public var personActions: Set<PersonAction>
    /// Its other actions.
    public var actions: Set<AccountAction.Kind>

    /// Creates an account.
    public init(
        id: AccountID, handle: String, personActions: Set<PersonAction> = [], actions: Set<AccountAction.Kind> = [.post]
    ) {
        self.id = id
        self.handle = handle
        self.personActions = personActions
        self.actions = actions
    }
}

/// An author of a person, and the accounts that can act on them.
public nonisolated struct PersonReach: Hashable, Sendable {
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

    /// Creates a reach; by default, without accounts.
    public init(name: String, accounts: [Account] = []) {
        self.name = name
        self.accounts = accounts
    }
}

/// The name of a person in a text, as another network writes it.
public nonisolated enum MentionCounterpart: Hashable, Sendable {
    /// The account's network knows the name as it is.
    case same
    /// The name of the same person at the account's network.
    case other(String)
    /// The account's network does not know the name, and nobody there is linked with the person.
    case unknown
}

/// The accounts that can post, and what is needed to write for them and to act on people.
public protocol PostingAccounts: Sendable {
    /// Returns the accounts in the user's order.
    nonisolated func accounts() async -> [PostingAccount]

    /// Returns the account through which the source of a ticket is read, or `nil` if there is none.
    nonisolated func account(of ticket: Ticket) async -> AccountID?

    /// Returns the rules of an account's server. Asks the server.
    nonisolated func rules(of account: AccountID) async throws -> PostRules

    /// Returns the people or hashtags of stored posts that begin with `word`, which begins with @ or #; those seen last
    /// first.
    nonisolated func completions(of word: String, limit: Int) async throws -> [String]

    /// Returns the person with this handle, as the account's server knows them.
    nonisolated func person(_ handle: String, seenBy account: AccountID) async throws -> Person

    /// Returns the person with this handle, and the relation of the account to them. Asks the account's server.
    nonisolated func personWithRelation(named handle: String, seenBy account: AccountID) async throws
        -> PersonWithRelation

    /// Returns the name by which an account's network knows the person whom a text names, such as
    /// `@ann@example.social`.
    nonisolated func counterpart(
        of mention: String, at account: AccountID, among people: People
    ) async throws -> MentionCounterpart

    /// Returns the posts that the servers publish later, by account. Those of a server that does not answer are
    /// missing.
    nonisolated func scheduledPosts() async -> [(account: PostingAccount, posts: [ScheduledPost])]

    /// Cancels a post that the server would publish later.
    nonisolated func cancelScheduled(_ id: String, by account: AccountID) async throws

    /// Returns the authors of a person, each with the accounts at the author's network.
    nonisolated func reach(of person: LinkedPerson) async -> [PersonReach]

    /// Returns the account's own post as a draft to change.
    nonisolated func draft(of ticket: Ticket) async throws -> PostDraft

    /// Returns the medium in a file. Throws a ``PresentableError`` if the file cannot be read.
    nonisolated func medium(at path: String) async throws -> PostDraft.Medium
}
