public import EngineConcepts
public import FiberConfiguration

/// Stores topics and rules and triggers the labelling of tickets.
public protocol LabelManaging: Sendable {
    /// Returns the current sources, topics and rules.
    nonisolated func library() async throws -> Library

    /// Changes topics and rules. The store re-evaluates tickets in the background, newest first.
    ///
    /// - Returns: The libraries before and after the change.
    nonisolated func update(
        _ change: @escaping @Sendable (inout Library) -> Void
    ) async throws -> (before: Library, after: Library)

    /// Undoes a change that made `after` of `before`, and returns the library then. What else has changed since stays.
    nonisolated func restoreLabels(of before: Library, changedTo after: Library) async throws -> Library

    /// Returns the progress of the re-evaluation from now on. Each call returns a new stream.
    nonisolated func progress() -> AsyncStream<LabelProgress>
}

extension LabelManaging {
    /// Restores the topics and rules of `before`, where there is no file with comments to restore.
    public nonisolated func restoreLabels(of before: Library, changedTo after: Library) async throws -> Library {
        try await update { $0.restoreLabels(of: before) }.after
    }
}
