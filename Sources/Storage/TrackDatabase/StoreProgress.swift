public import EngineConcepts

/// The progress of the store's background work.
public struct StoreProgress: Hashable, Sendable {
    public var labels: LabelProgress
    /// True if the full-text index covers every ticket.
    public var isIndexed: Bool
    /// The outcome of the last step of matching stories.
    public var stories: StoryProgress

    /// True if no work is left.
    public var isDone: Bool { labels.isComplete && stories.isComplete && isIndexed }
}
