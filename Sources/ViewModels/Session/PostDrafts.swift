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
        var post: PostDraft
        /// The time of the last change.
        var time: Timestamp
    }

    private let preferences: Preferences
    private let time: any TimeSource
    /// The drafts, oldest first, or `nil` before they are loaded.
    private var entries: [Entry]?

    init(preferences: Preferences, time: any TimeSource) {
        self.preferences = preferences
        self.time = time
    }

    /// Returns all drafts, those changed last last.
    func all() async throws -> [Entry] {
        try await load()
    }

    /// Returns the draft of this origin that was changed last, or `nil` if there is none.
    ///
    /// - Parameter post: The post before anything was written. A draft about the same post of the same account is found
    ///   through whichever ticket it was begun.
    func latest(
        of origin: PostOrigin, like post: PostDraft = PostDraft(""), by account: AccountID? = nil
    ) async throws -> Entry? {
        try await load()
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
    @discardableResult
    func keep(_ post: PostDraft, of origin: PostOrigin, by account: AccountID?, as id: Int? = nil) async throws -> Int {
        let others = try await load()
        let number = id ?? (others.map(\.id).max() ?? 0) + 1
        let entry = Entry(id: number, origin: origin, account: account, post: post, time: time.now())
        try store(others.filter { $0.id != number } + [entry])
        return number
    }

    /// Removes a draft.
    func remove(_ id: Int) async throws {
        try store(try await load().filter { $0.id != id })
    }

    /// Keeps the post of an action that its server refused. Returns false if the action does not post.
    func keep(from request: RequestedAction) async throws -> Bool {
        switch request {
        case .account(.post(let post), let account):
            let origin =
                post.inReplyTo?.ticket.map(PostOrigin.reply) ?? post.quote?.ticket.map(PostOrigin.quote) ?? .new
            try await keep(post, of: origin, by: account)
        case .ticket(.reply(let text), let ticket):
            try await keep(PostDraft(text), of: .reply(ticket), by: nil)
        case .ticket(.edit(let post), let ticket):
            try await keep(post, of: .edit(ticket), by: nil)
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
