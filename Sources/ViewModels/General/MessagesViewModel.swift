import EngineConcepts

/// The messages of this run, newest first.
public nonisolated struct MessagesState: Equatable, Sendable {
    /// A message with its time in words.
    public struct Row: Equatable, Sendable, Identifiable {
        /// The number of the message.
        public var id: Int
        public var time: String
        public var kind: Notice.Kind
        public var text: String
    }

    public var rows: [Row] = []
    /// The visible part in lines; a long message takes several lines.
    public var scroll = PageScroll()
}

/// The history of messages.
public final class MessagesViewModel: ViewModel {
    /// An action on the history of messages.
    public nonisolated enum Action: WrappedTextAction, Equatable {
        case measure(count: Int, height: Int)
        case scroll(PageScroll.Movement)
    }

    public private(set) var state = MessagesState() { didSet { stateChanged(from: oldValue) } }
    public let callbacks = ViewModelCallbacks<Never>()

    private let session: Session

    /// Creates the list of the messages so far; ``start()`` lets it follow later ones.
    public init(session: Session) {
        self.session = session
        session.messages.list = self
        refresh()
    }

    public func start() { session.messages.changes.observe(for: self) { [weak self] _ in self?.refresh() } }

    public func send(_ action: Action) {
        switch action {
        case .measure(let count, let height): state.scroll.measure(count: count, height: height)
        case .scroll(let movement): state.scroll.scroll(movement)
        }
    }

    private func refresh() {
        let now = session.time.now()
        let texts = session.texts
        state.rows = session.messages.history.reversed()
            .map { message in
                MessagesState.Row(
                    id: message.id, time: texts.exact(message.time, at: now), kind: message.kind, text: message.text)
            }
    }
}
