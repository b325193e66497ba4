import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import ViewModels

/// Applies changes of `config.toml` and the themes beside it while a timeline is open.
struct LiveConfiguration: Sendable {
    /// The debounce time for editors that write in several steps.
    private static let pause = Duration.milliseconds(300)

    /// The path of `config.toml`.
    let path: String
    let time: any TimeSource

    /// Starts watching, so that no later change is missed. Returns `nil` after a message if it cannot.
    func begin(reportingTo messages: MessageCenter) async -> FileWatch? {
        do {
            let watch = try FileWatch()
            let file = URL(fileURLWithPath: path)
            let themes = file.deletingLastPathComponent().appendingPathComponent("themes")
            // The file may be a link into a dotfiles folder, whose editor replaces it there.
            watch.watch(Set([file, themes].flatMap { [$0.path, $0.resolvingSymlinksInPath().path] }))
            return watch
        } catch {
            await messages.problem(.notReadAgain, .text(path), .message(Message(error)))
            return nil
        }
    }

    /// Passes the files' contents to `apply` after each change until the task is cancelled. A broken file is reported
    /// with line and column and changes nothing; broken lines and themes are reported once, and so is their repair.
    func follow(
        _ watch: FileWatch, from files: ReaderFiles, reportingTo messages: MessageCenter,
        apply: @MainActor (ReaderFiles) -> Void
    ) async throws {
        var last = files
        var fault: ConfigurationError?
        for await _ in watch.signals {
            try await time.sleep(for: Self.pause)
            guard !watch.collectChanges().isEmpty else { continue }
            do {
                let files = try ReaderFiles(try ConfigurationFile(path: path))
                guard fault != nil || !files.hasSameContent(as: last) else { continue }
                let known = fault == nil ? last.errors : []
                let remarks = files.remarks.filter { !last.remarks.contains($0) }
                let isFixed = files.errors.isEmpty && (fault != nil || !known.isEmpty)
                fault = nil
                last = files
                // The change's own message may matter more, so it comes last.
                if isFixed { await messages.show(.configurationFixed) }
                await apply(files)
                for remark in remarks { await messages.show(remark) }
                if files.errors != known { await messages.report(files.errors) }
            } catch let error as ConfigurationError {
                guard error != fault else { continue }
                fault = error
                await messages.report(broken: error)
            }
        }
    }
}

@MainActor
extension MessageCenter {
    /// Reports faults in the files: the first on the screen with the number of others, which go to the history.
    func report(_ errors: [ConfigurationError]) {
        guard let first = errors.first else { return }
        let others = errors.dropFirst()
        // The history shows the newest entry first.
        for error in others.reversed() { log(localizer(.sentences(error.brief, error.advice))) }
        let more = others.isEmpty ? "" : " " + localizer(.configurationMore, .number(others.count))
        problem(localizer(.sentences(first.brief, first.advice)) + more)
    }

    /// Reports that a watched file cannot be read.
    func report(broken error: ConfigurationError) {
        problem(.configurationBroken, .message(error.brief))
    }
}
