import EngineConcepts

/// The sender of a post.
nonisolated enum ComposeSender: Sendable {
    /// These accounts, in the user's order; at least one.
    case accounts([PostingAccount])
    /// The source of the ticket that is replied to.
    case source(TicketID)
    /// The source of the ticket that is changed.
    case editing(TicketID)
}

/// The accounts that can send a post, those that will, and what is known about their servers and networks.
nonisolated struct ComposeAccounts: Sendable {
    /// A name in a text that was not looked up at the network of an account.
    typealias UnknownName = (account: PostingAccount, name: String)

    /// The accounts that can send the post, in the user's order.
    let all: [PostingAccount]
    private(set) var sender: ComposeSender
    /// The index of the account under the cursor while the accounts are chosen, or `nil`.
    private(set) var cursor: Int?
    /// The rules by account, as far as they are known.
    private var rules: [AccountID: PostRules] = [:]
    /// The names in the text as the accounts' networks know them, as far as they were looked up.
    private var names: [AccountID: [String: MentionCounterpart]] = [:]

    /// Creates the accounts that can send a post; at first, the first one will. Returns `nil` without accounts.
    init?(_ accounts: [PostingAccount]) {
        guard let first = accounts.first else { return nil }
        all = accounts
        sender = .accounts([first])
    }

    /// Creates no accounts, for a post that the source of a ticket sends.
    init(bySource sender: ComposeSender) {
        all = []
        self.sender = sender
    }

    // MARK: Choosing

    /// The accounts that post; none for the source of a ticket.
    var selectedAccounts: [PostingAccount] { if case .accounts(let accounts) = sender { accounts } else { [] } }

    /// The accounts whose gauges are shown.
    var shownAccounts: [PostingAccount] { cursor == nil ? selectedAccounts : all }

    /// Makes those of the accounts post that have these identities. Without one, nothing changes.
    mutating func choose(_ ids: some Sequence<AccountID>) {
        let ids = Set(ids)
        let selectedAccounts = all.filter { ids.contains($0.id) }
        if !selectedAccounts.isEmpty { sender = .accounts(selectedAccounts) }
    }

    /// Makes the account after the first selected one post alone. Returns false if there is no other account.
    mutating func chooseNext() -> Bool {
        guard all.count > 1, let index = all.firstIndex(where: { $0.id == selectedAccounts.first?.id }) else {
            return false
        }
        sender = .accounts([all[index.cycled(by: 1, within: all.count)]])
        return true
    }

    /// Opens the list of accounts, or closes it. Returns false if there is no other account.
    mutating func toggleList() -> Bool {
        guard cursor == nil else {
            cursor = nil
            return true
        }
        guard all.count > 1, let first = selectedAccounts.first else { return false }
        cursor = all.firstIndex { $0.id == first.id } ?? 0
        return true
    }

    /// Moves the cursor in the list of accounts.
    mutating func move(_ count: Int) { cursor?.move(by: count, within: all.count) }

    /// Chooses or leaves out the account under the cursor. Returns false if none would stay selected.
    mutating func toggle() -> Bool {
        guard let cursor, all.indices.contains(cursor) else { return true }
        let ids = Set(selectedAccounts.map(\.id)).symmetricDifference([all[cursor].id])
        choose(ids)
        return !ids.isEmpty
    }

    // MARK: Servers and networks

    /// The accounts whose gauges are shown without the rules of their servers.
    var withoutRules: [PostingAccount] { shownAccounts.filter { rules[$0.id] == nil } }

    /// Stores the rules of an account's server.
    mutating func set(_ rules: PostRules, of account: AccountID) { self.rules[account] = rules }

    /// The largest number of media that the servers of all selected accounts take, or `nil` if it is not known.
    var maximumMedia: Int? { selectedAccounts.compactMap { rules[$0.id]?.maximumMedia }.min() }

    /// The only audience that the servers of all selected accounts give posts, or `nil` if there are several or it is not
    /// known.
    var onlyAudience: PostDraft.Visibility? {
        let audiences = Set(selectedAccounts.map { rules[$0.id]?.audiences })
        guard audiences.count == 1, let only = audiences.first, let common = only, common.count == 1 else { return nil }
        return common.first
    }

    /// Returns the names of a post that were not looked up at the networks of the selected accounts.
    func unknownNames(in post: PostDraft) -> [UnknownName] {
        let mentions = post.mentions
        return selectedAccounts.flatMap { account in
            mentions.filter { names[account.id]?[$0] == nil }.map { (account: account, name: $0) }
        }
    }

    /// Stores the name by which the network of an account knows one in the text.
    mutating func set(_ counterpart: MentionCounterpart, of name: String, at account: AccountID) {
        names[account, default: [:]][name] = counterpart
    }

    /// Returns a post as an account publishes it.
    func plan(of post: PostDraft, by account: PostingAccount) -> PostPlan {
        PostPlan(post, by: account, rules: rules[account.id], names: names[account.id] ?? [:])
    }

    /// Returns a post as each of the selected accounts publishes it.
    func plans(of post: PostDraft) -> [PostPlan] { selectedAccounts.map { plan(of: post, by: $0) } }
}
