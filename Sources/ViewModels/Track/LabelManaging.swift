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

    /// Returns the progress of the re-evaluation from now on. Each call returns a new stream.
    nonisolated func progress() -> AsyncStream<LabelProgress>
}
