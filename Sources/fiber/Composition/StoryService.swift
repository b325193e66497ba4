import Storage
import ViewModels

/// Has the store look for tickets that tell one story, or forget them.
struct StoryService: StoryFolding {
    let store: TrackDatabase
    /// Who sees to it that it gets done; nil where nobody works behind commits.
    let indexer: LabelIndexer?

    func setFolding(_ folds: Bool) async throws {
        try await store.setFolding(folds)
        indexer?.wakeUp()
    }
}
