public import EngineConcepts
public import FiberConfiguration

/// Keeps topics and rules, and lets the store decide by them.
public protocol LabelManaging: Sendable {
    /// Sources, topics and rules as they are now.
    nonisolated func library() async throws -> Library

    /// Changes topics and rules. The store decides anew in the background, newest tickets first.
    ///
    /// - Returns: What there was before, and what there is now.
    nonisolated func update(
        _ change: @escaping @Sendable (inout Library) -> Void
    ) async throws -> (before: Library, after: Library)

    /// How far the store is with deciding anew, from now on. Each call starts a stream of its own.
    nonisolated func progress() -> AsyncStream<LabelProgress>
}

nonisolated extension Library {
    /// Takes topics and rules from another library, those that sources name too.
    public nonisolated mutating func restoreLabels(of other: Library) {
        self = Library(
            sources: sources.map { source in
                var restored = source
                if let former = other.source(source.id) { restored.topics = former.topics }
                return restored
            }, topics: other.topics, rules: other.rules)
    }
}
