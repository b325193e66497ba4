import EngineConcepts
import FiberConfiguration
import Localization

/// Writes a post, a reply or a quotation. What is written is kept as a draft until it is sent or discarded.
public final class ComposeViewModel: ViewModel {
    /// An action on the compose screen.
    public nonisolated enum Action: Equatable, Sendable {
        /// Update the text, with the number of characters before the cursor.
        case type(String, cursor: Int)
        /// Put a completion into the text, this far after the present one, cyclically.
        case complete(Int)
        /// Go on to the next audience.
        case nextVisibility
        /// Go on to the next account.
        case nextAccount
        /// Open or close the list of accounts.
        case toggleAccountList
        /// Move the cursor in the list of accounts.
        case moveAccountCursor(Int)
        /// Choose or leave out the account under the cursor.
        case toggleAccount
        /// Open a line.
        case open(ComposeField)
        /// Take the text of the open line.
        case set(String)
        /// Close the open line without taking its text.
        case closeLine
        /// Describe the medium that was attached last.
        case describe
        /// Remove the medium that was attached last.
        case detach
        /// Edit the text in the editor.
        case edit
        case send
        /// Leave the screen and keep the draft; while names are looked up, cancel the sending instead.
        case close
        /// Leave the screen like ``close``, and open the list of drafts.
        case drafts
        /// Leave the screen without a draft.
        case discard
    }

    /// An output of the compose screen.
    public nonisolated enum Output: Equatable, Sendable {
        case close
        /// Close the screen and open the list of drafts.
        case drafts
    }

    public internal(set) var state: ComposeState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>()
    /// True until the draft is loaded, which the screen shows as well.
    public var isCatchingUp: Bool { !state.isReady }

    /// The number of completions that are looked up.
    private static let maximumCompletions = 8

    private let origin: PostOrigin
    /// The draft to continue, or `nil` for the newest of the origin.
    private let wantedDraftID: Int?
    private let track: TrackServices
    let posting: any PostingServices
    var session: Session { track.session }

    private(set) var post = PostDraft("")
    /// The post before anything was written.
    private var blank = PostDraft("")
    private var cursor = 0
    /// The identity of the stored draft, or `nil` before the first change.
    private var draftID: Int?
    /// The accounts, or `nil` until they are known.
    private(set) var accounts: ComposeAccounts?
    private(set) var sending = ComposeSending()
    private var naming: Task<Void, Never>?
    private var completing: Task<Void, Never>?

    /// Creates a post of this origin.
    ///
    /// - Parameters:
    ///   - draft: The draft to continue, or `nil` for the newest of the origin.
    ///   - track: The services of the Track, whose engine sends the post.
    public init(_ origin: PostOrigin, draft: Int? = nil, track: TrackServices, posting: any PostingServices) {
        self.origin = origin
        wantedDraftID = draft
        self.track = track
        self.posting = posting
        state = ComposeState(title: track.session.localizer(.composeNew))
    }

    public func start() {
        session.run { [self] in
            do {
                adopt(try await ComposeSetup.of(origin, track: track, posting: posting))
            } catch let refusal as ComposeSetup.Refusal {
                session.messages.show(refusal.reason)
                return leave()
            }
            let drafts = try await session.drafts.all()
            let latest = try await session.drafts.latest(of: origin, like: blank, by: account?.id)
            let found = drafts.first { $0.id == wantedDraftID } ?? latest
            if let found { restore(found) }
            state.isReady = true
            publish()
            loadRules()
        }
    }

    public func stop() {
        completing?.cancel()
        naming?.cancel()
        sending.cancel()
    }

    /// Performs an action. While names are looked up for a post that was sent, only its sending can be cancelled.
    public func send(_ action: Action) {
        guard !sending.isLookingUp else {
            if action == .close { cancelSending() }
            return
        }
        switch action {
        case .type(let text, let cursor): type(text, cursor: cursor)
        case .complete(let count): complete(count)
        case .nextVisibility: change { $0.visibility = PostDraft.Visibility.next(after: $0.visibility) }
        case .nextAccount: nextAccount()
        case .toggleAccountList: toggleAccountList()
        case .moveAccountCursor(let count): moveAccountCursor(count)
        case .toggleAccount: toggleAccount()
        case .open(let field): open(field)
        case .set(let text): set(text)
        case .closeLine: state.line = nil
        case .describe: describe()
        case .detach: detach()
        case .edit: edit()
        case .send: sendPost()
        case .close: close()
        case .drafts: close(.drafts)
        case .discard: discard()
        }
    }

    // MARK: Setup

