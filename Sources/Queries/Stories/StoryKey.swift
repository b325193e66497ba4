/// A key that finds other members of a story.
public struct StoryKey: Hashable, Sendable {
    /// The number to store. Its highest bits are the time's, so that keys of one time share pages and indexing a million
    /// tickets does not rewrite every page for a few of them.
    public let own: Int64
    /// The numbers of other members: of the same period, the one before and the one after.
    public let others: [Int64]
}
