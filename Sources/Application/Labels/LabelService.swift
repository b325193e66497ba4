package import EngineConcepts
package import FiberConfiguration
import ViewModels

/// Topics and rules in `library.toml` and the store.
package struct LabelService: LabelManaging {
    let file: LibraryFile
    package let indexer: LabelIndexer

    /// Returns the library. The indexer receives every change of the file, so the file is seldom read again.
    @concurrent
    package func library() async throws -> Library {
        if let library = await indexer.library { return library }
        return try file.read()
    }

    @concurrent
    package func update(
        _ change: @escaping @Sendable (inout Library) -> Void
    ) async throws -> (before: Library, after: Library) {
        try await indexer.inLibraryTurn {
            var before = Library()
            let after = try file.update { library in
                before = library
                change(&library)
            }
            try await indexer.change(to: after)
            return (before, after)
        }
    }

    @concurrent
    package func restoreLabels(of before: Library, changedTo after: Library) async throws -> Library {
        try await indexer.inLibraryTurn {
            let restored = try file.restoreLabels(of: before, changedTo: after)
            try await indexer.change(to: restored)
            return restored
        }
    }

    /// Waits until all stored tickets have their current labels, and reports the progress.
    func finish(reportingTo reporter: any Reporter) async throws {
        try await indexer.finish { progress in
            guard progress.total > 0, !progress.isComplete else { return }
            let percent = progress.done * 100 / progress.total
            reporter.progress(Message("labellingPercent", ["percent": .number(percent)]))
        }
        reporter.progress(nil)
    }

    package func progress() -> AsyncStream<LabelProgress> { indexer.progress() }
}
