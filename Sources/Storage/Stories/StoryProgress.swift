/// The outcome of one step of the matching of stories in the background.
public struct StoryProgress: Hashable, Sendable {
    /// True if no ticket waits.
    public let isComplete: Bool
    /// True if views may have changed.
    public let hasChanged: Bool
}