    private func adopt(_ setup: ComposeSetup) {
        accounts = setup.accounts
        (post, blank) = (setup.post, setup.post)
        cursor = post.text.count
        state.title = setup.title
        state.referencedPost = setup.referencedPost
    }

    private func restore(_ found: StoredDraft) {
        draftID = found.id
        post = found.post
        cursor = post.text.count
        let owner = accounts?.all.first { found.accounts.contains($0.id) }
        if let owner, post.inReplyTo != nil || post.quote != nil {
            // Other accounts do not know the post that it refers to by this identity.
            accounts = ComposeAccounts([owner])
        } else {
            accounts?.choose(found.accounts)
        }
        if origin == .new, post.inReplyTo != nil { state.title = session.localizer(.draftReply) }
        if origin == .new, post.quote != nil { state.title = session.localizer(.draftQuote) }
        state.notice =
            found.reason.map { session.localizer(.draftRefused, .text(session.localizer($0))) }
            ?? session.localizer(.composeRestored, .text(session.texts.full(found.time)))
    }

    /// Asks the servers of the selected accounts for their rules. Without an answer the maximum is not shown.
    private func loadRules() {
        for account in accounts?.withoutRules ?? [] {
            session.activity.run { [self] in
                do {
                    let rules = try await posting.rules(of: account.id)
                    accounts?.set(rules, of: account.id)
                    publish()
                } catch {
                    session.messages.log(.readFailed, error)
                }
            }
        }
    }

    // MARK: Changes

    /// Changes the post, and keeps it as a draft.
    func change(_ body: (inout PostDraft) -> Void) {
        let before = post
        body(&post)
        publish()
        if post != before { saveDraft() }
        lookUpNames()
    }

    private func saveDraft() {
        do {
            draftID = try session.drafts.keep(post, of: origin, by: selectedAccounts.map(\.id), as: draftID)
        } catch {
            session.messages.failure(.writeFailed, error)
        }
    }

    private var selectedAccounts: [PostingAccount] { accounts?.selectedAccounts ?? [] }

    /// The first account that posts, or `nil` for the source of the ticket.
    var account: PostingAccount? { selectedAccounts.first }

    private func publish() {
        state.show(post, from: accounts, in: session)
    }

    private func type(_ text: String, cursor: Int) {
        self.cursor = cursor
        state.notice = nil
        guard text != post.text else {
            state.completions = nil
            return
        }
        change { $0.text = text }
        lookUpCompletions()
    }

    // MARK: Accounts

    private func nextAccount() {
        guard accounts?.chooseNext() == true else { return session.messages.show(.composeOneAccount) }
        accountsChanged()
    }

    private func accountsChanged() {
        publish()
        if post != blank { saveDraft() }
        loadRules()
        lookUpNames()
    }

    private func toggleAccountList() {
        guard accounts?.toggleList() == true else { return session.messages.show(.composeOneAccount) }
        state.completions = nil
        publish()
        loadRules()
    }

    private func moveAccountCursor(_ count: Int) {
        accounts?.move(count)
        publish()
    }

    private func toggleAccount() {
        guard accounts?.cursor != nil else { return }
        guard accounts?.toggle() == true else { return session.messages.show(.composeNeedsAccount) }
        accountsChanged()
    }

    // MARK: Names

    /// Looks up the names of the text at the networks of the selected accounts, apart from one that may still be typed.
    private func lookUpNames() {
        // The names of the post that was sent are looked up already.
        guard !sending.isLookingUp else { return }
        let before = post.text.prefix(cursor)
        let unknown = (accounts?.unknownNames(in: post) ?? []).filter { !before.hasSuffix($0.name) }
        guard !unknown.isEmpty else { return }
        naming?.cancel()
        naming = session.activity.run { [self] in await find(unknown) }
    }

    /// Looks up names. Those that cannot be looked up stay as they are.
    private func find(_ unknown: [ComposeAccounts.UnknownName]) async {
        for (account, name) in unknown {
            let found: MentionCounterpart
            do {
                found = try await posting.counterpart(of: name, at: account.id, among: session.notes.people)
            } catch {
                if Task.isCancelled { return }
                session.messages.log(.readFailed, error)
                found = .unknown
            }
            accounts?.set(found, of: name, at: account.id)
        }
        publish()
    }

    // MARK: Completion

    /// Looks up completions of the word before the cursor.
    private func lookUpCompletions() {
        completing?.cancel()
        guard let prefix = CompletionPrefix(in: post.text, before: cursor) else {
            state.completions = nil
            return
        }
        completing = session.run { [self, text = post.text] in
            let words = try await posting.completions(of: prefix.word, limit: Self.maximumCompletions)
            guard post.text == text, !Task.isCancelled else { return }
            state.completions = prefix.completions(words)
        }
    }

