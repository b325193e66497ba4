import EngineConcepts
import FiberConfiguration
import ViewModels

/// Topics and rules in `library.toml` and the store.
struct LabelService: LabelManaging {
    let file: LibraryFile
    let indexer: LabelIndexer

    /// Returns the library. The indexer hears of every change to the file, so it is seldom read again.
    @concurrent
    func library() async throws -> Library {
        if let library = await indexer.library { return library }
        return try file.read()
    }

    @concurrent
    func update(
        _ change: @escaping @Sendable (inout Library) -> Void
    ) async throws -> (before: Library, after: Library) {
        var before = Library()
        let after = try file.update { library in
            before = library
            change(&library)
        }
        try await indexer.change(to: after)
        return (before, after)
    }

    func progress() -> AsyncStream<LabelProgress> {
        indexer.progress()
    }
}

/// Topics and rules that last as long as the program, for the sample.
actor TransientLabels: LabelManaging {
    private var current: Library
    private let indexer: LabelIndexer

    init(_ library: Library, indexer: LabelIndexer) {
        current = library
        self.indexer = indexer
    }

    func library() async throws -> Library { current }

    func update(
        _ change: @escaping @Sendable (inout Library) -> Void
    ) async throws -> (before: Library, after: Library) {
        let before = current
        change(&current)
        current.keepTopicNumbers(after: before)
        let after = current
        try await indexer.change(to: after)
        return (before, after)
    }

    nonisolated func progress() -> AsyncStream<LabelProgress> {
        indexer.progress()
    }
}
