public import EngineConcepts
public import FiberConfiguration
import Queries

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

nonisolated extension Library {
    /// All topics in the order of the number keys: pinned ones first.
    var topicsByKey: [Topic] {
        let all = allTopics
        return all.filter(\.isPinned) + all.filter { !$0.isPinned }
    }
}
