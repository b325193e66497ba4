public import EngineConcepts

/// Adds the first sources of a user who has none.
public protocol FirstSourceAdding: Sendable {
    /// Follows the source at an address.
    ///
    /// - Throws: ``SeveralSources`` if the address offers several.
    nonisolated func follow(_ address: String) async throws -> SourceDescription

    /// Follows the sources of a list in a local file.
    nonisolated func follow(listAt path: String) async throws -> ListOutcome
}

/// The outcome of importing a list of sources.
public nonisolated struct ListOutcome: Hashable, Sendable {
    /// The number of sources added.
    public var count: Int
    /// The skipped entries with the reasons, in words.
    public var warnings: [Message]

    /// Creates an outcome.
    public init(count: Int, warnings: [Message] = []) {
        self.count = count
        self.warnings = warnings
    }
}
