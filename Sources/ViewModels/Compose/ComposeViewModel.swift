import EngineConcepts

/// Writes a post, a reply or a quotation. What is written is kept as a draft until it is sent or discarded.
public final class ComposeViewModel: ViewModel {
    /// An action on the compose screen.
    public nonisolated enum Action: Equatable, Sendable {
        /// Update the text, with the number of characters before the cursor.
        case type(String, cursor: Int)
        /// Put a completion into the text, so many after the present one, cyclically.
        case complete(Int)
        /// Go on to the next audience.
        case nextVisibility
        /// Go on to the next account.
        case nextAccount
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
        /// Send the post.
        case send
        /// Leave the screen and keep the draft.
        case close
        /// Leave the screen without a draft.
        case discard
    }

    /// An output of the compose screen.
    public nonisolated enum Output: Equatable, Sendable {
        /// Close the screen.
        case close
    }

    /// The state of the screen.
    public private(set) var state: ComposeState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Called after each change of ``state``.
    public var onChange: (() -> Void)?
    /// Called with the outputs of this screen.
    public var onOutput: ((Output) -> Void)?

    /// The sender of the post.
    private enum Sender {
        case account(PostingAccount)
        /// The source of the ticket that is replied to.
        case source(TicketID)
        /// The source of the ticket that is changed.
        case editing(TicketID)
    }

    /// The number of completions that are looked up.
    private static let maximumCompletions = 8

    private let origin: PostOrigin
    /// The draft to continue, or `nil` for the newest of the origin.
    private let wanted: Int?
    private let track: TrackServices
    private let posting: any PostingAccounts
    private let session: SessionContext

    private var accounts: [PostingAccount] = []
    private var sender: Sender?
    private var post = PostDraft("")
    /// The post before anything was written.
    private var blank = PostDraft("")
    /// The identity of the stored draft, or `nil` before the first change.
    private var draft: Int?
    /// The rules by account, as far as they are known.
    private var rules: [AccountID: PostRules] = [:]
    private var cursor = 0
    private var completing: Task<Void, Never>?
    /// True once the user was told that a medium has no description.
    private var isToldOfDescriptions = false
    /// True once the screen is to be closed.
    private var isOver = false
    /// Changes of the stored draft happen one after another.
    private let queue: TaskQueue

    /// Makes a post of this origin.
    ///
    /// - Parameters:
    ///   - draft: The draft to continue, or `nil` for the newest of the origin.
    ///   - track: The services of the Track, whose engine sends the post.
    public init(
        _ origin: PostOrigin, draft: Int? = nil, track: TrackServices, posting: any PostingAccounts,
        session: SessionContext
    ) {
        self.origin = origin
        wanted = draft
        self.track = track
        self.posting = posting
        self.session = session
        queue = TaskQueue(activity: session.activity) { [session] in session.messages.problem(.writeFailed, $0) }
        state = ComposeState(
            title: session.localizer(.composeNew), placeholder: session.localizer(.composePlaceholder))
    }

    /// Finds the account and the draft.
    public func start() {
        session.run { [self] in
            if let failure = try await prepare() {
                session.messages.note(failure)
                return leave()
            }
            let drafts = try await session.drafts.all()
            let latest = try await session.drafts.latest(of: origin, like: blank, by: account?.id)
            let found = drafts.first { $0.id == wanted } ?? latest
            if let found { restore(found) }
            state.isReady = true
            publish()
            loadRules()
        }
    }

    /// Ends the search for completions.
    public func stop() {
        completing?.cancel()
    }

    /// Performs an action.
    public func send(_ action: Action) {
        switch action {
        case .type(let text, let cursor): type(text, cursor)
        case .complete(let count): complete(count)
        case .nextVisibility: change { $0.visibility = PostDraft.Visibility.next(after: $0.visibility) }
        case .nextAccount: nextAccount()
        case .open(let field): open(field)
        case .set(let text): set(text)
        case .closeLine: state.line = nil
        case .describe: describe()
        case .detach: detach()
        case .edit: edit()
        case .send: sendPost()
        case .close: close()
        case .discard: discard()
        }
    }

    // MARK: The beginning

