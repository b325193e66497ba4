public import EngineConcepts

/// What a store does behind commits and changes of labels.
public struct StoreWork: Hashable, Sendable {
    /// How far it is with deciding about labels.
    public var labels: LabelProgress
    /// Whether the full-text index has every ticket.
    public var isIndexed: Bool
    /// Whether every ticket has been looked at for its story, and whether the last step found any.
    public var stories: StoryProgress

    /// Whether nothing is left to do.
    public var isDone: Bool { labels.isComplete && stories.isComplete && isIndexed }
}

extension TrackDatabase {
    /// Does what there is to do, a little at a time, so that nobody who marks or commits waits for long: labels first,
    /// since they can be seen, then stories, and the index. Returns when nothing is left; what it has done by the time it
    /// is cancelled stays done.
    /// Called at the start and after commits by the process that may fetch, and once in a while for what time changes.
    ///
    /// - Parameter tell: hears how far it is after each step.
    public func keepUp(_ tell: @Sendable (StoreWork) async -> Void = { _ in }) async throws {
        var work = StoreWork(
            labels: .nothing, isIndexed: false, stories: StoryProgress(isComplete: false, hasChanged: false))
        repeat {
            try Task.checkCancellation()
            work.labels = try await labelProgress()
            if !work.labels.isComplete {
                work.labels = try await classify(upTo: Self.decidedAtOnce)
            } else {
                work.stories = try await fold(upTo: Self.lookedAtAtOnce)
                work.isIndexed = try await index(upTo: 100)
            }
            await tell(work)
            await Task.yield()
        } while !work.isDone
    }

    /// How many tickets are decided about in a step: four times as many are no faster, and take twenty megabytes more.
    private static let decidedAtOnce = 500
    /// For how many a step looks for others that tell their story.
    private static let lookedAtAtOnce = 500
}
