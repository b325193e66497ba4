/// Counts what sources filter out by themselves, such as a server's own filters.
public protocol SourceFilterCounting: Sendable {
    /// The number of items so far, by source and rule.
    var filteredAtSource: [SupplierID: [String: Int]] { get }
}
