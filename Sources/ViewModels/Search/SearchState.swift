/// The state of the search.
public nonisolated struct SearchState: Equatable, Sendable {
    /// The typed text.
    public var text: String
    /// The number of results, in words.
    public var summary = ""
    /// True if ``summary`` is final; false while it is progress.
    public var isComplete = false
    /// The scope and the order of the search, in words.
    public var scope = ""
    /// The query in words, or its error.
    public var explanation: String
    /// True if ``explanation`` is an error.
    public var isWrong = false
    /// The results.
    public var rows: [TicketBrief] = []
    /// The index of the row under the cursor.
    public var cursor = 0
    /// The text shown if nothing matches, or `nil` if there are results or the search is running.
    public var emptyText: String?
    /// The question for the name of the topic to create from the search, or `nil` while it is not asked.
    public var namePrompt: TextPrompt?
}
