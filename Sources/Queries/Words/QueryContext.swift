public import EngineConcepts

/// The context of queries beyond tickets.
public struct QueryContext: Sendable {
    /// The names of sources: the user's, or else their own.
    public var sourceNames: [SupplierID: String]
    /// The names of the topics to which sources belong as a whole.
    public var sourceTopics: [SupplierID: [String]]
    public var authorNotes: AuthorNotes
    /// The people that the user has linked.
    public var people: People
    /// The offset of the user's clock from UTC at a time.
    public var zone: @Sendable (Timestamp) -> Duration

    /// Creates a context; by default sources have no names, authors no notes and no persons, and clocks show UTC.
    public init(
        sourceNames: [SupplierID: String] = [:], sourceTopics: [SupplierID: [String]] = [:],
        authorNotes: AuthorNotes = .none, people: People = .none,
        zone: @escaping @Sendable (Timestamp) -> Duration = { _ in .zero }
    ) {
        self.sourceNames = sourceNames
        self.sourceTopics = sourceTopics
        self.authorNotes = authorNotes
        self.people = people
        self.zone = zone
    }
}
