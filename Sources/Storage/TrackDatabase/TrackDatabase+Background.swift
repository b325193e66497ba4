import EngineConcepts

extension TrackDatabase {
    /// Does all outstanding background work in small steps, so that marks and commits never wait long: labels first,
    /// since they are visible, then stories and the search index. A cancellation keeps the finished steps.
    ///
    /// Called by the process that may fetch: at the start, after commits, and now and then for labels that expire.
    ///
    /// - Parameter progress: Called after each step.
    /// - Returns: False if tickets wait for labels and the store has not those of the classifier, so that it must be adopted
    ///   again: another process may have adopted one since.
    @discardableResult
    public func runBackgroundWork(
        _ progress: @Sendable (StoreProgress) async -> Void = { _ in }
    ) async throws -> Bool {
        var work = StoreProgress(
            labels: .nothing, isIndexed: false, stories: StoryProgress(isComplete: false, hasChanged: false))
        repeat {
            try Task.checkCancellation()
            work.labels = try await labelProgress()
            if !work.labels.isComplete {
                guard try await hasLabelsOfClassifier() else { return false }
                work.labels = try await classify(upTo: Self.classifiedPerStep)
            } else {
                work.stories = try await matchStories(upTo: Self.matchedPerStep)
                work.isIndexed = try await index(upTo: Self.indexedPerStep)
            }
            await progress(work)
            await Task.yield()
        } while !work.isDone
        return true
    }

    /// Indexes up to `count` waiting tickets, newest first, in one short transaction; returns true if none is left. Of several
    /// processes over one store, the one that may fetch does it.
    public func index(upTo count: Int) async throws -> Bool {
        try await writing { [authors] db in
            try Schema.requireCurrent(in: db)
            return try SearchIndexWriter(by: ContentReader(db: db, authors: authors)).index(upTo: max(count, 1))
        }
    }

    /// The number of tickets classified in a step. Four times as many are no faster and take 20 MB more.
    private static let classifiedPerStep = 500
    /// The number of tickets matched with stories in a step.
    private static let matchedPerStep = 500
    /// The number of tickets indexed in a step.
    private static let indexedPerStep = 100
}
