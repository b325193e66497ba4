/// Detects tickets about the same story.
public protocol StoryFolding: Sendable {
    /// Starts detecting stories, or deletes the detected ones.
    nonisolated func setFolding(_ folds: Bool) async throws
}
