/// The progress of matching stories.
public struct StoryProgress: Hashable, Sendable {
    /// True if no ticket waits.
    public let isComplete: Bool
    /// True if views may have changed.
    public let hasChanged: Bool
}
