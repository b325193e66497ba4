import EngineConcepts
import Localization

/// Everything that the list of drafts shows.
public nonisolated struct DraftsState: Equatable, Sendable {
    /// An unsent post.
    public struct Row: Equatable, Sendable, Identifiable {
        /// Its identity among the drafts.
        public var id: Int
        /// The kind of post, such as a reply.
        public var kind: String
        /// The start of its text.
        public var text: String
        /// The time of the last change.
        public var time: String
        /// The handle of the account that posts, or `nil` for the source of a ticket.
        public var account: String?
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
        case .move(let count): state.cursor = min(max(state.cursor + count, 0), max(entries.count - 1, 0))
        case .open: if let entry = current { onOutput?(.open(entry.origin, draft: entry.id)) }
        case .remove: remove()
        case .undo:
            track.undoLast()
            load()
        }
    }

    private var current: PostDrafts.Entry? {
        entries.indices.contains(state.cursor) ? entries[state.cursor] : nil
    }

    private func load() {
        session.run { [self] in
            entries = try await session.drafts.all().reversed()
            let accounts = await posting?.accounts() ?? []
            let (texts, now) = (session.texts, session.time.now())
            state.rows = entries.map { entry in
                DraftsState.Row(
                    id: entry.id, kind: session.localizer(entry.origin.messageKey),
                    text: entry.post.text.split(whereSeparator: \.isNewline).joined(separator: " "),
                    time: texts.age(of: entry.time, at: now),
                    // A draft can outlive its account.
                    account: accounts.first { $0.id == entry.account }?.handle ?? entry.account?.rawValue)
            }
            state.cursor = min(state.cursor, max(entries.count - 1, 0))
        }
    }

    private func remove() {
        guard let entry = current else { return }
        session.run { [self] in
            try await session.drafts.remove(entry.id)
            session.undo.push { [session] in
                try await session.drafts.keep(entry.post, of: entry.origin, by: entry.account)
                return session.localizer(.composeKept)
            }
            session.messages.note(.composeDiscarded)
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
