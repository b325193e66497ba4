/// A row of an outline.
public struct PostRow: Hashable, Sendable {
    /// The content of a row.
    public enum Content: Hashable, Sendable {
        case post(SourceItem)
        /// Posts that are not loaded.
        case gap(OutlineGap)
    }

    public let content: Content
    /// The number of posts above it in its branch, 0 for the thread's first post and in a list.
    public let depth: Int
    /// True if the post's replies are folded away.
    public internal(set) var isFolded = false
    /// The number of loaded posts below it in its branch.
    public internal(set) var descendants = 0
    /// The number of the post's source; 0 in a thread.
    public internal(set) var source = 0
}
