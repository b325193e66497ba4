public import EngineConcepts
public import ViewModels

/// Accounts that can post: Ann's, and others if wanted.
public struct FakePosting: PostingServices {
    /// The account of Ann.
    public static let ann = PostingAccount(
        id: "ann@kerb.example", handle: "@ann@kerb.example", personActions: Set(PersonAction.allCases),
        actions: [.post, .report])
    /// The account of Ann at a network with short posts, which has neither audiences nor polls.
    public static let sky = PostingAccount(id: "ann.sky.example", handle: "@ann.sky.example")
    /// The account of a desk.
    public static let desk = PostingAccount(id: "desk@kerb.example", handle: "@desk@kerb.example")

    private let all: [PostingAccount]
    private let reading: AccountID?
    private let limit: Int
    private let scheduled: @MainActor () async -> [(account: PostingAccount, post: ScheduledPost)]
    private let cancel: @MainActor (String) throws -> Void
    private let onRules: @MainActor (AccountID) -> Void
    private let relations: [String: PersonRelation]
    private let whileNaming: @Sendable () async throws -> Void
    private let whileAsking: @Sendable () async -> Void
    private let whileListing: @Sendable () async -> Void
    private let whileDrafting: @Sendable () async -> Void

    /// Makes accounts.
    ///
    /// - Parameters:
    ///   - reading: The account through which every source is read, or `nil` for none.
    ///   - limit: The maximum length of a post.
    ///   - scheduled: Returns the posts that servers publish later.
    ///   - cancel: Called with a scheduled post that is cancelled.
    ///   - onRules: Called with an account whose server is asked for its rules.
    ///   - relations: The relations of accounts to people, by handle. By default nobody is followed.
    ///   - whileNaming: Runs while a name is looked up. The look-up fails if it throws.
    ///   - whileAsking: Runs while a relation is asked for.
    ///   - whileListing: Runs while the accounts are listed.
    ///   - whileDrafting: Runs while the text of a post is requested to change it.
    public init(
        _ all: [PostingAccount] = [ann], reading: AccountID? = ann.id, limit: Int = 500,
        scheduled: @escaping @MainActor () async -> [(account: PostingAccount, post: ScheduledPost)] = { [] },
        cancel: @escaping @MainActor (String) throws -> Void = { _ in },
        onRules: @escaping @MainActor (AccountID) -> Void = { _ in }, relations: [String: PersonRelation] = [:],
        whileNaming: @escaping @Sendable () async throws -> Void = {},
        whileAsking: @escaping @Sendable () async -> Void = {},
        whileListing: @escaping @Sendable () async -> Void = {},
        whileDrafting: @escaping @Sendable () async -> Void = {}
    ) {
        self.onRules = onRules
        self.whileDrafting = whileDrafting
        self.whileListing = whileListing
        self.whileAsking = whileAsking
        self.relations = relations
        self.whileNaming = whileNaming
        self.scheduled = scheduled
        self.cancel = cancel
        self.all = all
        self.reading = reading
        self.limit = limit
    }

    public func accounts() async -> [PostingAccount] {
        await whileListing()
        return all
    }

    public func account(of ticket: Ticket) async -> AccountID? { reading }

    public func rules(of account: AccountID) async throws -> PostRules {
        await onRules(account)
        if account == Self.sky.id {
            return PostRules(
                counting: .graphemes, maximumLength: 40, maximumMedia: 4, audiences: [.everyone], warnings: ["nudity"],
                takesPolls: false, mediaEndings: ["png"])
        }
        return PostRules(maximumLength: limit, maximumMedia: 2, takesSchedule: true)
    }

    public func person(_ handle: String, seenBy account: AccountID) async throws -> Person {
        Person(account: account, id: "id-\(handle)", handle: handle)
    }

    public func personWithRelation(named handle: String, seenBy account: AccountID) async throws -> PersonWithRelation {
        await whileAsking()
        let isOwn = all.contains { $0.id == account && $0.handle == handle }
        return PersonWithRelation(
            try await person(handle, seenBy: account), isOwn ? .own : relations[handle] ?? .other(.init()))
    }

    public func scheduledPosts() async -> [(account: PostingAccount, post: ScheduledPost)] { await scheduled() }

    public func cancelScheduled(_ id: String, by account: AccountID) async throws { try await cancel(id) }

    /// Knows handles with a host at all accounts but the one with short posts. Pat is linked with an author there.
    public func counterpart(
        of mention: String, at account: AccountID, among people: People
    ) async throws -> MentionCounterpart {
        try await whileNaming()
        let isFederated = mention.dropFirst().contains("@")
        // A name at the account's own server.
        guard mention.contains(".") else { return .same }
        if isFederated != (account == Self.sky.id) { return .same }
        switch mention {
        case "@pat@kerb.example": return .other("@pat.sky.example")
        case "@pat.sky.example": return .other("@pat@kerb.example")
        default: return .unknown
        }
    }

    /// Reaches authors with handles of the fediverse through all accounts.
    public func authors(of person: LinkedPerson) async -> [AuthorAccounts] {
        person.identities.map { identity in
            AuthorAccounts(name: identity.text, accounts: identity.key.isFederated ? all : [])
        }
    }

    public func draft(of ticket: Ticket) async throws -> PostDraft {
        await whileDrafting()
        return PostDraft(ticket.body.text.source)
    }

    public func completions(of word: String, limit: Int) async throws -> [String] {
        try Task.checkCancellation()
        return ["@bob@kerb.example", "@bobby@pit.example", "#box"].filter { $0.hasPrefix(word) }
    }

    public func medium(at path: String) async throws -> PostDraft.Medium {
        guard path.hasPrefix("/") else {
            throw SupplierError(.unsupported, Message("mediumUnreadable", ["file": .text(path)]))
        }
        return PostDraft.Medium(.file(path))
    }
}
