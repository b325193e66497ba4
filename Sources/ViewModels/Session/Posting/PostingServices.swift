public import EngineConcepts

/// All that is needed to post and to act on people.
public protocol PostingServices: Sendable {
    /// Returns the accounts that can post, in the user's order.
    nonisolated func accounts() async -> [PostingAccount]

    /// Returns the account through which the source of a ticket is read, or `nil` if there is none.
    nonisolated func account(of ticket: Ticket) async -> AccountID?

    // MARK: Writing

    /// Returns the rules of an account's server. Asks the server.
    nonisolated func rules(of account: AccountID) async throws -> PostRules

    /// Returns the people or hashtags of stored posts that begin with `word`, which begins with @ or #; those seen last first.
    nonisolated func completions(of word: String, limit: Int) async throws -> [String]

    /// Returns the name by which an account's network knows the person whom a text names, such as
    /// `@ann@example.social`.
    nonisolated func counterpart(
        of mention: String, at account: AccountID, among people: People
    ) async throws -> MentionCounterpart

    /// Returns the account's own post as a draft to change.
    nonisolated func draft(of ticket: Ticket) async throws -> PostDraft

    /// Returns the medium in a file. Throws a ``PresentableError`` if the file cannot be read.
    nonisolated func medium(at path: String) async throws -> PostDraft.Medium

    // MARK: Scheduled posts

    /// Returns the posts that the servers of the accounts publish later. Those of a server that does not answer are missing.
    nonisolated func scheduledPosts() async -> [(account: PostingAccount, post: ScheduledPost)]

    /// Cancels a post that the server would publish later.
    nonisolated func cancelScheduled(_ id: String, by account: AccountID) async throws

    // MARK: People

    /// Returns the person with this handle, as the account's server knows them.
    nonisolated func person(_ handle: String, seenBy account: AccountID) async throws -> Person

    /// Returns the person with this handle, and the relation of the account to them. Asks the account's server.
    nonisolated func personWithRelation(named handle: String, seenBy account: AccountID) async throws
        -> PersonWithRelation

    /// Returns the authors of a person, each with the accounts at the author's network.
    nonisolated func authors(of person: LinkedPerson) async -> [AuthorAccounts]
}

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

/// An account that can post.
public nonisolated struct PostingAccount: Hashable, Sendable, Identifiable {
    /// Its identity in the outbox.
    public var id: AccountID
    public var handle: String
    /// The actions on people that it supports.
    public var personActions: Set<PersonAction>
    /// Its other actions.
    public var actions: Set<AccountAction.Kind>

    public init(
        id: AccountID, handle: String, personActions: Set<PersonAction> = [], actions: Set<AccountAction.Kind> = [.post]
    ) {
        self.id = id
        self.handle = handle
        self.personActions = personActions
        self.actions = actions
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
