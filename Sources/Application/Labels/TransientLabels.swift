package import EngineConcepts
package import FiberConfiguration
import ViewModels

/// Topics and rules that last as long as the program, for the sample.
package actor TransientLabels: LabelManaging {
    private var current: Library
    private let indexer: LabelIndexer

    package init(_ library: Library, indexer: LabelIndexer) {
        current = library
        self.indexer = indexer
    }

    package func library() async throws -> Library { current }

    package func update(
        _ change: @escaping @Sendable (inout Library) -> Void
    ) async throws -> (before: Library, after: Library) {
        let before = current
        change(&current)
        current.keepTopicNumbers(after: before)
        let after = current
        try await indexer.change(to: after)
        return (before, after)
    }

    package nonisolated func progress() -> AsyncStream<LabelProgress> { indexer.progress() }
}
