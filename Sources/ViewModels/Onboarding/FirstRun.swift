public import EngineConcepts

/// Follows the first sources of somebody who follows none yet.
public protocol FirstRun: Sendable {
    /// Follows what stands at an address.
    ///
    /// - Throws: ``SeveralSources`` where the address offers several.
    nonisolated func follow(_ address: String) async throws -> SourceDescription

    /// Follows what a list on this machine names.
    nonisolated func follow(listAt path: String) async throws -> ListOutcome
}

/// What came of taking over a list of sources.
public nonisolated struct ListOutcome: Hashable, Sendable {
    /// How many sources are followed now that were not before.
    public var count: Int
    /// What of the list was left out, and why, in words.
    public var remarks: [String]

    /// Puts it together.
    public init(count: Int, remarks: [String] = []) {
        self.count = count
        self.remarks = remarks
    }
}
