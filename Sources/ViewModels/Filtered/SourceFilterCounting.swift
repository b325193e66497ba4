public import EngineConcepts

/// Counts what sources filter out by themselves, such as a server's own filters.
public protocol SourceFilterCounting: Sendable {
    /// The number of items since the program's start, by source and rule.
    nonisolated func filteredAtSource() async -> [SupplierID: [String: Int]]
}
