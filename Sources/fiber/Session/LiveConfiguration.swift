import Application
import EngineConcepts
import FiberConfiguration
import Foundation
import Localization
import ViewModels

/// Applies changes of `config.toml` and the themes beside it. Broken lines and themes are reported once, and so is their
/// repair.
struct LiveConfiguration: LiveFiles {
    /// The contents that apply now.
    private(set) var last: CheckedConfiguration
    /// Called with changed contents.
    let onChange: @MainActor @Sendable (CheckedConfiguration) -> Void

    var path: String { last.configuration.path }

    var watchedFiles: Set<String> {
        let file = URL(fileURLWithPath: path)
        let themes = file.deletingLastPathComponent().appendingPathComponent("themes")
        // The file may be a link into a dotfiles folder, whose editor replaces it there.
        return Set([file, themes].flatMap { [$0.path, $0.resolvingSymlinksInPath().path] })
    }

    func begin() {}

    mutating func apply(_ changed: Set<String>, wasBroken: Bool, reportingTo messages: MessageCenter) async throws {
        let files = try CheckedConfiguration(try ConfigurationFile(path: path))
        guard wasBroken || !files.hasSameContent(as: last) else { return }
        let known = wasBroken ? [] : last.errors
        let warnings = files.warnings.filter { !last.warnings.contains($0) }
        let isFixed = files.errors.isEmpty && (wasBroken || !known.isEmpty)
        last = files
        // The change's own message may matter more, so it comes last.
        if isFixed { await messages.show(.configurationFixed) }
        await onChange(files)
        for warning in warnings { await messages.show(warning) }
        if files.errors != known || isFixed { await messages.report(files.errors) }
    }
}

@MainActor
extension MessageCenter {
    /// Reports failures in the files: the first on the screen with the number of others, which go to the history.
    func report(_ errors: [ConfigurationError]) {
        setFaultyFile(errors.first?.fileName, foundBy: ObjectIdentifier(CheckedConfiguration.self))
        guard let first = errors.first else { return }
        let others = errors.dropFirst()
        // The history shows the newest entry first.
        for error in others.reversed() { log(localizer(.sentences(error.brief, error.advice))) }
        let more = others.isEmpty ? "" : " " + localizer(.configurationMore, .number(others.count))
        let text = localizer(.sentences(first.brief, first.advice))
        failure(text, referring: text + more)
    }
}
