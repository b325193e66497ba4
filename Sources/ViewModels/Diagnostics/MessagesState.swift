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

    /// The messages.
    public var rows: [Row] = []
    /// The visible part in lines; a long message takes several lines.
    public var scroll = PageScroll()
}
