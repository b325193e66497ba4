import EngineConcepts
import EngineStandard
import FiberConfiguration
import Localization
import Suppliers
import ViewModels

/// Lets an open timeline follow what others change meanwhile: what is followed, as `library.toml` says, and the files that
/// are followed, as they grow.
struct LiveSources: Sendable {
    /// Who writes line by line is listened to so often.
    private static let pause = Duration.milliseconds(300)

    let sources: SourceService
    let right: WriterLease
    let home: String?
    let time: any TimeSource

    /// A watch over what can change, and the files of it that are sources themselves.
    struct Watching {
        let watch: FileWatch
        var files: Set<String>
    }

    /// Begins to watch: what changes from now on is not missed. Nil where that cannot be, which is told.
    func begin(telling messages: MessageCenter, in wording: Localizer) async -> Watching? {
        do {
            let watch = try FileWatch()
            return Watching(watch: watch, files: try await watched(by: watch))
        } catch {
            await messages.problem(wording(.notFollowed, .words(wording.words(for: error))))
            return nil
        }
    }

    /// Follows until the task is cancelled. What goes wrong is told, and changes nothing; so is that it is well again.
    func follow(_ watching: Watching, telling messages: MessageCenter, in wording: Localizer) async throws {
        let watch = watching.watch
        var files = watching.files
        var fault: ConfigurationError?
        for await _ in watch.signals {
            try await time.sleep(for: Self.pause)
            let changed = watch.take()
            var isNews = !changed.isDisjoint(with: files)
            if changed.contains(sources.file.path) {
                do {
                    if try await sources.reread() {
                        files = try await watched(by: watch)
                        isNews = true
                    }
                    if fault != nil { await messages.note(wording(.libraryWell)) }
                    fault = nil
                } catch let error as ConfigurationError {
                    guard error != fault else { continue }
                    fault = error
                    await messages.tell(broken: error, in: wording)
                } catch {
                    await messages.problem(wording.words(for: error))
                }
            }
            if isNews, right.obstacle == nil { sources.engine.refresh(.routine) }
        }
    }

    /// Watches what there is to watch; answers the files that are sources themselves.
    private func watched(by watch: FileWatch) async throws -> Set<String> {
        let files = try await sources.sources()
            .filter { !$0.isPaused }
            .compactMap { SupplierRegistry.localFile(of: $0.address, home: home) }
        watch.watch(Set(files + [sources.file.path]))
        return Set(files)
    }
}
