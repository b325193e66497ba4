import EngineConcepts
import Localization
import WebText

/// The state of the list of accounts.
public nonisolated struct AccountsState: ListState, Equatable, Sendable {
    /// The row of an account.
    public struct Row: Equatable, Sendable, Identifiable {
        public var id: String
        public var handle: String
        /// The name of its kind.
        public var kind: String
        /// Its state, in words.
        public var state: String
        /// True if the account needs a new sign-in.
        public var needsSignIn: Bool
        /// The number of its sources, in words.
        public var sources: String
        /// The number of requests that the server still allows, in words, or `nil` if it is not known.
        public var budget: String?
    }

    /// A sign-in that waits for the user's agreement.
    public struct SignIn: Equatable, Sendable {
        /// The instruction.
        public var title: String
        /// The address to visit.
        public var address: String
        /// The instruction for a browser that runs elsewhere.
        public var hint: String
    }

    /// The number of accounts, in words.
    public var summary = ""
    /// The accounts, or `nil` before they are loaded.
    public var rows: [Row]?
    public var cursor = 0
    /// The running request in words, or `nil` for none.
    public var progress: String?
    /// The open prompt, or `nil` if there is none.
    public var prompt: TextPrompt?
    /// The question that the next key answers, or `nil` for none.
    public var question: String?
    /// The sign-in that waits, or `nil` for none.
    public var signIn: SignIn?
}

/// The accounts: signs in and out, checks, and follows the usual timelines.
public final class AccountsViewModel: ViewModel {
    /// An action in the list of accounts.
    public nonisolated enum Action: ListAction, ConfirmAction, Equatable {
        case move(Int)
        /// Ask for a server to sign in at.
        case askForServer
        /// Sign in again with the account under the cursor.
        case signInAgain
        case submit(String)
        case cancelPrompt
        /// Open the page of the sign-in in the browser.
        case openPage
        /// Copy the address of the page.
        case copyPage
        /// Ask for the address to which the browser was sent.
        case askForAnswer
        /// Stop waiting for the sign-in.
        case cancelSignIn
        /// Follow the usual timelines of the account under the cursor.
        case follow
        /// Ask the server of the account under the cursor whether it still accepts it.
        case check
        /// Ask whether to remove the account under the cursor.
        case remove
        /// Answer whether to remove it.
        case confirm(Bool)
    }

    /// An output of the list of accounts.
    public nonisolated enum Output: Equatable, Sendable {
        /// The timelines of an account were added as the first sources, with warnings for the user.
        case addedFirstSources(warnings: [String])
    }

    public private(set) var state = AccountsState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>(isLoading: true)

    private let accounts: any AccountManaging
    private let sources: any SourceManaging
    private let firstSources: (any FirstSourceAdding)?
    private let track: TrackServices
    private var session: Session { track.session }
    private var pendingSignIn: (any PendingSignIn)?
    private var events: Task<Void, Never>?
    /// True once the screen was closed.
    private var isStopped = false
    /// The account that is removed if the open question is answered with yes. The list may change before the answer.
    private var accountToRemove: AccountsState.Row? {
        didSet {
            state.question = accountToRemove.map {
                session.localizer(.accountsRemoveQuestion, .text($0.handle), .text(session.localizer(.confirmLetter)))
            }
        }
    }
    /// The software of servers, by account, as far as they were asked.
    private var software: [String: String] = [:]
    private lazy var reading = CoalescedTask(activity: session.activity) { [weak self] in await self?.read() }

    /// Creates the view-model; ``start()`` loads its data. With `firstSources`, the timelines become the user's first sources.
    public init(
        accounts: any AccountManaging, sources: any SourceManaging,
        firstSources: (any FirstSourceAdding)? = nil, track: TrackServices
    ) {
        self.accounts = accounts
        self.sources = sources
        self.firstSources = firstSources
        self.track = track
    }

    /// Loads the list and follows the state of the sources.
    public func start() {
        isStopped = false
        reading.run()
        events = track.follow { [weak self] event in
            switch event {
            case .committed, .supplierFailed: self?.reading.run()
            default: break
            }
        }
    }

    /// Ends running work, and a sign-in that waits.
    public func stop() {
        isStopped = true
        events?.cancel()
        pendingSignIn?.cancel()
    }

