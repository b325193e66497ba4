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

    /// A running watch, with the watched files that are sources themselves.
    struct Watching: Sendable {
        let watch: FileWatch
        var files: Set<String>
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

    /// Follows until the task is cancelled. Failures are reported and change nothing; so is their end.
    @concurrent
    func follow(_ watching: Watching, reportingTo messages: MessageCenter) async throws {
        let watch = watching.watch
        var files = watching.files
        var fault: ConfigurationError?
        for await _ in watch.signals {
            try await time.sleep(for: Self.pause)
            let changed = watch.collectChanges()
            var needsRefresh = !changed.isDisjoint(with: files)
            await notes.filesChanged(changed)
            if changed.contains(sources.file.path) {
                do {
                    if try await sources.reread() { needsRefresh = true }
                    // Lists of notes may have come and gone as well.
                    files = try await watched(by: watch)
                    if fault != nil { await messages.show(.libraryFixed) }
                    fault = nil
                } catch let error as ConfigurationError {
                    if error != fault { await messages.report(broken: error) }
                    fault = error
                } catch {
                    await messages.problem(error)
                }
            }
            if needsRefresh, lease.isHeld { sources.engine.refresh(.routine) }
        }
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