    /// Finds the sender and the ticket. Returns the reason if the post cannot be written.
    private func prepare() async throws -> String? {
        accounts = await posting.accounts()
        guard let id = origin.ticket else {
            guard let first = accounts.first else { return session.localizer(.composeNoAccount) }
            sender = .account(first)
            return nil
        }
        guard let entry = try await track.reader.entry(id) else { return session.localizer(.ticketGone) }
        let ticket = entry.ticket
        if case .edit = origin {
            accounts = []
            sender = .editing(id)
            post = try await posting.draft(of: ticket)
            (blank, cursor) = (post, post.text.count)
            state.title = session.localizer(.composeEdit)
            return nil
        }
        let reading = await posting.account(of: ticket)
        if let account = accounts.first(where: { $0.id == reading }) {
            // Other accounts do not know the post by this identity.
            accounts = [account]
            sender = .account(account)
            post =
                if case .quote = origin {
                    PostDraft("", quoting: ticket)
                } else {
                    PostDraft("", replyingTo: ticket, by: account.handle)
                }
        } else {
            let source = await track.engine.snapshot.suppliers.first { $0.id == id.supplier }
            guard case .reply = origin, let source, source.actions.contains(.reply) else {
                return session.localizer(.composeUnsupported, .words(source?.name ?? id.supplier.rawValue))
            }
            accounts = []
            sender = .source(id)
        }
        blank = post
        cursor = post.text.count
        let brief = await BriefBuilder(track: track, session: session).briefs(of: [entry]).first
        let author = (ticket.body.boosted?.author ?? ticket.body.author)?.name ?? brief?.source ?? ""
        if case .quote = origin {
            state.title = session.localizer(.composeQuote, .words(author))
        } else {
            state.title = session.localizer(.composeReply, .words(author))
        }
        state.context = ComposeState.Context(author: author, text: brief?.text ?? "")
        return nil
    }

    private func restore(_ found: PostDrafts.Entry) {
        draft = found.id
        post = found.post
        cursor = post.text.count
        if let account = accounts.first(where: { $0.id == found.account }) { sender = .account(account) }
        state.notice = session.localizer(.composeRestored, .words(session.texts.full(found.time)))
    }

    /// Asks the server of the account for its rules. Without an answer the maximum is not shown.
    private func loadRules() {
        guard case .account(let account) = sender, rules[account.id] == nil else { return }
        session.activity.run { [self] in
            do {
                rules[account.id] = try await posting.rules(of: account.id)
                publish()
            } catch {
                session.messages.log(.readFailed, error)
            }
        }
    }

    // MARK: Changes

    private func change(_ body: (inout PostDraft) -> Void) {
        let before = post
        body(&post)
        publish()
        if post != before { keep() }
    }

    /// Stores the draft.
    private func keep() {
        let sender = account?.id
        queue.add { [self, post] in
            draft = try await session.drafts.keep(post, of: origin, by: sender, as: draft)
        }
    }

    private var account: PostingAccount? {
        if case .account(let account) = sender { account } else { nil }
    }

    private func publish() {
        var next = state
        let localizer = session.localizer
        next.text = post.text
        next.account = account?.handle ?? ""
        next.warning = post.contentWarning
        next.visibility = account == nil ? "" : localizer(post.visibility.messageKey)
        next.language = account == nil ? "" : post.language ?? localizer(.composeUsualLanguage)
        next.media = post.media.enumerated()
            .map { index, medium in
                let name =
                    switch medium.content {
                    case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
                    // Servers give files names of their own.
                    case .uploaded: localizer(.composeUploaded, .number(index + 1))
                    }
                return ComposeState.Medium(name: name, description: medium.alternativeText)
            }
        let known = account.flatMap { rules[$0.id] }
        next.gauge = ComposeState.Gauge(
            length: (known ?? PostRules()).length(of: post), limit: known?.maximumLength)
        state = next
    }

    private func type(_ text: String, _ cursor: Int) {
        self.cursor = cursor
        state.notice = nil
        guard text != post.text else {
            state.completions = nil
            return
        }
        change { $0.text = text }
        lookUp()
    }

    private func nextAccount() {
        guard accounts.count > 1, let index = accounts.firstIndex(where: { $0.id == account?.id }) else {
            return session.messages.note(.composeOneAccount)
        }
        sender = .account(accounts[(index + 1) % accounts.count])
        publish()
        if post != blank { keep() }
        loadRules()
    }

    // MARK: Completion

    /// Looks up completions of the word before the cursor.
    private func lookUp() {
        completing?.cancel()
        let before = post.text.prefix(cursor)
        let word = before.suffix(
            from: before.lastIndex(where: \.isWhitespace).map(before.index(after:)) ?? before.startIndex)
        guard let sign = word.first, "@#".contains(sign), word.count > 1 else {
            state.completions = nil
            return
        }
        let (text, start) = (post.text, before.count - word.count)
        completing = session.run { [self, word = String(word)] in
            let words: [String]
            do {
                words = try await posting.completions(of: word, limit: Self.maximumCompletions)
            } catch {
                // The next character was typed.
                if Task.isCancelled { return }
                throw error
            }
            guard post.text == text, !Task.isCancelled else { return }
            state.completions =
                words.isEmpty || words == [word]
                ? nil : ComposeState.Completions(words: words, chosen: nil, start: start)
        }
    }

    private func complete(_ count: Int) {
        guard var completions = state.completions, completions.start <= cursor else { return }
        let total = completions.words.count
        let next = completions.chosen.map { $0 + count } ?? (count > 0 ? 0 : total - 1)
        let index = ((next % total) + total) % total
        completions.chosen = index
        let word = completions.words[index]
        let text = post.text.prefix(completions.start) + word + post.text.dropFirst(cursor)
        cursor = completions.start + word.count
        state.completions = completions
        change { $0.text = String(text) }
    }