    public func send(_ action: Action) {
        switch action {
        case .move(let count): state.cursor.move(by: count, within: state.rows?.count ?? 0)
        case .askForServer: askForServer("")
        case .signInAgain: if let current { signIn(at: current.id) }
        case .submit(let text): submit(text)
        case .cancelPrompt: state.prompt = nil
        case .openPage: session.links.open(pendingSignIn?.address)
        case .copyPage: session.links.copy(pendingSignIn?.address)
        case .askForAnswer: if let pendingSignIn { askForAnswer(of: pendingSignIn) }
        case .cancelSignIn: pendingSignIn?.cancel()
        case .follow: if let current { follow(current) }
        case .check: if let current { check(current) }
        case .remove: if let current { accountToRemove = current }
        case .confirm(let isAgreed):
            guard let account = accountToRemove else { return }
            accountToRemove = nil
            if isAgreed { remove(account) }
        }
    }

    private var current: AccountsState.Row? { state.rows?.element(at: state.cursor) }

    // MARK: The list

    private func read() async {
        defer { endLoading() }
        await session.messages.showingErrors {
            let snapshot = await track.engine.snapshot
            var rows: [AccountsState.Row] = []
            for account in try await accounts.accounts() {
                let ids = Set(try await accounts.sources(of: account.id))
                rows.append(row(account, snapshot.suppliers.filter { ids.contains($0.id) }, count: ids.count))
            }
            var next = state
            next.rows = rows
            next.summary = rows.isEmpty ? "" : session.localizer.grouped(rows.count)
            next.cursor = rows.cursor(on: current?.id, or: state.cursor)
            state = next
        }
    }

    private func row(_ account: AccountDescription, _ suppliers: [SupplierStatus], count: Int) -> AccountsState.Row {
        let localizer = session.localizer
        let isRefused = suppliers.contains { $0.lastError?.isAboutAccount ?? false }
        let needsSignIn = isRefused || !account.isSignedIn
        return AccountsState.Row(
            id: account.id, handle: account.handle, kind: account.kind,
            state: needsSignIn ? localizer(.accountsSignInAgain) : software[account.id] ?? localizer(.accountsSignedIn),
            needsSignIn: needsSignIn, sources: localizer(.accountsSources, .number(count)),
            budget: suppliers.compactMap(\.requests.budget.requestsLeft).min()
                .map { localizer(.performanceRequestsLeft, .number($0)) })
    }

    // MARK: Signing in

    private func askForServer(_ initial: String) {
        state.prompt = TextPrompt(question: session.localizer(.accountsServerPrompt), initial: initial, kind: .server)
    }

    private func submit(_ text: String) {
        guard let prompt = state.prompt else { return }
        if prompt.kind == .server {
            state.prompt = nil
            let server = text.trimmingSpaces
            if !server.isEmpty { signIn(at: server, typed: server) }
        } else {
            // A pasted address may be broken into lines. In a password a space is a mistake that must stay to be seen.
            let answer = prompt.kind == .signInAnswer ? text.filter { !$0.isWhitespace } : text.trimmingSpaces
            guard pendingSignIn?.take(answer) == true else { return session.messages.show(.accountsAnswerWrong) }
            state.prompt = nil
        }
    }

    /// Asks a server for a sign-in, opens its page, and waits for the user.
    ///
    /// - Parameter typed: The text that names the server, which can be corrected after a failure, or `nil` for an account of
    ///   the list.
    private func signIn(at server: String, typed: String? = nil) {
        guard pendingSignIn == nil, state.progress == nil else { return }
        contact(server) { [self] in
            pendingSignIn = try await accounts.beginSignIn(at: server)
        } then: { [self] in
            guard let pending = pendingSignIn else { return askForServerAgain(typed) }
            guard !isStopped else {
                // The screen was closed while the server was asked.
                pending.cancel()
                return wait(for: pending, typed: nil)
            }
            let localizer = session.localizer
            state.signIn = AccountsState.SignIn(
                title: localizer(pending.asksForPassword ? .accountsMakePassword : .accountsAgree),
                address: pending.address,
                hint: localizer(pending.asksForPassword ? .accountsTypePassword : .accountsElsewhere))
            session.links.open(pending.address)
            if pending.asksForPassword { askForAnswer(of: pending) }
            wait(for: pending, typed: typed)
        }
    }

