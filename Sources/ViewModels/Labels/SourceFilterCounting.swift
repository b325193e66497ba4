public import EngineConcepts

/// Counts what sources filter out by themselves, such as a server's own filters.
public protocol SourceFilterCounting: Sendable {
    /// Returns the number of items so far, by source and rule.
    nonisolated func filteredAtSource() async -> [SupplierID: [String: Int]]
}
