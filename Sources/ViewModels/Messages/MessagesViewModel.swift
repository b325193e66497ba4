import EngineConcepts

/// Everything that was said in this run, newest first.
public nonisolated struct MessagesState: Equatable, Sendable {
    /// A message with its time in words.
    public struct Row: Equatable, Sendable, Identifiable {
        /// The message's number.
        public var id: Int
        /// When it was said.
        public var time: String
        /// How grave it is.
        public var kind: Notice.Kind
        /// The words.
        public var text: String
    }

    /// The screen's name.
    public var title: String
    /// The messages.
    public var rows: [Row]
    /// What to say where there are none.
    public var emptyText: String
    /// Which part is seen, in lines; a message takes as many as the screen needs for it.
    public var scroll: PageScroll
}

/// The history of messages.
public final class MessagesViewModel {
    /// What the screen shows.
    public private(set) var state: MessagesState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Told after every change of ``state``.
    public var onChange: (() -> Void)?

    private let services: ReaderServices

    /// Makes the history of what was said so far; ``refresh()`` adds what was said since.
    public init(services: ReaderServices) {
        self.services = services
        state = MessagesState(
            title: services.wording(.messagesTitle), rows: [], emptyText: services.wording(.messagesEmpty),
            scroll: PageScroll())
        refresh()
    }

    /// Takes in what was said since.
    public func refresh() {
        let now = services.time.now()
        let texts = services.texts
        state.rows = services.messages.history.reversed()
            .map { message in
                MessagesState.Row(
                    id: message.id, time: texts.exact(message.time, at: now), kind: message.kind, text: message.text)
            }
    }

    /// The screen shows `height` of `count` lines.
    public func measure(count: Int, height: Int) {
        state.scroll.measure(count: count, height: height)
    }

    /// Scrolls.
    public func scroll(_ movement: PageScroll.Movement) {
        state.scroll.scroll(movement)
    }
}
