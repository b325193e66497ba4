import EngineConcepts
import FiberConfiguration
import Foundation
import Storage
import Suppliers
package import ViewModels

/// Applies changes by others to `library.toml`, to notes on authors, and to followed files as they grow.
package struct LiveSources: LiveFiles {
    let sources: SourceService
    let notes: AuthorNoteService
    let home: String?
    /// Refreshes sources that are new or have new content.
    let refresh: @Sendable () -> Void
    /// The watched files that are sources themselves.
    private(set) var files: Set<String> = []

    /// The path of `library.toml`.
    var path: String { sources.file.path }

    package var watchedFiles: Set<String> {
        get async { await notes.watchedFiles.union(files).union([path]) }
    }

    package mutating func begin(reportingTo messages: MessageCenter) async throws {
        if try await sources.reread() { refresh() }
        files = try await localFiles()
    }

    package mutating func apply(
        _ changed: Set<String>, wasBroken: Bool, reportingTo messages: MessageCenter
    ) async throws {
        let watched = await watchedFiles
        var needsRefresh = !changed.isDisjoint(with: files)
        // Followed files are read also while the library is broken.
        defer { if needsRefresh { refresh() } }
        await notes.filesChanged(changed)
        guard wasBroken || changed.contains(path) else { return }
        if try await sources.reread() { needsRefresh = true }
        files = try await localFiles()
        // Files that begin to be watched come as changed next, and lead to the refresh: one now could read them before they are
        // watched, and would ask failing servers once more than needed.
        if !files.isSubset(of: watched) { needsRefresh = false }
        if wasBroken { await messages.show(.libraryFixed) }
    }

    /// Returns the files that are sources themselves.
    private func localFiles() async throws -> Set<String> {
        let followed = try await sources.sources().filter { !$0.isPaused }
        return Set(followed.compactMap { SourceCatalog.standard.localFile(of: $0.address, home: home) })
    }
}

extension LiveSources {
    package init(_ context: AppContext) {
        self.init(
            sources: context.sources, notes: context.notes, home: ProcessInfo.processInfo.environment["HOME"],
            refresh: { if context.lease.isHeld { context.engine.refresh(.change) } })
    }
}