    // MARK: Lines

    private func open(_ field: ComposeField) {
        guard account != nil else { return session.messages.note(.composeTextOnly) }
        let localizer = session.localizer
        switch field {
        case .warning:
            line(field, localizer(.composeWarningPrompt), post.contentWarning ?? "")
        case .language:
            line(field, localizer(.composeLanguagePrompt), post.language ?? "")
        case .file:
            let limit = account.flatMap { rules[$0.id]?.maximumMedia }
            if let limit, post.media.count >= limit {
                return session.messages.note(.composeMediaFull, .number(limit))
            }
            line(field, localizer(.composeFilePrompt), "")
        case .description(let index):
            guard state.media.indices.contains(index) else { return session.messages.note(.composeNoMedia) }
            line(
                field, localizer(.composeDescriptionPrompt, .words(state.media[index].name)),
                state.media[index].description ?? "")
        }
    }

    private func line(_ field: ComposeField, _ prompt: String, _ text: String) {
        state.line = ComposeState.Line(field: field, prompt: prompt, text: text)
    }

    private func describe() {
        guard !post.media.isEmpty else { return session.messages.note(.composeNoMedia) }
        open(.description(post.media.firstIndex { $0.alternativeText == nil } ?? post.media.count - 1))
    }

    private func set(_ text: String) {
        guard let field = state.line?.field else { return }
        state.line = nil
        let value = text.allSatisfy(\.isWhitespace) ? nil : text
        switch field {
        case .warning: change { $0.contentWarning = value }
        case .language:
            if let value, !Self.isLanguage(value) {
                return session.messages.note(.composeLanguageWrong, .words(value))
            }
            change { $0.language = value }
        case .file: if let value { attach(value) }
        case .description(let index):
            guard post.media.indices.contains(index) else { return }
            change { $0.media[index].alternativeText = value }
        }
    }

    /// True for what looks like a BCP 47 tag.
    private static func isLanguage(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return (2...3).contains(parts.first?.count ?? 0)
            && parts.allSatisfy { part in
                (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }

    private func attach(_ path: String) {
        session.run { [self] in
            let medium = try await posting.medium(at: path)
            change { $0.media.append(medium) }
            open(.description(post.media.count - 1))
        }
    }

    private func detach() {
        guard !post.media.isEmpty else { return session.messages.note(.composeNoMedia) }
        change { $0.media.removeLast() }
    }

    private func edit() {
        session.programs.edit(ProgramCall.File(name: "post.txt", text: post.text)) { [weak self] text in
            var text = text
            // Editors end the last line.
            if text.last?.isNewline == true { text.removeLast() }
            self?.cursor = text.count
            self?.change { $0.text = text }
        }
    }

    // MARK: The end

    private func sendPost() {
        guard state.isReady, let sender, !isOver else { return }
        guard !post.text.allSatisfy(\.isWhitespace) || !post.media.isEmpty, post.text != blank.text else {
            return session.messages.note(.composeEmpty)
        }
        guard state.gauge.excess == 0 else {
            return session.messages.note(.composeTooLong, .number(state.gauge.excess))
        }
        if !isToldOfDescriptions, post.media.contains(where: { $0.alternativeText == nil }) {
            isToldOfDescriptions = true
            return session.messages.note(.composeUndescribed)
        }
        switch sender {
        case .account(let account): track.engine.perform(.post(post), by: account.id)
        case .source(let ticket): track.engine.perform(.reply(post.text), on: ticket)
        case .editing(let ticket): track.engine.perform(.edit(post), on: ticket)
        }
        session.messages.note(.composeSending)
        queue.add { [self] in
            // The outbox has the post now, so the draft is not needed any more.
            _ = await track.engine.pendingActions
            try await removeDraft()
        }
        leave()
    }

    private func close() {
        if post == blank {
            queue.add { [self] in try await removeDraft() }
        } else {
            session.messages.note(.composeKept)
        }
        leave()
    }

    private func discard() {
        if post != blank {
            session.undo.push { [session, origin, post, account] in
                try await session.drafts.keep(post, of: origin, by: account?.id)
                return session.localizer(.composeKept)
            }
            session.messages.note(.composeDiscarded)
        }
        queue.add { [self] in try await removeDraft() }
        leave()
    }

    private func removeDraft() async throws {
        if let draft { try await session.drafts.remove(draft) }
        draft = nil
    }

    private func leave() {
        guard !isOver else { return }
        isOver = true
        onOutput?(.close)
    }
}

nonisolated extension PostDraft.Visibility {
    /// The audience after this one; the account's default comes last.
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

nonisolated extension PostDraft.Visibility? {
    fileprivate var messageKey: MessageKey {
        switch self {
        case nil: .composeUsualAudience
        case .everyone: .composePublic
        case .unlisted: .composeUnlisted
        case .followers: .composeFollowers
        case .mentioned: .composeMentioned
        }
    }
}
