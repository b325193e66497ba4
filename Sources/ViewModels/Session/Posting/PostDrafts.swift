import EngineConcepts
import FoundationBasics

/// The posts that were begun and not sent. They are stored shortly after each change. One instance per run; nothing is
/// cached, because commands and the engine write drafts too.
public final class PostDrafts {
    private let preferences: Preferences
    private let time: any TimeSource
    /// Called with the error of a draft that cannot be read. It is left out, and stays stored.
    private let report: (any Error) -> Void
    /// The drafts that are about to be sent.
    private var hidden: Set<Int> = []
    /// The largest identity that was given in this run.
    private var lastID = 0
    /// True once no drafts are left in ``Preferences/Name/drafts``.
    private var isCurrent = false

    init(preferences: Preferences, time: any TimeSource, report: @escaping (any Error) -> Void) {
        self.preferences = preferences
        self.time = time
        self.report = report
    }

    /// Returns all drafts that are not about to be sent, in the order of their last changes.
    func all() async throws -> [StoredDraft] { try await stored().filter { !hidden.contains($0.id) } }

    /// Leaves a draft out of all lists, in this run.
    func hide(_ id: Int) { hidden.insert(id) }

    /// Lists a draft again.
    func show(_ id: Int) { hidden.remove(id) }

    /// Returns the drafts of this origin, in the order of their last changes.
    ///
    /// - Parameter post: The post before anything was written. A draft about the same post of the same account is found
    ///   through whichever ticket it was begun.
    func all(
        of origin: PostOrigin, like post: PostDraft = PostDraft(""), by account: AccountID? = nil
    ) async throws -> [StoredDraft] {
        try await all()
            .filter { entry in
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
    ///   - isReturned: True if it was sent or scheduled before and came back.
    @discardableResult
    func keep(
        _ post: PostDraft, of origin: PostOrigin, by accounts: [AccountID], because reason: Message? = nil,
        isReturned: Bool = false, as id: Int? = nil
    ) throws -> Int {
        let number = id ?? newID()
        try store(
            StoredDraft(
                id: number, origin: origin, accounts: accounts, reason: reason, isReturned: isReturned, post: post,
                time: time.now()))
        return number
    }

    func remove(_ id: Int) { preferences.set(SettingChange(StoredDraft.name(of: id), to: nil)) }

    private func newID() -> Int {
        lastID = StoredDraft.newID(at: time.now(), after: lastID)
        return lastID
    }

    private func store(_ draft: StoredDraft) throws { preferences.set(try draft.setting) }

    private func draft(_ id: Int) async throws -> StoredDraft? {
        try await preferences.value(named: StoredDraft.name(of: id)).map(StoredDraft.init(stored:))
    }

    private func stored() async throws -> [StoredDraft] {
        if !isCurrent { try await adoptFormer() }
        return try await preferences.values(beginningWith: StoredDraft.prefix).values
            .compactMap { text in
                do {
                    return try StoredDraft(stored: text)
                } catch {
                    report(error)
                    return nil
                }
            }
            .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    }

    /// Makes a setting of each draft in ``Preferences/Name/drafts``.
    private func adoptFormer() async throws {
        let former = Preferences.Name.drafts
        guard let text = try await preferences.value(former), !isCurrent else {
            isCurrent = true
            return
        }
        for draft in try JSONDecoder().decode([StoredDraft].self, from: Data(text.utf8)) { try store(draft) }
        isCurrent = true
        // The former setting goes once all drafts are written. Otherwise the next run adopts them again.
        if await preferences.flush() { preferences.set(SettingChange(former.rawValue, to: nil)) }
    }
}

/// Drafts that are sent.
extension PostDrafts {
    /// The error of a post that is not stored as a draft.
    static let notStored = SupplierError(.unsupported, Message("draftNotStored"))

    /// Stores at once that the post of a draft waits for the end of the time in which it can be taken back, or does not any
    /// more. Throws if there is no such draft, or if a draft that is to wait cannot be stored.
    func setWaiting(_ isWaiting: Bool, of id: Int) async throws {
        guard var draft = try await draft(id) else { throw Self.notStored }
        draft.isWaiting = isWaiting ? true : nil
        try store(draft)
        guard await preferences.flush() || !isWaiting else { throw Self.notStored }
    }

    /// Returns the number of posts that waited when the program ended without sending them, and counts them only once.
    func takeAbandoned() async throws -> Int {
        let abandoned = try await all().filter { $0.isWaiting == true }
        for var draft in abandoned {
            draft.isWaiting = nil
            draft.isReturned = true
            try store(draft)
        }
        await preferences.flush()
        return abandoned.count
    }

    /// Hands the post of a draft to the outbox, by one action for each account. Each action takes its account out of the draft,
    /// and the last one the draft, in the transaction that stores the action: whenever the process ends, each post is either a
    /// draft or in the outbox. Returns when all actions are stored or refused. The account of a refused one stays in the draft.
    ///
    /// - Parameter id: The draft, or `nil` if there is none.
    func handOn(_ id: Int?, _ requests: [RequestedAction], to engine: any ActionManaging) async throws {
        // A change that is written later would store the draft again.
        await preferences.flush()
        for request in requests {
            var change: SettingChange?
            // Read each time, because only an action that was stored has taken its account out.
            if let id, var draft = try await draft(id) {
                if case .account(let account) = request.performer { draft.accounts.removeAll { $0 == account } }
                draft.isWaiting = nil
                draft.isReturned = true
                change = draft.accounts.isEmpty ? SettingChange(draft.name, to: nil) : try draft.setting
            }
            engine.perform(request, storing: change)
            _ = await engine.pendingActions
        }
    }

    /// Makes sure that the post of an action that was refused or cancelled is a draft. Servers that refuse the same post share
    /// one. Returns false if the action has no text.
    ///
    /// The engine has stored the draft with the end of the action, unless the action was never stored.
    func keep(from action: PendingAction) async throws -> Bool {
        guard let kept = StoredDraft(keeping: action, at: time.now()) else { return false }
        let drafts = try await stored().filter { $0.origin == kept.origin && $0.post == kept.post }
        let own = drafts.first { $0.id == kept.id }
        // Of an action that was refused before it was stored, or the same post refused by another server.
        let same = drafts.last { draft in
            guard draft.id != kept.id else { return false }
            return own == nil && draft.reason == nil && draft.accounts == kept.accounts
                || draft.reason != nil && kept.reason != nil && !kept.accounts.contains(where: draft.accounts.contains)
        }
        guard var same else {
            if own == nil { try store(kept) }
            return true
        }
        same.accounts += kept.accounts.filter { !same.accounts.contains($0) }
        same.reason = kept.reason
        same.isWaiting = nil
        same.isReturned = true
        same.time = kept.time
        try store(same)
        if own != nil {
            await preferences.flush()
            remove(kept.id)
        }
        return true
    }
}
