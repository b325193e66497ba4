public import EngineConcepts
import Localization

/// The state of the list of drafts.
public nonisolated struct DraftsState: ListState, Equatable, Sendable {
    /// An unsent post or other action.
    public struct Row: Equatable, Sendable, Identifiable {
        /// The content of a row.
        public enum Content: Equatable, Sendable {
            /// An action that the outbox has.
            case unsent(PendingAction)
            case draft(StoredDraft)
            /// A post that the server of an account publishes later.
            case scheduled(PostingAccount, ScheduledPost)
        }

        /// The identity of a row.
        public enum ID: Hashable, Sendable {
            case unsent(ActionID)
            case draft(Int)
            case scheduled(String, AccountID)
        }

        public var content: Content
        /// The kind of post or action, such as a reply.
        public var kind: String
        /// The start of its text.
        public var text: String
        /// The time of the last change, of the request, or of the publication.
        public var time: String
        /// The handles of the accounts that post, or `nil` for the source of a ticket.
        public var account: String?
        /// The reason why it is not sent, or `nil` if there is none.
        public var reason: String?

        /// Its identity in the list.
        public var id: ID {
            switch content {
            case .unsent(let action): .unsent(action.id)
            case .draft(let entry): .draft(entry.id)
            case .scheduled(let account, let post): .scheduled(post.id, account.id)
            }
        }
    }

    /// The actions of the outbox, those asked for last first, then the drafts, those changed last first, and the scheduled
    /// posts; `nil` while they load.
    public var rows: [Row]?
    public var cursor = 0
}

/// The list of unsent posts, to be continued, sent or removed, with the other actions that concern no ticket.
public final class DraftsViewModel: ViewModel {
    /// An action on the list.
    public nonisolated enum Action: ListAction, Equatable {
        case move(Int)
        /// Continue the draft under the cursor, or send the action again unless it may have been sent.
        case open
        /// Send the action under the cursor again.
        case sendAgain
        /// Remove the draft under the cursor, or cancel the action.
        case remove
        case undo
    }

    /// An output of the list.
    public nonisolated enum Output: Equatable, Sendable {
        /// Continue a draft of this origin.
        case open(PostOrigin, draft: Int)
    }

    public private(set) var state = DraftsState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Output>(isLoading: true)

    private let track: TrackServices
    private let posting: (any PostingServices)?
    private var session: Session { track.session }
    private lazy var reading = CoalescedTask(activity: session.activity) { [weak self] in await self?.read() }
    /// The posts that servers publish later.
    private var scheduledPosts: [(account: PostingAccount, post: ScheduledPost)] = []
    /// The requests for ``scheduledPosts``.
    private var requests = RequestSequence()
    /// The scheduled posts that are being cancelled.
    private var cancelling: Set<DraftsState.Row.ID> = []

    /// Creates the list; ``start()`` loads it.
    public init(track: TrackServices, posting: (any PostingServices)?) {
        self.track = track
        self.posting = posting
    }

    public func start() {
        track.actions.unsentChanges.observe(for: self) { [weak self] _ in self?.reading.run() }
        load()
    }

    public func send(_ action: Action) {
        switch action {
        case .move(let count): state.cursor.move(by: count, within: state.rows?.count ?? 0)
        case .open:
            switch current {
            case .unsent(let action):
                // A post that may have been published already is sent again by its own key only.
                if case .uncertain = action.state { session.messages.show(.unsentLookFirst) } else { sendAgain(action) }
            case .draft(let entry): onOutput?(.open(entry.origin, draft: entry.id))
            case .scheduled: session.messages.show(.draftsScheduledFixed)
            case nil: break
            }
        case .sendAgain:
            switch current {
            case .unsent(let action): sendAgain(action)
            case .draft, .scheduled: session.messages.show(.unsentNothing)
            case nil: break
            }
        case .remove:
            switch current {
            case .unsent(let action): cancel(action)
            case .draft(let entry): remove(entry)
            case .scheduled(let account, let post): cancel(post, by: account)
            case nil: break
            }
        case .undo:
            track.undoLast(
                holdingInput: { [self] in holdInput(for: reading, until: $0) }, onEnd: { [weak self] in self?.load() })
        }
    }

    private var current: DraftsState.Row.Content? { state.rows?.element(at: state.cursor)?.content }

    /// Reads the list, and once more with the scheduled posts, which servers have: keys do not wait for those.
    private func load() {
        reading.run()
        guard let posting else { return }
        let request = requests.begin()
        session.activity.run { [self] in
            await reading.finish()
            let posts = await posting.scheduledPosts()
            // A late answer may have a post that was cancelled meanwhile.
            guard requests.isLatest(request) else { return }
            scheduledPosts = posts
            reading.run()
        }
    }

    private func read() async {
        defer { endLoading() }
        await session.messages.showingErrors(.readFailed) { try await showRows() }
    }

    private func showRows() async throws {
        let accounts = await posting?.accounts() ?? []
        let entries = try await session.drafts.all().reversed()
        let unsent = await track.actions.unsent.reversed()
        let contents: [DraftsState.Row.Content] =
            unsent.map { .unsent($0) } + entries.map { .draft($0) }
            + scheduledPosts.map { .scheduled($0.account, $0.post) }
        let former = state.rows?.element(at: state.cursor)?.id
        let rows = contents.map { row(of: $0, among: accounts) }
        var next = state
        next.cursor = rows.cursor(on: former, or: state.cursor)
        next.rows = rows
        state = next
    }

