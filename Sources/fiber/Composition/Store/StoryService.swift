import Storage
import ViewModels

/// Groups tickets of the same story in the store, or separates them.
struct StoryService: StoryFolding {
    let store: TrackDatabase
    /// Does the work in the background, or `nil` if nothing does.
    let indexer: LabelIndexer?

    func setFolding(_ folds: Bool) async throws {
        try await store.setFolding(folds)
        indexer?.wakeUp()
    }
}