    private func complete(_ count: Int) {
        guard var completions = state.completions else { return }
        var text = post.text
        guard completions.choose(count, in: &text, &cursor) else { return }
        state.completions = completions
        change { $0.text = text }
    }

    // MARK: The editor

    private func edit() {
        session.programs.edit(ProgramCall.File(name: "post.txt", text: post.text)) { [weak self] text in
            var text = text
            // Editors end the last line.
            if text.last?.isNewline == true { text.removeLast() }
            self?.cursor = text.count
            self?.change { $0.text = text }
        }
    }

    // MARK: Sending and leaving

    private func sendPost() {
        guard state.isReady, let accounts, !sending.hasEnded else { return }
        guard !post.text.allSatisfy(\.isWhitespace) || !post.media.isEmpty, post.text != blank.text else {
            return refuse(.empty)
        }
        let unknown = accounts.unknownNames(in: post)
        guard unknown.isEmpty else { return sendAfterLookUp(of: unknown) }
        handOver()
    }

    /// Looks up names, and then sends the post, unless the user cancels that or the post is another one by then.
    private func sendAfterLookUp(of unknown: [ComposeAccounts.UnknownName]) {
        sending.lookUp(for: post)
        state.completions = nil
        state.isLookingUpNames = true
        state.notice = session.localizer(.composeLookingUp)
        naming?.cancel()
        naming = session.activity.run { [self] in
            await find(unknown)
            // The user has cancelled it, and may have sent the post again.
            guard !Task.isCancelled else { return }
            let isSent = sending.endLookUp(with: post)
            release()
            if isSent { handOver() } else { session.messages.show(.composeChanged) }
        }
    }

    private func cancelSending() {
        naming?.cancel()
        sending.cancel()
        release()
        session.messages.show(.composeNotSent)
    }

    /// Allows changes of the post again after names were looked up.
    private func release() {
        state.isLookingUpNames = false
        state.notice = nil
    }

    /// Hands the post to its accounts or its source, unless the user has to change or confirm something.
    private func handOver() {
        guard let accounts else { return }
        let plans = accounts.plans(of: post)
        if let refusal = sending.check(post, plans: plans, at: session.time.now()) { return refuse(refusal) }
        switch accounts.sender {
        case .accounts: end(plans.map { .account(.post($0.post), $0.account.id) })
        case .source(let ticket): end([.ticket(.reply(post.text), ticket)])
        case .editing(let ticket): end([.ticket(.edit(post), ticket)])
        }
    }

    private func refuse(_ refusal: ComposeSending.Refusal) {
        session.messages.show(refusal.text(in: session.localizer))
    }

    /// Hands the post to the outbox, at once or after the time in which it can be taken back, and leaves the screen.
    private func end(_ requests: [RequestedAction]) {
        let seconds = session.settings.current.number("posting.undo-seconds")
        saveDraft()
        let (drafts, engine) = (session.drafts, track.engine)
        if seconds > 0 {
            session.outgoing.hold(draftID, of: origin, for: seconds) {
                try await drafts.handOn($0, requests, to: engine)
            }
        } else {
            session.messages.show(.composeSending)
            session.outgoing.send(draftID) { try await drafts.handOn($0, requests, to: engine) }
        }
        leave()
    }

    private func close(_ output: Output = .close) {
        if post == blank {
            removeDraft()
        } else {
            session.messages.show(.composeKept)
        }
        leave(output)
    }

    private func discard() {
        if post != blank {
            session.undo.push { [session, origin, post, accounts = selectedAccounts.map(\.id)] in
                try session.drafts.keep(post, of: origin, by: accounts)
                return session.localizer(.composeKept)
            }
            session.messages.show(.composeDiscarded)
        }
        removeDraft()
        leave()
    }

    private func removeDraft() {
        if let draftID { session.drafts.remove(draftID) }
        draftID = nil
    }

    private func leave(_ output: Output = .close) {
        if sending.end() { onOutput?(output) }
    }
}

nonisolated extension PostDraft.Visibility {
    /// Returns the audience after this one; the account's default comes last.
    fileprivate static func next(after visibility: PostDraft.Visibility?) -> PostDraft.Visibility? {
        switch visibility {
        case nil: .everyone
        case .everyone: .unlisted
        case .unlisted: .followers
        case .followers: .mentioned
        case .mentioned: nil
        }
    }
}
