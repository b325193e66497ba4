public import EngineConcepts
import Localization

/// Writes a post, a reply or a quotation. What is written is kept as a draft until it is sent or discarded.
///
/// The parts are ``Composition`` (what is written, and by whom), ``ComposeDraft`` (where it is stored), ``ComposeLines``,
/// ``ComposeLookUps`` and ``ComposeSending`` (how far the sending is).
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

    public private(set) var state: ComposeState { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>()
    /// True until the draft is loaded, which the screen shows as well.
    public var isCatchingUp: Bool { !state.isReady }

    private let origin: PostOrigin
    private let track: TrackServices
    private let posting: any PostingServices
    private var session: Session { track.session }
    private let draft: ComposeDraft
    private let lines: ComposeLines
    private let lookUps: ComposeLookUps

    /// The notice that a draft is continued, or that there are drafts that are not, or `nil` without drafts. It stays, so
    /// that nobody adds to an old text unawares.
    private var draftNotice: String?
    /// The notice that a server refused the draft, or `nil` if none did or the post has changed since.
    private var draftRefusal: String?
    /// The number of the message that a file was not attached, or `nil` if there is none or a file was attached since.
    private var attachingFailure: Int?
    /// The post as it is written, or `nil` until it is known who can send it, and which draft it continues.
    private var composition: Composition?
    private var sending = ComposeSending()

    /// Creates a post of this origin.
    ///
    /// - Parameters:
    ///   - draft: The draft to continue, or `nil` for the newest of the origin that was left on this screen.
    ///   - track: The services of the Track, whose engine sends the post.
    public init(_ origin: PostOrigin, draft: Int? = nil, track: TrackServices, posting: any PostingServices) {
        self.origin = origin
        self.track = track
        self.posting = posting
        self.draft = ComposeDraft(of: origin, continuing: draft, track: track)
        lines = ComposeLines(session: track.session)
        lookUps = ComposeLookUps(posting, session: track.session)
        state = ComposeState(title: track.session.localizer(.composeNew))
    }

    /// Finds out who can send the post, or closes the screen if nobody can or that cannot be found out.
    public func start() {
        session.run { [self] in
            // Without what it needs, the screen would keep all keys waiting.
            defer { if !state.isReady { leave() } }
            do {
                try await begin(with: ComposeSetup.of(origin, track: track, posting: posting))
            } catch let refusal as ComposeRefusal {
                session.messages.show(refusal.reason)
            }
        }
    }

    public func refusal() async -> Message? {
        do {
            _ = try await ComposeSetup.of(origin, track: track, posting: posting)
            return nil
        } catch let refusal as ComposeRefusal {
            return refusal.reason
        } catch {
            return Message(error)
        }
    }

    public func stop() {
        lookUps.cancel()
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
        case .nextVisibility:
            let all = [nil] + PostDraft.Visibility.allCases.map(Optional.some)
            change { $0.post.visibility = all.next(after: $0.post.visibility) }
        case .nextAccount: nextAccount()
        case .toggleAccountList: toggleAccountList()
        case .moveAccountCursor(let count):
            composition?.accounts.move(count)
            publish()
        case .toggleAccount: toggleAccount()
        case .open(let field): open(field)
        case .set(let text): set(text)
        case .closeLine: state.line = nil
        case .describe:
            withMedia { media in open(.description(media.firstIndex { $0.alternativeText == nil } ?? media.count - 1)) }
        case .detach: withMedia { _ in change { $0.post.media.removeLast() } }
        case .edit: edit()
        case .send: sendPost()
        case .close: close()
        case .drafts: close(.drafts)
        case .discard: discard()
        }
    }

    // MARK: Setup

    /// Begins to write, or continues the draft.
    private func begin(with setup: ComposeSetup) async throws {
        state.title = setup.title
        state.referencedPost = setup.referencedPost
        var begun = Composition(setup.post, by: setup.accounts)
        let (found, others) = try await draft.load(for: begun)
        if let found {
            begun.restore(found)
            if origin == .new, begun.post.inReplyTo != nil { state.title = session.localizer(.draftReply) }
            if origin == .new, begun.post.quote != nil { state.title = session.localizer(.draftQuote) }
            draftNotice = session.localizer(.composeRestored, .text(session.texts.full(found.time)))
            draftRefusal = found.reason.map { session.localizer(.draftRefused, .text(session.localizer($0))) }
        } else if others > 0 {
            draftNotice = session.localizer(.composeOtherDrafts, .number(others))
        }
        showDraftNotice()
        composition = begun
        state.isReady = true
        publish()
        loadRules()
    }

    /// Asks the servers of the selected accounts for their rules. Without an answer the maximum is not shown.
    private func loadRules() {
        lookUps.rules(of: composition?.accounts.withoutRules ?? []) { [self] in
            composition?.accounts.set($1, of: $0.id)
            publish()
        }
    }

    // MARK: Changes

    private func showDraftNotice() {
        let parts = [draftNotice, draftRefusal].compactMap(\.self)
        state.notice = parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    private func publish() {
        guard let composition else { return }
        var next = state
        next.isLookingUpNames = sending.isLookingUp
        next.show(composition, in: session)
        state = next
    }

    /// Changes what is written, and keeps another post as a draft.
    private func change(_ body: (inout Composition) -> Void) {
        guard var changed = composition else { return }
        let before = changed.post
        body(&changed)
        composition = changed
        if changed.post != before, draftRefusal != nil {
            draftRefusal = nil
            if !sending.isLookingUp { showDraftNotice() }
        }
        publish()
        if changed.post != before { draft.keep(changed) }
        lookUpNames()
    }

    private func type(_ text: String, cursor: Int) {
        composition?.cursor = cursor
        showDraftNotice()
        guard text != composition?.post.text else {
            state.completions = nil
            return
        }
        change { $0.set(text, cursor: cursor) }
        lookUpCompletions()
    }

    /// Changes the text in the user's editor.
    private func edit() {
        let text = composition?.post.text ?? ""
        session.programs.edit(ProgramCall.File(name: "post.txt", text: text)) { [weak self] text in
            // Editors end the last line.
            let edited = text.last?.isNewline == true ? String(text.dropLast()) : text
            // A post that was sent or closed before the editor opened would be stored as a draft again.
            guard let self, !sending.hasEnded else { return }
            change { $0.set(edited, cursor: edited.count) }
        }
    }

    // MARK: Accounts

    private func nextAccount() {
        guard composition?.accounts.chooseNext() == true else { return session.messages.show(.composeOneAccount) }
        accountsChanged()
    }

    private func toggleAccountList() {
        guard composition?.accounts.toggleList() == true else { return session.messages.show(.composeOneAccount) }
        state.completions = nil
        publish()
        loadRules()
    }

    private func toggleAccount() {
        guard composition?.accounts.cursor != nil else { return }
        guard composition?.accounts.toggle() == true else { return session.messages.show(.composeNeedsAccount) }
        accountsChanged()
    }

    private func accountsChanged() {
        publish()
        if let composition, !composition.isBlank { draft.keep(composition) }
        loadRules()
        lookUpNames()
    }

    // MARK: Names and completions

    /// Looks up the names of the text at the networks of the selected accounts, apart from one that may still be typed.
    private func lookUpNames() {
        // The names of the post that was sent are looked up already.
        guard !sending.isLookingUp else { return }
        let unknown = composition?.finishedUnknownNames.filter { !lookUps.hasFailed($0) } ?? []
        if !unknown.isEmpty { lookUp(unknown) }
    }

    /// Looks up names, and then calls `finish` unless it was cancelled.
    private func lookUp(_ unknown: [ComposeAccounts.UnknownName], then finish: @escaping () -> Void = {}) {
        lookUps.names(unknown) { [self] in
            composition?.accounts.set($1, of: $0.name, at: $0.account.id)
        } then: { [self] in
            publish()
            finish()
        }
    }

    /// Looks up completions of the word before the cursor.
    private func lookUpCompletions() {
        lookUps.cancelCompletions()
        guard let written = composition, let prefix = CompletionPrefix(in: written.post.text, before: written.cursor)
        else {
            state.completions = nil
            return
        }
        lookUps.completions(of: prefix) { [self] in
            if composition?.post.text == written.post.text { state.completions = $0 }
        }
    }

    private func complete(_ count: Int) {
        guard let written = composition, var completions = state.completions else { return }
        var (text, cursor) = (written.post.text, written.cursor)
        guard completions.choose(count, in: &text, &cursor) else { return }
        state.completions = completions
        change { $0.set(text, cursor: cursor) }
    }

    // MARK: Lines of their own

    private func open(_ field: ComposeField, typed: String? = nil) {
        guard let composition else { return }
        do throws(ComposeRefusal) {
            state.line = try lines.line(for: field, of: composition, typed: typed, media: state.media)
        } catch {
            session.messages.show(error.reason)
        }
    }

    /// Takes the text of the open line, which stays open for one that has to be corrected.
    private func set(_ text: String) {
        guard let field = state.line?.field, var post = composition?.post else { return }
        state.line = nil
        let value = text.allSatisfy(\.isWhitespace) ? nil : text
        if field == .file {
            if let value { attach(value) }
            return
        }
        do throws(ComposeRefusal) {
            try lines.set(field, to: value, in: &post)
        } catch {
            session.messages.show(error.reason)
            return open(field, typed: text)
        }
        change { $0.post = post }
    }

    private func attach(_ path: String) {
        session.activity.run { [self] in
            let medium: PostDraft.Medium
            do {
                medium = try await posting.medium(at: path)
            } catch {
                session.messages.failure(error)
                attachingFailure = session.messages.history.last?.id
                let isElsewhere =
                    sending.hasEnded || sending.isLookingUp || state.line != nil || state.accountCursor != nil
                if !isElsewhere { open(.file, typed: path) }
                return
            }
            // A post that was sent or closed would be stored as a draft again.
            guard !sending.hasEnded else { return session.messages.show(.composeNotAttached) }
            change { $0.post.media.append(medium) }
            if let attachingFailure, session.messages.toast?.id == attachingFailure { session.messages.dismiss() }
            attachingFailure = nil
            if !sending.isLookingUp { open(.description(state.media.count - 1)) }
        }
    }

    /// Uses the media of the post, of which there has to be one.
    private func withMedia(_ use: ([PostDraft.Medium]) -> Void) {
        guard let media = composition?.post.media, !media.isEmpty else { return session.messages.show(.composeNoMedia) }
        use(media)
    }

    // MARK: Sending and leaving

    private func sendPost() {
        guard let composition, !sending.hasEnded else { return }
        guard composition.hasContent else { return refuse(.empty) }
        let unknown = composition.unknownNames
        guard unknown.isEmpty else { return sendAfterLookUp(of: unknown, for: composition.post) }
        handOver()
    }

    /// Looks up names, and then sends the post, unless the user cancels that or the post is another one by then.
    private func sendAfterLookUp(of unknown: [ComposeAccounts.UnknownName], for post: PostDraft) {
        sending.lookUp(for: post)
        state.completions = nil
        state.notice = session.localizer(.composeLookingUp)
        publish()
        lookUp(unknown) { [self] in
            let isSent = composition.map { sending.endLookUp(with: $0.post) } ?? false
            showDraftNotice()
            publish()
            if isSent { handOver() } else { session.messages.show(.composeChanged) }
        }
    }

    /// Allows changes of the post again, which is not sent although its names are looked up.
    private func cancelSending() {
        lookUps.cancelNames()
        sending.cancel()
        showDraftNotice()
        publish()
        session.messages.show(.composeNotSent)
    }

    /// Hands the post to its accounts or its source, unless the user has to change or confirm something.
    private func handOver() {
        guard let composition else { return }
        let refusal = sending.check(
            composition.post, plans: composition.plans, notLookedUp: composition.unknownNames.map(\.name),
            at: session.time.now())
        if let refusal { return refuse(refusal) }
        draft.keep(composition)
        draft.handOn(composition.requests)
        leave()
    }

    private func refuse(_ refusal: ComposeSending.Refusal) {
        session.messages.show(refusal.text(in: session.localizer))
    }

    private func close(_ output: Output = .close) {
        if composition?.isBlank == false { session.messages.show(.composeKept) } else { draft.remove() }
        leave(output)
    }

    private func discard() {
        if let composition, !composition.isBlank { draft.discard(composition) } else { draft.remove() }
        leave()
    }

    private func leave(_ output: Output = .close) { if sending.end() { onOutput?(output) } }
}
