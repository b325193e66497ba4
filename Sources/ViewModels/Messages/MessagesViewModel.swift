import EngineConcepts

/// The messages of this run, newest first.
public nonisolated struct MessagesState: Equatable, Sendable {
    /// A message with its time in words.
    public struct Row: Equatable, Sendable, Identifiable {
        /// The number of the message.
        public var id: Int
        /// The time.
        public var time: String
        /// The severity.
        public var kind: Notice.Kind
        /// The text.
        public var text: String
    }

    /// The title of the screen.
    public var title: String
    /// The messages.
    public var rows: [Row]
    /// The text for an empty list.
    public var emptyText: String
    /// The visible part in lines; a long message takes several lines.
    public var scroll: PageScroll
}

/// The history of messages.
public final class MessagesViewModel {
    /// The state of the screen.
    public private(set) var state: MessagesState {
        didSet { if state != oldValue { onChange?() } }
    }
    /// Called after each change of ``state``.
    public var onChange: (() -> Void)?

    private let services: ReaderServices

    /// Makes the list of the messages so far; ``refresh()`` adds later ones.
    public init(services: ReaderServices) {
        self.services = services
        state = MessagesState(
            title: services.wording(.messagesTitle), rows: [], emptyText: services.wording(.messagesEmpty),
            scroll: PageScroll())
        refresh()
    }

    /// Adds messages that were shown meanwhile.
    public func refresh() {
        let now = services.time.now()
        let texts = services.texts
        state.rows = services.messages.history.reversed()
            .map { message in
                MessagesState.Row(
                    id: message.id, time: texts.exact(message.time, at: now), kind: message.kind, text: message.text)
            }
    }

    /// Sets the number of visible lines and of all lines.
    public func measure(count: Int, height: Int) {
        state.scroll.measure(count: count, height: height)
    }

    /// Scrolls.
    public func scroll(_ movement: PageScroll.Movement) {
        state.scroll.scroll(movement)
    }
}
