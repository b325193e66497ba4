import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import ViewModels

/// Lets an open timeline follow the reader's own files: `config.toml`, and the themes beside it.
struct LiveConfiguration: Sendable {
    /// Who writes in several steps, as editors do, is waited for so long.
    private static let pause = Duration.milliseconds(300)

    /// Where `config.toml` is.
    let path: String
    let time: any TimeSource

    /// Begins to watch: what changes from now on is not missed. Nil where that cannot be, which is told.
    func begin(telling messages: MessageCenter, in wording: Localizer) async -> FileWatch? {
        do {
            let watch = try FileWatch()
            let file = URL(fileURLWithPath: path)
            let themes = file.deletingLastPathComponent().appendingPathComponent("themes")
            // The file may be a link into a collection of such files, whose editor replaces it there.
            watch.watch(Set([file, themes].flatMap { [$0.path, $0.resolvingSymlinksInPath().path] }))
            return watch
        } catch {
            await messages.problem(wording(.notReadAgain, .words(path), .words(wording.words(for: error))))
            return nil
        }
    }

    /// Gives `take` what the files say, each time that they say something else, until the task is cancelled. A broken file is
    /// told with its place, and changes nothing; so is what is wrong with a line or a theme, once; and that all is well again.
    func follow(
        _ watch: FileWatch, from files: ReaderFiles, telling messages: MessageCenter, in wording: Localizer,
        take: @MainActor (ReaderFiles) -> Void
    ) async throws {
        var last = files
        var fault: ConfigurationError?
        for await _ in watch.signals {
            try await time.sleep(for: Self.pause)
            guard !watch.take().isEmpty else { continue }
            do {
                let files = try ReaderFiles(try ConfigurationFile(path: path))
                guard fault != nil || !files.says(sameAs: last) else { continue }
                let known = fault == nil ? last.complaints : []
                let remarks = files.remarks.filter { !last.remarks.contains($0) }
                let isMended = files.complaints.isEmpty && (fault != nil || !known.isEmpty)
                fault = nil
                last = files
                // What the change brings with it may be more worth the reader's eye, and is said after it.
                if isMended { await messages.note(wording(.configurationWell)) }
                await take(files)
                for remark in remarks { await messages.note(remark) }
                if files.complaints != known { await messages.tell(files.complaints, in: wording) }
            } catch let error as ConfigurationError {
                guard error != fault else { continue }
                fault = error
                await messages.tell(broken: error, in: wording)
            }
        }
    }
}

@MainActor
extension MessageCenter {
    /// Says what is wrong in the reader's files: the first fault on the screen, and how many are in the history beside it.
    func tell(_ complaints: [ConfigurationError], in wording: Localizer) {
        guard let first = complaints.first else { return }
        let others = complaints.dropFirst()
        // The newest stands first in the history.
        for complaint in others.reversed() { log(wording.ofTroubles("\(complaint.brief) \(complaint.advice)")) }
        let more = others.isEmpty ? "" : " " + wording(.configurationMore, .number(others.count))
        problem(wording.ofTroubles("\(first.brief) \(first.advice)") + more)
    }

    /// Says that a file that is followed cannot be read as it is now.
    func tell(broken error: ConfigurationError, in wording: Localizer) {
        problem(wording(.configurationBroken, .words(wording.ofTroubles(error.brief))))
    }
}