    private func row(of content: DraftsState.Row.Content, among accounts: [PostingAccount]) -> DraftsState.Row {
        let (texts, now) = (session.texts, session.time.now())
        // A draft or an action can outlive its account.
        let handle = { (id: AccountID) in accounts.first { $0.id == id }?.handle ?? id.rawValue }
        let line = { (text: String) in text.split(whereSeparator: \.isNewline).joined(separator: " ") }
        switch content {
        case .unsent(let action):
            return DraftsState.Row(
                content: content, kind: session.localizer.kind(of: action.request),
                text: line(action.request.content), time: texts.age(of: action.requestedAt, at: now),
                account: action.request.account.map(handle), reason: reason(of: action, at: now))
        case .draft(let entry):
            return DraftsState.Row(
                content: content, kind: session.localizer(entry.messageKey),
                text: line(entry.post.text), time: texts.age(of: entry.time, at: now),
                account: entry.accounts.isEmpty ? nil : entry.accounts.map(handle).joined(separator: ", "),
                reason: entry.reason.map { session.localizer(.draftRefused, .text(session.localizer($0))) })
        case .scheduled(let account, let post):
            return DraftsState.Row(
                content: content, kind: session.localizer(.draftScheduled),
                text: line(post.text), time: texts.ahead(post.time, at: now), account: account.handle)
        }
    }

    private func remove(_ entry: StoredDraft) {
        session.drafts.remove(entry.id)
        session.undo.push { [session] in
            try session.drafts.keep(
                entry.post, of: entry.origin, by: entry.accounts, because: entry.reason,
                isReturned: entry.isReturned == true)
            return session.localizer(.composeKept)
        }
        session.messages.show(.composeDiscarded)
        load()
        holdInput(for: reading)
    }
}

/// The actions of the outbox.
extension DraftsViewModel {
    private func reason(of action: PendingAction, at now: Timestamp) -> String? {
        switch action.state {
        case .waiting: session.localizer(.unsentWaiting)
        case .running: session.localizer(.unsentRunning)
        case .retrying(let time, let error):
            session.localizer(.unsentRetrying, .text(session.texts.moment(time, at: now)), .message(error.message))
        case .uncertain(let error): session.localizer(.unsentUncertain, .message(error.message))
        case .expired(let error): session.localizer(.unsentExpired, .message(error.message))
        case .done, .refused, .dropped: nil
        }
    }

    private func sendAgain(_ action: PendingAction) {
        switch action.state {
        case .retrying, .uncertain, .expired:
            track.engine.retry(action.id)
            session.messages.show(.unsentResent)
            reading.run()
        case .waiting: session.messages.show(.unsentNothing)
        case .running: session.messages.show(.unsentBusy)
        case .done, .refused, .dropped: break
        }
    }

    /// Cancels an action. Once the outbox no longer has a post, its text becomes a draft.
    private func cancel(_ action: PendingAction) {
        guard action.state != .running else { return session.messages.show(.unsentBusy) }
        track.engine.drop(action.id)
        if !action.request.createsPost { session.messages.show(.unsentCancelled) }
        reading.run()
        holdInput(for: reading)
    }
}

extension DraftsViewModel {
    /// A scheduled post that is gone may be published if its time is at most so far ahead of this clock.
    private static let clockDifference = Duration.seconds(60)

    /// Cancels a scheduled post once, which becomes a draft. One that the server has published does not.
    private func cancel(_ post: ScheduledPost, by account: PostingAccount) {
        let row = DraftsState.Row.ID.scheduled(post.id, account.id)
        guard let posting, cancelling.insert(row).inserted else { return }
        session.run(.actionRefused) { [self] in
            defer { cancelling.remove(row) }
            // Stored first, since the server does not have the text afterwards.
            let draft = try session.drafts.keep(post.draft, of: .new, by: [account.id], isReturned: true)
            session.drafts.hide(draft)
            defer { session.drafts.show(draft) }
            guard await session.preferences.flush() else { return }
            let outcome: MessageKey
            do {
                try await posting.cancelScheduled(post.id, by: account.id)
                outcome = post.media > 0 ? .draftsCancelledMedia : .draftsCancelled
            } catch {
                session.drafts.remove(draft)
                guard (error as? SupplierError)?.code == .gone else { throw error }
                let isPublished = post.time.since(session.time.now()) <= Self.clockDifference
                outcome = isPublished ? .draftsPublished : .draftsCancelledElsewhere
            }
            scheduledPosts.removeAll { $0.post.id == post.id && $0.account.id == account.id }
            session.messages.show(outcome)
            load()
        }
    }
}

nonisolated extension RequestedAction {
    /// The account that sends the action, or `nil` for the source of a ticket.
    fileprivate var account: AccountID? { if case .account(let account) = performer { account } else { nil } }

    /// The text that it publishes or tells the moderators, or the name of the person.
    fileprivate var content: String {
        switch self {
        case .account(.report(let report), _): report.comment ?? ""
        case .person(_, let person): person.handle ?? person.id
        case .account(.post, _), .ticket: text ?? ""
        }
    }
}

nonisolated extension Localizer {
    /// Returns the kind of an action in words.
    fileprivate func kind(of request: RequestedAction) -> String {
        switch request {
        case .account(.post(let draft), _) where draft.inReplyTo != nil: self(.draftReply)
        case .account(.post(let draft), _) where draft.quote != nil: self(.draftQuote)
        case .account(.post, _): self(.composeNew)
        case .account(.report, _): self(.actReport)
        case .person(let action, let person): self(action.message(on: person.handle ?? person.id))
        case .ticket: request.name
        }
    }
}

nonisolated extension StoredDraft {
    /// The kind of the post in words. The posts that it refers to need not be tickets.
    fileprivate var messageKey: MessageKey {
        switch origin {
        case .new where post.inReplyTo != nil: .draftReply
        case .new where post.quote != nil: .draftQuote
        case .new: .composeNew
        case .reply: .draftReply
        case .quote: .draftQuote
        case .edit: .composeEdit
        }
    }
}
