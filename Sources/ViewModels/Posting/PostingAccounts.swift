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

/// The accounts that can post.
public protocol PostingAccounts: Sendable {
    /// Returns the accounts in the user's order.
    nonisolated func accounts() async -> [PostingAccount]

    /// Returns the account through which the source of a ticket is read, or `nil` if there is none.
    nonisolated func account(of ticket: Ticket) async -> AccountID?
}
