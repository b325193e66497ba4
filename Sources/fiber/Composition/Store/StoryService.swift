import Storage
import ViewModels

/// Turns the folding of stories on or off, and wakes the background work.
struct StoryService: StoryFolding {
    let store: TrackDatabase
    /// Does the work in the background, or `nil` if nothing does.
    let indexer: LabelIndexer?

    func setFolding(_ folds: Bool) async throws {
        try await store.setStoryMatching(folds)
        indexer?.wakeUp()
    }
}
