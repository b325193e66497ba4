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
