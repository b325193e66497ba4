public import EngineConcepts

/// The state of the screen of sources.
public nonisolated struct SourceManagerState: ListState, Equatable, Sendable {
    /// The number of sources and of those that need attention, in words, or ``error``.
    public var summary = ""
    /// The reason in words why the list could not be read, or `nil` if it was.
    public var error: String?
    /// The words to filter by; empty for all sources.
    public var search = ""
    /// The sources that the filter shows, or `nil` while they load.
    public var rows: [SourceRow]?
    public var cursor = 0
    /// The open prompt, or `nil` if there is none.
    public var prompt: TextPrompt?
}

/// A row of the screen of sources.
public nonisolated struct SourceRow: Equatable, Sendable, Identifiable {
    /// The health of a source.
    public enum Health: Equatable, Sendable {
        /// The last request succeeded.
        case well
        /// It was never requested, or is not requested at present.
        case idle
        /// It has not answered yet.
        case slow
        /// The last request failed.
        case failed
    }

    /// The coverage of one period.
    public enum Slot: Equatable, Sendable {
        /// Completely loaded.
        case covered
        /// Partly loaded.
        case partial
        /// Not loaded.
        case missing
        /// Not applicable: the source has no items there.
        case none
    }

    public var id: SupplierID
    public var name: String
    public var address: String
    public var kind: SupplierKind
    /// The number of unread tickets, or `nil` if it is unknown.
    public var unread: Int?
    public var topics: String
    public var health: Health
    /// The time of the last answer, or the state in a word or two.
    public var last: String
    /// The time of the next automatic request, or `nil` if unknown.
    public var next: String?
    /// The error, or what is missing.
    public var detail: String?
    /// True if the last request failed because the source requires a login.
    public var needsLogin = false
    /// The coverage of the last seven days, oldest first.
    public var coverage: [Slot]
}
