public import EngineConcepts

/// The state of the choice of topics.
public nonisolated struct TopicsState: Equatable, Sendable {
    /// The typed text.
    public var text = ""
    /// The matching topics, best first. Without text, the first row is for all tickets.
    public var rows: [Row] = []
    /// The index of the row under the cursor.
    public var cursor = 0
    /// The combination of the selected topics, in words, or `nil` if fewer than two are selected.
    public var combination: String?
    /// The question for another name of the topic under the cursor, or `nil` while it is not asked.
    public var namePrompt: TextPrompt?
    /// A hint if there are no topics or the text cannot become one, or `nil`.
    public var hint: String?

    /// A row of the choice.
    public struct Row: Equatable, Sendable, Identifiable {
        /// The label of the topic, or `nil` for all tickets and for a new topic.
        public var id: LabelID?
        /// Its name.
        public var name: String
        /// The key that chooses it while no text is typed: the digit of the timeline, then a capital letter. `nil` for
        /// topics after the letters.
        public var key: Character?
        /// True if it is pinned.
        public var isPinned = false
        /// The numbers of its unread and all tickets, in words.
        public var count: String
        /// Its query, in words.
        public var explanation: String
        /// True if it is shown.
        public var isChosen: Bool
        /// The action of the row.
        public var kind: Kind
    }

    /// The action of a row.
    public enum Kind: Equatable, Sendable {
        /// Show all tickets.
        case all
        /// Show a topic.
        case topic
        /// Create a topic with the typed name.
        case make
    }
}
