import EngineConcepts

/// A post while it is written: its parts, the cursor, and its senders.
nonisolated struct Composition: Sendable {
    var post: PostDraft
    /// The post before anything was written.
    let blank: PostDraft
    /// The number of characters before the cursor.
    var cursor: Int
    var accounts: ComposeAccounts

    /// Begins with a post that nothing was written in.
    init(_ blank: PostDraft, by accounts: ComposeAccounts) {
        post = blank
        self.blank = blank
        cursor = blank.text.count
        self.accounts = accounts
    }

    /// Continues a stored draft.
    mutating func restore(_ draft: StoredDraft) {
        post = draft.post
        cursor = post.text.count
        let owner = accounts.all.first { draft.accounts.contains($0.id) }
        if let owner, post.inReplyTo != nil || post.quote != nil, let own = ComposeAccounts([owner]) {
            // Other accounts do not know the post that it refers to by this identity.
            accounts = own
        } else {
            accounts.choose(draft.accounts)
        }
    }

    /// Sets the text, with the cursor before the character at this index.
    mutating func set(_ text: String, cursor: Int) {
        post.text = text
        self.cursor = cursor
    }

    /// True if nothing was written.
    var isBlank: Bool { post == blank }

    /// True if there is something to send: a text or media that the post did not begin with.
    var hasContent: Bool {
        guard !post.text.allSatisfy(\.isWhitespace) || !post.media.isEmpty else { return false }
        return post.text != blank.text || post.media != blank.media
    }

    /// The first account that posts, or `nil` for the source of the ticket.
    var account: PostingAccount? { accounts.selectedAccounts.first }

    /// The accounts that post; none for the source of the ticket.
    var selectedIDs: [AccountID] { accounts.selectedAccounts.map(\.id) }

    /// The names that were not looked up at the networks of the selected accounts.
    var unknownNames: [ComposeAccounts.UnknownName] { accounts.unknownNames(in: post) }

    /// The unknown names without the one that ends at the cursor, which may still be typed.
    var finishedUnknownNames: [ComposeAccounts.UnknownName] {
        let before = post.text.prefix(cursor)
        return unknownNames.filter { !before.hasSuffix($0.name) }
    }

    /// The post as each of the selected accounts publishes it; none for the source of a ticket.
    var plans: [PostPlan] { accounts.plans(of: post) }

    /// The actions that publish the post.
    var requests: [RequestedAction] {
        switch accounts.sender {
        case .accounts: plans.map { .account(.post($0.post), $0.account.id) }
        case .source(let ticket): [.ticket(.reply(post.text), ticket)]
        case .editing(let ticket): [.ticket(.edit(post), ticket)]
        }
    }
}
