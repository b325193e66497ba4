/// Sends actions on people and new posts in the name of an account. Suppliers that read through the account share
/// one.
public protocol AccountClient: Sendable {
    /// The identity in the outbox, which never changes.
    var id: AccountID { get }
    /// The name on the screen.
    var name: String { get }
    /// The supplier whose stream contains what the account posts, or `nil` if there is none. What an action creates
    /// enters the Track as an item of this supplier.
    var home: SupplierID? { get }
    /// The supplier of the account's notifications, or `nil` if there is none.
    var notifications: SupplierID? { get }
    /// The supported actions on people, and whether each can be repeated after an uncertain outcome.
    var personActions: [PersonAction: ActionRepetition] { get }
    /// The supported actions of the account itself.
    var accountActions: [AccountAction.Kind: ActionRepetition] { get }

    /// Returns the server's rules for posts.
    func rules(now: Timestamp) async throws(SupplierError) -> PostRules

    /// Returns the places that the account has read up to, of the timelines for which the server keeps them.
    func positions(now: Timestamp) async throws(SupplierError) -> [TimelinePosition]

    /// Tells the server that the account has read up to this place. Has no effect for a timeline whose place the server
    /// does not keep.
    func share(_ position: TimelinePosition, now: Timestamp) async throws(SupplierError)

    /// Returns the posts that the server publishes later, in the order of their times. Empty where the server has none.
    func scheduledPosts(now: Timestamp) async throws(SupplierError) -> [ScheduledPost]

    /// Cancels a post that the server would publish later. Throws ``SupplierError/Code/gone`` if the server does not have it,
    /// because it was published or cancelled.
    func cancelScheduled(_ id: String, now: Timestamp) async throws(SupplierError)

    /// Finds a person by a handle, such as `@pitwall@example.social`.
    func person(named handle: String, now: Timestamp) async throws(SupplierError) -> Person

    /// Returns the relation of the account to a person that it has found.
    func relation(to person: Person, now: Timestamp) async throws(SupplierError) -> PersonRelation

    /// Returns the handle by which ``person(named:now:)`` finds the person with a key, or `nil` if the account is at
    /// another network.
    func handle(for key: AuthorKey) -> String?

    /// Performs an action on a person. Called only for ``personActions``, one action of the account at a time. Must
    /// respond to cancellation of the task; the outcome is then uncertain unless the client knows better.
    func perform(_ request: ActionRequest<PersonAction>, on person: Person) async -> ActionOutcome

    /// Performs an action of the account. Called only for ``accountActions``, like ``perform(_:on:)``. The outcome holds
    /// the created post.
    func perform(_ request: ActionRequest<AccountAction>) async -> ActionOutcome
}

extension AccountClient {
    /// None: no supplier's stream contains what the account posts.
    public var home: SupplierID? { nil }

    /// None.
    public var notifications: SupplierID? { nil }

    /// None.
    public var personActions: [PersonAction: ActionRepetition] { [:] }

    /// None.
    public var accountActions: [AccountAction.Kind: ActionRepetition] { [:] }

    /// Returns the rules of a server that publishes none.
    public func rules(now: Timestamp) async throws(SupplierError) -> PostRules { PostRules() }

    /// Returns no places: the server keeps none.
    public func positions(now: Timestamp) async throws(SupplierError) -> [TimelinePosition] { [] }

    /// Does nothing.
    public func share(_ position: TimelinePosition, now: Timestamp) async throws(SupplierError) {}

    /// Returns no posts: the server publishes none later.
    public func scheduledPosts(now: Timestamp) async throws(SupplierError) -> [ScheduledPost] { [] }

    /// Cancels nothing.
    public func cancelScheduled(_ id: String, now: Timestamp) async throws(SupplierError) {
        throw .unsupportedAction(of: name)
    }

    /// Throws an error: the account cannot find people.
    public func person(named handle: String, now: Timestamp) async throws(SupplierError) -> Person {
        throw .unsupportedAction(of: name)
    }

    /// Returns no relation: the server does not report it.
    public func relation(to person: Person, now: Timestamp) async throws(SupplierError) -> PersonRelation { .unknown }

    /// Finds a person by a handle, with the relation of the account to them.
    public func personWithRelation(
        named handle: String, now: Timestamp
    ) async throws(SupplierError) -> PersonWithRelation {
        let person = try await person(named: handle, now: now)
        return PersonWithRelation(person, try await relation(to: person, now: now))
    }

    /// Returns no handle: the account cannot find people by a key.
    public func handle(for key: AuthorKey) -> String? { nil }

    /// Refuses every action.
    public func perform(_ request: ActionRequest<PersonAction>, on person: Person) async -> ActionOutcome {
        .refused(.unsupportedAction(of: name))
    }

    /// Refuses every action.
    public func perform(_ request: ActionRequest<AccountAction>) async -> ActionOutcome {
        .refused(.unsupportedAction(of: name))
    }
}
