public import EngineConcepts

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reason for writing a post.
public nonisolated enum PostOrigin: Hashable, Sendable, Codable {
    /// A post of its own.
    case new
    /// A reply to a ticket.
    case reply(TicketID)
    /// A post that quotes a ticket.
    case quote(TicketID)
    /// A change of the account's own post.
    case edit(TicketID)

    /// The ticket that the post refers to, or `nil` if there is none.
    var ticket: TicketID? {
        switch self {
        case .new: nil
        case .reply(let ticket), .quote(let ticket), .edit(let ticket): ticket
        }
    }
}

/// The posts that were begun and not sent. They are stored shortly after each change. One instance per run.
public final class PostDrafts {
    /// An unsent post.
    nonisolated struct Entry: Hashable, Codable, Identifiable {
        var id: Int
        var origin: PostOrigin
        /// The account that posts, or `nil` for the source of the ticket.
        var account: AccountID?
        /// The other accounts that post the same, or `nil` if there are none.
        var others: [AccountID]?
        /// The reason why a server refused the post, or `nil` if none did.
        var reason: Message?
        var post: PostDraft
        /// The time of the last change.
        var time: Timestamp

        /// The accounts that post.
        var accounts: [AccountID] { [account].compactMap(\.self) + (others ?? []) }
    }

    private let preferences: Preferences
    private let time: any TimeSource
    /// The drafts, oldest first, or `nil` before they are loaded.
    private var entries: [Entry]?
    /// The drafts that are about to be sent.
    private var hidden: Set<Int> = []

    init(preferences: Preferences, time: any TimeSource) {
        self.preferences = preferences
        self.time = time
    }

    /// Returns all drafts that are not about to be sent, those changed last last.
    func all() async throws -> [Entry] {
        try await load().filter { !hidden.contains($0.id) }
    }

    /// Leaves a draft out of all lists, in this run.
    func hide(_ id: Int) {
        hidden.insert(id)
    }

    /// Lists a draft again.
    func show(_ id: Int) {
        hidden.remove(id)
    }

    /// Returns the draft of this origin that was changed last, or `nil` if there is none.
    ///
    /// - Parameter post: The post before anything was written. A draft about the same post of the same account is found
    ///   through whichever ticket it was begun.
    func latest(
        of origin: PostOrigin, like post: PostDraft = PostDraft(""), by account: AccountID? = nil
    ) async throws -> Entry? {
        try await all()
            .last { entry in
                if entry.origin == origin { return true }
                guard let account, entry.account == account else { return false }
                return switch (entry.origin, origin) {
                case (.reply, .reply): entry.post.inReplyTo?.post == post.inReplyTo?.post
                case (.quote, .quote): entry.post.quote?.post == post.quote?.post
                default: false
                }
            }
    }

    /// Stores a post, as another version of the draft `id`, or as a new draft. Returns the draft's identity.
    ///
    /// - Parameters:
    ///   - accounts: The accounts that post; none for the source of the ticket.
    ///   - reason: The reason why a server refused it, or `nil`.
    @discardableResult
    func keep(
        _ post: PostDraft, of origin: PostOrigin, by accounts: [AccountID], because reason: Message? = nil,
        as id: Int? = nil
    ) async throws -> Int {
        let drafts = try await load()
        let number = id ?? (drafts.map(\.id).max() ?? 0) + 1
        let others = Array(accounts.dropFirst())
        let entry = Entry(
            id: number, origin: origin, account: accounts.first, others: others.isEmpty ? nil : others,
            reason: reason, post: post, time: time.now())
        try store(drafts.filter { $0.id != number } + [entry])
        return number
    }

    /// Stores a post of one account, or of the source of a ticket.
    @discardableResult
    func keep(_ post: PostDraft, of origin: PostOrigin, by account: AccountID?, as id: Int? = nil) async throws -> Int {
        try await keep(post, of: origin, by: [account].compactMap(\.self), as: id)
    }

    /// Removes a draft.
    func remove(_ id: Int) async throws {
        try store(try await load().filter { $0.id != id })
    }

    /// Keeps the post of an action that its server refused, with the rest of a thread. Servers that refuse the same post
    /// share a draft. Returns false if the action does not post.
    func keep(from request: RequestedAction, because reason: Message? = nil) async throws -> Bool {
        switch request {
        case .account(.post(let draft), let account):
            let post = draft.joined
            let origin =
                post.inReplyTo?.ticket.map(PostOrigin.reply) ?? post.quote?.ticket.map(PostOrigin.quote) ?? .new
            let same = try await all()
                .last { $0.reason != nil && $0.origin == origin && $0.post == post && !$0.accounts.contains(account) }
            try await keep(
                post, of: origin, by: (same?.accounts ?? []) + [account], because: reason, as: same?.id)
        case .ticket(.reply(let text), let ticket):
            try await keep(PostDraft(text), of: .reply(ticket), by: [], because: reason)
        case .ticket(.edit(let post), let ticket):
            try await keep(post, of: .edit(ticket), by: [], because: reason)
        default: return false
        }
        return true
    }

    private func load() async throws -> [Entry] {
        if let entries { return entries }
        let stored = try await preferences.value(.drafts) ?? "[]"
        let decoded = try JSONDecoder().decode([Entry].self, from: Data(stored.utf8))
        // Another call may have loaded and changed them meanwhile.
        if let entries { return entries }
        entries = decoded
        return decoded
    }

    private func store(_ changed: [Entry]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        preferences.set(.drafts, to: String(decoding: try encoder.encode(changed), as: UTF8.self))
        entries = changed
    }
}
