public import EngineConcepts
public import ViewModels

/// Accounts that can post: Ann's, and others if wanted.
public struct FakePosting: PostingAccounts {
    /// The account of Ann.
    public static let ann = PostingAccount(
        id: "ann@kerb.example", handle: "@ann@kerb.example", personActions: Set(PersonAction.allCases),
        actions: [.post, .report])
    /// The account of a desk.
    public static let desk = PostingAccount(id: "desk@kerb.example", handle: "@desk@kerb.example")

    private let all: [PostingAccount]
    private let reading: AccountID?
    private let limit: Int

    /// Makes accounts.
    ///
    /// - Parameters:
    ///   - reading: The account through which every source is read, or `nil` for none.
    ///   - limit: The maximum length of a post.
    public init(_ all: [PostingAccount] = [ann], reading: AccountID? = ann.id, limit: Int = 500) {
        self.all = all
        self.reading = reading
        self.limit = limit
    }

    public func accounts() async -> [PostingAccount] { all }

    public func account(of ticket: Ticket) async -> AccountID? { reading }

    public func rules(of account: AccountID) async throws -> PostRules {
        PostRules(maximumLength: limit, maximumMedia: 2)
    }

    public func person(_ handle: String, seenBy account: AccountID) async throws -> Person {
        Person(account: account, id: "id-\(handle)", handle: handle)
    }

    /// Reaches authors with handles of the fediverse through the first account.
    public func reach(of person: LinkedPerson) async -> [PersonReach] {
        person.identities.map { identity in
            guard identity.key.isFederated, let account = all.first else { return PersonReach(name: identity.text) }
            return PersonReach(name: identity.text, account: account.id, accountName: account.handle)
        }
    }

    public func draft(of ticket: Ticket) async throws -> PostDraft {
        PostDraft(ticket.body.text.source)
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
