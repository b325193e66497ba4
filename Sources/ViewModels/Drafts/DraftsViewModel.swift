public import EngineConcepts
import Localization

/// Everything that the list of drafts shows.
public nonisolated struct DraftsState: Equatable, Sendable {
    /// An unsent post.
    public struct Row: Equatable, Sendable, Identifiable {
        /// The identity of a row.
        public enum ID: Hashable, Sendable {
            /// A draft.
            case draft(Int)
            /// A post that the server of an account publishes later.
            case scheduled(String, AccountID)
        }

        /// Its identity in the list.
        public var id: ID
        /// The kind of post, such as a reply.
        public var kind: String
        /// The start of its text.
        public var text: String
        /// The time of the last change, or of the publication.
        public var time: String
        /// The handles of the accounts that post, or `nil` for the source of a ticket.
        public var account: String?
        /// The reason why a server refused it, or `nil` if none did.
        public var reason: String?
    }

    /// The title of the screen.
    public var title: String
    /// The drafts, those changed last first, or `nil` while they load.
    public var rows: [Row]?
    /// The index of the draft under the cursor.
    public var cursor = 0
    /// The text for an empty list.
    public var emptyText: String
}

/// The list of unsent posts, to be continued or removed.
public final class DraftsViewModel: ViewModel {
    /// An action on the list.
    public nonisolated enum Action: Equatable, Sendable {
        /// Move the cursor.
        case move(Int)
        /// Continue the draft under the cursor.
        case open
        /// Remove the draft under the cursor.
        case remove
        /// Undo the last action.
        case undo
    }

    /// An output of the list.
    public nonisolated enum Output: Equatable, Sendable {
        /// Continue a draft of this origin.
        case open(PostOrigin, draft: Int)
    }

    /// The state of the screen.
    public private(set) var state: DraftsState { didSet { if state != oldValue { onChange?() } } }
    /// Called after each change of ``state``.
    public var onChange: (() -> Void)?
    /// Called with the outputs of this screen.
    public var onOutput: ((Output) -> Void)?

    private let track: TrackServices
    private let posting: (any PostingAccounts)?
    private let session: SessionContext
    private var entries: [PostDrafts.Entry] = []
    /// The posts that servers publish later, which follow the drafts.
    private var scheduled: [(account: PostingAccount, post: ScheduledPost)] = []

    /// Makes the list; ``start()`` loads it.
    public init(track: TrackServices, posting: (any PostingAccounts)?, session: SessionContext) {
        self.track = track
        self.posting = posting
        self.session = session
        state = DraftsState(title: session.localizer(.draftsTitle), emptyText: session.localizer(.draftsEmpty))
    }

    /// Loads the drafts.
    public func start() {
        load()
    }

    /// Performs an action.
    public func send(_ action: Action) {
        switch action {
        case .move(let count):
            state.cursor = min(max(state.cursor + count, 0), max(entries.count + scheduled.count - 1, 0))
        case .open:
            if let entry = current {
                onOutput?(.open(entry.origin, draft: entry.id))
            } else if currentScheduled != nil {
                session.messages.note(.draftsScheduledFixed)
            }
        case .remove: remove()
        case .undo:
            track.undoLast()
            load()
        }
    }

    private var current: PostDrafts.Entry? {
        entries.indices.contains(state.cursor) ? entries[state.cursor] : nil
    }

    private var currentScheduled: (account: PostingAccount, post: ScheduledPost)? {
        let index = state.cursor - entries.count
        return scheduled.indices.contains(index) ? scheduled[index] : nil
    }

    private func load() {
        session.run { [self] in
            try await showRows()
            scheduled =
                await posting?.scheduledPosts()
                .flatMap { account, posts in posts.map { (account: account, post: $0) } } ?? []
            try await showRows()
        }
    }

    private func showRows() async throws {
        entries = try await session.drafts.all().reversed()
        let accounts = await posting?.accounts() ?? []
        let (texts, now) = (session.texts, session.time.now())
        let drafts = entries.map { entry in
            DraftsState.Row(
                id: .draft(entry.id), kind: session.localizer(entry.origin.messageKey),
                text: entry.post.text.split(whereSeparator: \.isNewline).joined(separator: " "),
                time: texts.age(of: entry.time, at: now),
                account: entry.accounts.isEmpty
                    ? nil
                    // A draft can outlive its account.
                    : entry.accounts.map { id in accounts.first { $0.id == id }?.handle ?? id.rawValue }
                        .joined(separator: ", "),
                reason: entry.reason.map { session.localizer(.draftRefused, .words(session.localizer($0))) })
        }
        state.rows =
            drafts
            + scheduled.map { account, post in
                DraftsState.Row(
                    id: .scheduled(post.id, account.id), kind: session.localizer(.draftScheduled),
                    text: post.text.split(whereSeparator: \.isNewline).joined(separator: " "),
                    time: texts.full(post.time), account: account.handle)
            }
        state.cursor = min(state.cursor, max(entries.count + scheduled.count - 1, 0))
    }

    private func remove() {
        if let (account, post) = currentScheduled { return cancel(post, by: account) }
        guard let entry = current else { return }
        session.run { [self] in
            try await session.drafts.remove(entry.id)
            session.undo.push { [session] in
                try await session.drafts.keep(
                    entry.post, of: entry.origin, by: entry.accounts, because: entry.reason)
                return session.localizer(.composeKept)
            }
            session.messages.note(.composeDiscarded)
            load()
        }
    }
}

extension DraftsViewModel {
    /// Cancels a scheduled post. Its text becomes a draft.
    private func cancel(_ post: ScheduledPost, by account: PostingAccount) {
        guard let posting else { return }
        session.run(.actionRefused) { [self] in
            try await posting.cancelScheduled(post.id, by: account.id)
            try await session.drafts.keep(PostDraft(post.text), of: .new, by: account.id)
            session.messages.note(.draftsCancelled)
            load()
        }
    }
}

nonisolated extension PostOrigin {
    fileprivate var messageKey: MessageKey {
        switch self {
        case .new: .composeNew
        case .reply: .draftReply
        case .quote: .draftQuote
        case .edit: .composeEdit
        }
    }
}
