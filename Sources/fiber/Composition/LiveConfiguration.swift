import EngineConcepts
import FiberConfiguration
import Foundation
import ViewModels

/// Lets an open timeline follow the reader's own files: `config.toml`, and the themes beside it.
struct LiveConfiguration: Sendable {
    /// Who writes in several steps, as editors do, is waited for so long.
    private static let pause = Duration.milliseconds(300)

    /// Where `config.toml` is.
    let path: String
    let time: any TimeSource

    /// Begins to watch: what changes from now on is not missed. Nil where that cannot be, which is told.
    func begin(telling messages: MessageCenter) async -> FileWatch? {
        do {
            let watch = try FileWatch()
            let file = URL(fileURLWithPath: path)
            let themes = file.deletingLastPathComponent().appendingPathComponent("themes")
            // The file may be a link into a collection of such files, whose editor replaces it there.
            watch.watch(Set([file, themes].flatMap { [$0.path, $0.resolvingSymlinksInPath().path] }))
            return watch
        } catch {
            await messages.problem("\(path) is not read again while Fiber runs: \(error)")
            return nil
        }
    }

    /// Gives `take` what the files say, each time that they say something else, until the task is cancelled. A broken file is
    /// told with its place, and changes nothing; so is what is wrong with a line or a theme, once.
    func follow(
        _ watch: FileWatch, from files: ReaderFiles, telling messages: MessageCenter,
        take: @MainActor (ReaderFiles) -> Void
    ) async throws {
        var last = files
        for await _ in watch.signals {
            try await time.sleep(for: Self.pause)
            guard !watch.take().isEmpty else { continue }
            do {
                let files = try ReaderFiles(try ConfigurationFile(path: path))
                guard !files.says(sameAs: last) else { continue }
                let known = last.complaints
                last = files
                await take(files)
                for complaint in files.complaints where !known.contains(complaint) {
                    await messages.problem(complaint.description)
                }
            } catch {
                await messages.problem("\(error)\nWhat the file said before holds on.")
            }
        }
    }
}