    /// Asks for the server again after a failure, unless something else is asked by now.
    private func askForServerAgain(_ typed: String?) {
        if let typed, state.prompt == nil, state.question == nil { askForServer(typed) }
    }

    private func askForAnswer(of pending: any PendingSignIn) {
        let localizer = session.localizer
        state.prompt =
            pending.asksForPassword
            ? TextPrompt(question: localizer(.accountsPasswordPrompt), kind: .password)
            : TextPrompt(question: localizer(.accountsAnswerPrompt), kind: .signInAnswer)
    }

    /// Waits for the user's agreement. Not counted as running work, because it takes as long as the user does.
    private func wait(for pending: any PendingSignIn, typed: String?) {
        Task { [self] in
            var failed: String?
            do {
                let account = try await pending.account()
                let isFirst = firstSources != nil
                session.messages.show(isFirst ? .accountsAddedFirst : .accountsAdded, .text(account.handle))
                // The sources that the server refused before are asked again, so that the screen does not go on saying so.
                let sources = Set(try await accounts.sources(of: account.id))
                if !isFirst, !sources.isEmpty { track.engine.refresh(.manual, of: sources) }
            } catch is CancellationError {
                session.messages.show(.accountsCancelled)
            } catch {
                session.messages.failure(error)
                failed = typed
            }
            pendingSignIn = nil
            state.signIn = nil
            if state.prompt?.kind != .server { state.prompt = nil }
            askForServerAgain(failed)
            reading.run()
        }
    }

    /// Makes requests to a server, which is named in the progress from now on, or shows the error, and then calls `end`.
    private func contact(
        _ name: String, _ work: @escaping @MainActor () async throws -> Void,
        then end: @escaping @MainActor () -> Void = {}
    ) {
        state.progress = session.localizer(.accountsAsking, .text(name))
        session.activity.run { [self] in
            await session.messages.showingErrors { try await work() }
            state.progress = nil
            end()
        }
    }

    // MARK: One account

    /// Makes requests to the server of an account, and then reads the list again.
    private func contactServer(of row: AccountsState.Row, _ work: @escaping @MainActor () async throws -> Void) {
        contact(row.handle, work) { [self] in reading.run() }
    }

    private func follow(_ row: AccountsState.Row) {
        if let firstSources { return followFirst(row, firstSources) }
        if let reason = sources.fixedReason { return session.messages.show(reason) }
        guard state.progress == nil else { return }
        let place = session.undo.reserve()
        contactServer(of: row) { [self] in
            var added: [SourceDescription] = []
            defer { allowUndo(of: added, at: place) }
            for address in accounts.usualTimelines(of: row.id) { added.append(try await sources.add(address)) }
            session.messages.show(.accountsFollowed, .text(names(of: added)))
            track.engine.refresh()
        }
    }

    /// Lets undo remove sources that were added, if there are any.
    private func allowUndo(of added: [SourceDescription], at place: UndoStack.Place) {
        guard !added.isEmpty else { return place.close() }
        let message = session.localizer(.sourceAddedUndone, .text(names(of: added)))
        // Undoing needs no server.
        place.holdsInput = true
        place.fill { [sources] in
            for source in added { try await sources.remove(source.id) }
            return message
        }
    }

    private func names(of sources: [SourceDescription]) -> String {
        sources.map(\.shownName).joined(separator: ", ")
    }

    /// Adds the usual timelines as the user's first sources. One of them is enough.
    private func followFirst(_ row: AccountsState.Row, _ firstSources: any FirstSourceAdding) {
        guard state.progress == nil else { return }
        let addresses = accounts.usualTimelines(of: row.id)
        contact(row.handle) { [self] in
            let failures = await firstSources.follow(all: addresses, session.localizer)
            if failures.count < addresses.count {
                onOutput?(.addedFirstSources(warnings: failures))
            } else {
                for problem in failures { session.messages.failure(problem) }
            }
        }
    }

    private func check(_ row: AccountsState.Row) {
        contactServer(of: row) { [self] in
            let found = try await accounts.check(row.id)
            software[row.id] = found
            session.messages.show(.accountsWorks, .text(row.handle), .text(found))
        }
    }

    private func remove(_ row: AccountsState.Row) {
        contactServer(of: row) { [self] in
            if let warning = try await accounts.remove(row.id) {
                session.messages.failure(warning)
            } else {
                session.messages.show(.accountsRemoved, .text(row.handle))
            }
        }
    }
}
