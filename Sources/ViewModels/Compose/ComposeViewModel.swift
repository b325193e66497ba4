import EngineConcepts
import FiberConfiguration
import Localization

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
        /// Open or close the list of accounts.
        case chooseTargets
        /// Move the cursor in the list of accounts.
        case moveTarget(Int)
        /// Choose or leave out the account under the cursor.
        case toggleTarget
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

    /// The number of completions that are looked up.
    private static let maximumCompletions = 8

    private let origin: PostOrigin
    /// The draft to continue, or `nil` for the newest of the origin.
    private let wanted: Int?
    private let track: TrackServices
    private let posting: any PostingAccounts
    private let session: SessionContext

    private var accounts: [PostingAccount] = []
    private var sender: ComposeSender?
    private var post = PostDraft("")
    /// The post before anything was written.
    private var blank = PostDraft("")
    /// The identity of the stored draft, or `nil` before the first change.
    private var draft: Int?
    /// The rules by account, as far as they are known.
    private var rules: [AccountID: PostRules] = [:]
    /// The names in the text as the accounts' networks know them, as far as they were looked up.
    private var names: [AccountID: [String: MentionCounterpart]] = [:]
    private var naming: Task<Void, Never>?
    /// The numbers of posts of the threads that the user was told of.
    private var toldThreads: [AccountID: Int] = [:]
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
        naming?.cancel()
    }

    /// Performs an action.
    public func send(_ action: Action) {
        switch action {
        case .type(let text, let cursor): type(text, cursor)
        case .complete(let count): complete(count)
        case .nextVisibility: change { $0.visibility = PostDraft.Visibility.next(after: $0.visibility) }
        case .nextAccount: nextAccount()
        case .chooseTargets: chooseTargets()
        case .moveTarget(let count): moveTarget(count)
        case .toggleTarget: toggleTarget()
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
            sender = .accounts([first])
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
            sender = .accounts([account])
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
        var chosen = accounts.filter { found.accounts.contains($0.id) }
        if let owner = chosen.first, post.inReplyTo != nil || post.quote != nil {
            // Other accounts do not know the post that it refers to by this identity.
            accounts = [owner]
            chosen = [owner]
        }
        if !chosen.isEmpty { sender = .accounts(chosen) }
        state.notice =
            found.reason.map { session.localizer(.draftRefused, .words(session.localizer($0))) }
            ?? session.localizer(.composeRestored, .words(session.texts.full(found.time)))
    }

    /// Asks the servers of the chosen accounts for their rules. Without an answer the maximum is not shown.
    private func loadRules() {
        for account in shown where rules[account.id] == nil {
            session.activity.run { [self] in
                do {
                    rules[account.id] = try await posting.rules(of: account.id)
                    publish()
                } catch {
                    session.messages.log(.readFailed, error)
                }
            }
        }
    }

    // MARK: Changes

    private func change(_ body: (inout PostDraft) -> Void) {
        let before = post
        body(&post)
        publish()
        if post != before { keep() }
        lookUpNames()
    }

    /// Stores the draft.
    private func keep() {
        let accounts = chosen.map(\.id)
        queue.add { [self, post] in
            draft = try await session.drafts.keep(post, of: origin, by: accounts, as: draft)
        }
    }

    /// The accounts that post.
    private var chosen: [PostingAccount] {
        if case .accounts(let accounts) = sender { accounts } else { [] }
    }

    /// The first account that posts, or `nil` for the source of the ticket.
    private var account: PostingAccount? { chosen.first }

    /// The accounts whose gauges are shown.
    private var shown: [PostingAccount] { state.targetCursor == nil ? chosen : accounts }

    private func plan(for account: PostingAccount) -> PostPlan {
        PostPlan(post, by: account, rules: rules[account.id], names: names[account.id] ?? [:])
    }

    private func publish() {
        var next = state
        let localizer = session.localizer
        next.text = post.text
        next.account = account?.handle ?? ""
        if chosen.count > 1 {
            next.account = localizer(.composeOthers, .words(next.account), .number(chosen.count - 1))
        }
        next.warning = post.contentWarning
        next.visibility = account == nil ? "" : localizer(post.visibility.messageKey)
        next.language = account == nil ? "" : post.language ?? localizer(.composeUsualLanguage)
        next.schedule = post.scheduled.map { localizer(.composeScheduledAt, .words(session.texts.full($0))) }
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
        let ids = Set(chosen.map(\.id))
        next.targets = shown.map { account in
            let plan = plan(for: account)
            return ComposeState.Target(
                id: account.id, handle: account.handle, isChosen: ids.contains(account.id), gauge: plan.gauge,
                posts: plan.post.posts > 1 ? localizer(.composePosts, .number(plan.post.posts)) : nil,
                remarks: plan.remarks(localizer), isBlocked: plan.isUncut || !plan.obstacles.isEmpty)
        }
        next.gauge =
            next.targets.first(where: \.isChosen)?.gauge
            ?? ComposeState.Gauge(length: PostRules().length(of: post), limit: nil)
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
        choose([accounts[(index + 1) % accounts.count]])
    }

    /// Makes these accounts post.
    private func choose(_ chosen: [PostingAccount]) {
        sender = .accounts(chosen)
        publish()
        if post != blank { keep() }
        loadRules()
        lookUpNames()
    }

    // MARK: Several accounts

    private func chooseTargets() {
        guard state.targetCursor == nil else {
            state.targetCursor = nil
            return publish()
        }
        guard accounts.count > 1, let account else { return session.messages.note(.composeOneAccount) }
        state.targetCursor = accounts.firstIndex { $0.id == account.id } ?? 0
        state.completions = nil
        publish()
        loadRules()
    }

    private func moveTarget(_ count: Int) {
        guard let cursor = state.targetCursor else { return }
        state.targetCursor = min(max(cursor + count, 0), accounts.count - 1)
    }

    private func toggleTarget() {
        guard let cursor = state.targetCursor, accounts.indices.contains(cursor) else { return }
        var ids = Set(chosen.map(\.id))
        ids.formSymmetricDifference([accounts[cursor].id])
        guard !ids.isEmpty else { return session.messages.note(.composeNeedsAccount) }
        choose(accounts.filter { ids.contains($0.id) })
    }

    // MARK: Names

    /// Looks up the names of the text at the networks of the chosen accounts, apart from one that may still be typed.
    private func lookUpNames() {
        let before = post.text.prefix(cursor)
        let unknown = unknownNames.filter { !before.hasSuffix($0.name) }
        guard !unknown.isEmpty else { return }
        naming?.cancel()
        naming = session.activity.run { [self] in await find(unknown) }
    }

    private var unknownNames: [(account: PostingAccount, name: String)] {
        let mentions = post.mentions
        return chosen.flatMap { account in
            mentions.filter { names[account.id]?[$0] == nil }.map { (account: account, name: $0) }
        }
    }

    /// Looks up names. Those that cannot be looked up stay as they are.
    private func find(_ unknown: [(account: PostingAccount, name: String)]) async {
        for (account, name) in unknown {
            let found: MentionCounterpart
            do {
                found = try await posting.counterpart(of: name, at: account.id, among: session.notes.people)
            } catch {
                if Task.isCancelled { return }
                session.messages.log(.readFailed, error)
                found = .unknown
            }
            names[account.id, default: [:]][name] = found
        }
        publish()
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
        case .schedule:
            line(field, localizer(.composeSchedulePrompt), post.scheduled?.rfc3339 ?? "")
        case .file:
            let limit = chosen.compactMap { rules[$0.id]?.maximumMedia }.min()
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
            if let value, !value.looksLikeLanguage {
                return session.messages.note(.composeLanguageWrong, .words(value))
            }
            change { $0.language = value }
        case .schedule: schedule(value)
        case .file: if let value { attach(value) }
        case .description(let index):
            guard post.media.indices.contains(index) else { return }
            change { $0.media[index].alternativeText = value }
        }
    }

    /// Sets the time at which the server publishes the post.
    private func schedule(_ text: String?) {
        guard let text else { return change { $0.scheduled = nil } }
        guard let time = session.dates.ahead(text) else {
            session.messages.note(.composeTimeWrong, .words(text))
            // Otherwise the next try would be typed into the post.
            return open(.schedule)
        }
        guard isFarEnough(time) else {
            session.messages.note(.composeTooSoon)
            return open(.schedule)
        }
        change { $0.scheduled = time }
    }

    private func isFarEnough(_ time: Timestamp) -> Bool {
        time.since(session.time.now()) >= ScheduledPost.shortestWait
    }

    private func attach(_ path: String) {
        session.activity.run { [self] in
            do {
                let medium = try await posting.medium(at: path)
                change { $0.media.append(medium) }
                open(.description(post.media.count - 1))
            } catch {
                session.messages.problem(error)
            }
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
        switch sender {
        case .accounts:
            let unknown = unknownNames
            guard unknown.isEmpty else {
                naming?.cancel()
                naming = session.activity.run { [self] in
                    await find(unknown)
                    if !Task.isCancelled { sendByAccounts() }
                }
                return
            }
            sendByAccounts()
        case .source(let ticket):
            guard isDescribed() else { return }
            end { [post] in $0.perform(.reply(post.text), on: ticket) }
        case .editing(let ticket):
            guard isDescribed() else { return }
            end { [post] in $0.perform(.edit(post), on: ticket) }
        }
    }

    /// Publishes the post by each of the chosen accounts, unless the user has to change or confirm something.
    private func sendByAccounts() {
        guard !isOver else { return }
        if let time = post.scheduled, !isFarEnough(time) { return session.messages.note(.composeTooSoon) }
        let plans = chosen.map(plan)
        let localizer = session.localizer
        for plan in plans {
            if let obstacle = plan.obstacles.first {
                return session.messages.note(
                    .composeObstacle, .words(plan.account.handle), .words(obstacle.words(localizer)))
            }
            if plan.isUncut { return session.messages.note(.composeTooLong, .number(plan.gauge.excess)) }
        }
        let threads = plans.filter { $0.post.posts > 1 }
        let told = Dictionary(threads.map { ($0.account.id, $0.post.posts) }) { $1 }
        guard told == toldThreads || threads.isEmpty else {
            toldThreads = told
            let words = threads.map { plan in
                "\(plan.account.handle): \(localizer(.composePosts, .number(plan.post.posts)))"
            }
            return session.messages.note(.composeThread, .words(words.joined(separator: ", ")))
        }
        guard isDescribed() else { return }
        end { engine in
            for plan in plans { engine.perform(.post(plan.post), by: plan.account.id) }
        }
    }

    /// Returns false, and says why, if a medium has no description and the user was not told so yet.
    private func isDescribed() -> Bool {
        guard !isToldOfDescriptions, post.media.contains(where: { $0.alternativeText == nil }) else { return true }
        isToldOfDescriptions = true
        session.messages.note(.composeUndescribed)
        return false
    }

    /// Hands the post to the outbox, at once or after the time in which it can be taken back, and leaves the screen.
    private func end(_ send: @escaping @MainActor (any Engine) -> Void) {
        let seconds = session.settings.current.number("posting.undo-seconds")
        if seconds > 0 {
            keep()
            session.outgoing.hold(origin, for: seconds) { [self] in
                await queue.finish()
                guard let draft else { throw SupplierError(.unsupported, Message("draftNotStored")) }
                await session.preferences.flush()
                return draft
            } send: { [engine = track.engine] in
                send(engine)
                _ = await engine.pendingActions
            }
        } else {
            send(track.engine)
            session.messages.note(.composeSending)
            queue.add { [self] in
                // The outbox has the post now, so the draft is not needed any more.
                _ = await track.engine.pendingActions
                try await removeDraft()
            }
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
            session.undo.push { [session, origin, post, accounts = chosen.map(\.id)] in
                try await session.drafts.keep(post, of: origin, by: accounts)
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

/// The sender of a post.
private enum ComposeSender {
    /// These accounts, in the user's order; at least one.
    case accounts([PostingAccount])
    /// The source of the ticket that is replied to.
    case source(TicketID)
    /// The source of the ticket that is changed.
    case editing(TicketID)
}

nonisolated extension String {
    /// True for what looks like a BCP 47 tag.
    fileprivate var looksLikeLanguage: Bool {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        return (2...3).contains(parts.first?.count ?? 0)
            && parts.allSatisfy { part in
                (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
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
