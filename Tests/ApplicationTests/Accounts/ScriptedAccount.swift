import EngineConcepts
import EngineTestSupport
import TestSupport

/// An account that reaches the people of one host.
struct ScriptedAccount: AccountClient {
    let id: AccountID
    let name: String
    let host: String
    /// The relations to people by their handles. Nobody else is found.
    var relations: [String: PersonRelation] = [:]
    /// The answer to a request for the rules.
    var ruleAnswer: Result<PostRules, SupplierError> = .success(PostRules())
    /// The error with which the server answers requests for scheduled posts, or `nil` if it answers them.
    var failure: SupplierError?
    /// The error with which it answers their cancellation, or `nil` if it cancels them.
    var cancelFailure: SupplierError?
    /// The posts that the server publishes later.
    let scheduled: WaitableState<[ScheduledPost]>

    /// Creates the account `NAME@HOST`.
    init(_ name: String, at host: String, scheduled: [ScheduledPost] = []) {
        id = AccountID("test:\(name)@\(host)")
        self.name = "@\(name)@\(host)"
        self.host = host
        self.scheduled = WaitableState(scheduled)
    }

    func handle(for key: AuthorKey) -> String? { key.handle.flatMap { $0.hasSuffix("@\(host)") ? $0 : nil } }

    func person(named handle: String, now: Timestamp) async throws(SupplierError) -> Person {
        guard relations[handle] != nil else { throw SupplierError(.refused, "Nobody is called so.") }
        return Person(account: id, id: handle, handle: handle)
    }

    func relation(to person: Person, now: Timestamp) async throws(SupplierError) -> PersonRelation {
        relations[person.id] ?? .unknown
    }

    func rules(now: Timestamp) async throws(SupplierError) -> PostRules { try ruleAnswer.get() }

    func scheduledPosts(now: Timestamp) async throws(SupplierError) -> [ScheduledPost] {
        if let failure { throw failure }
        return scheduled.withLock { $0 }
    }

    func cancelScheduled(_ id: String, now: Timestamp) async throws(SupplierError) {
        if let cancelFailure { throw cancelFailure }
        scheduled.withLock { posts in posts.removeAll { $0.id == id } }
    }
}
