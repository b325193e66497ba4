import EngineConcepts
import EngineStandard
import FiberConfiguration
import Foundation
import Storage
import Suppliers
import ViewModels

/// Applies changes by others while a timeline is open: to `library.toml`, to notes on authors, and to followed files as
/// they grow.
struct LiveSources: Sendable {
    /// The debounce time for programs that write line by line.
    private static let pause = Duration.milliseconds(300)

    let sources: SourceService
    let notes: CommentaryService
    let lease: WriterLease
    let home: String?
    let time: any TimeSource

    /// A running watch.
    struct Watching: Sendable {
        let watch: FileWatch
        /// The watched files that are sources themselves.
        var files: Set<String>
        /// The reported fault of the library, or `nil` if it has none.
        var fault: ConfigurationError?
    }

    /// Starts watching, so that no later change is missed. Returns `nil` after a message if it cannot.
    @concurrent
    func begin(reportingTo messages: MessageCenter) async -> Watching? {
        do {
            let watch = try FileWatch()
            return Watching(watch: watch, files: try await watched(by: watch))
        } catch {
            await messages.problem(.changesNotShown, error)
            return nil
        }
    }

    /// Follows until the task is cancelled.
    @concurrent
    func follow(_ watching: Watching, reportingTo messages: MessageCenter) async throws {
        var watching = watching
        for await _ in watching.watch.signals {
            try await time.sleep(for: Self.pause)
            let needsRefresh = await apply(watching.watch.collectChanges(), to: &watching, reportingTo: messages)
            if needsRefresh, lease.isHeld { sources.engine.refresh(.routine) }
        }
    }

    /// Applies changes of files. Failures are reported and change nothing; so is their end.
    ///
    /// - Returns: True if sources are new or have new content.
    func apply(
        _ changed: Set<String>, to watching: inout Watching, reportingTo messages: MessageCenter
    ) async -> Bool {
        let hasNewContent = !changed.isDisjoint(with: watching.files)
        await notes.filesChanged(changed)
        guard changed.contains(sources.file.path) else { return hasNewContent }
        var hasNewSources = false
        do {
            hasNewSources = try await sources.reread()
            // Lists of notes may have come and gone as well.
            watching.files = try await watched(by: watching.watch)
            if watching.fault != nil { await messages.show(.libraryFixed) }
            watching.fault = nil
        } catch let error as ConfigurationError {
            if error != watching.fault { await messages.report(broken: error) }
            watching.fault = error
        } catch {
            await messages.problem(error)
        }
        return hasNewContent || hasNewSources
    }

    /// Watches all files, and returns those that are sources themselves.
    private func watched(by watch: FileWatch) async throws -> Set<String> {
        let files = try await sources.sources()
            .filter { !$0.isPaused }
            .compactMap { SourceCatalog.standard.localFile(of: $0.address, home: home) }
        watch.watch(await notes.watchedFiles.union(files + [sources.file.path]))
        return Set(files)
    }
}

extension LiveSources {
    init(_ context: AppContext) {
        self.init(
            sources: context.sources, notes: context.notes, lease: context.lease,
            home: ProcessInfo.processInfo.environment["HOME"], time: context.time)
    }
}
