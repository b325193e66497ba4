import Application
import EngineConcepts
import FiberConfiguration
import Foundation
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

    mutating func begin(reportingTo messages: MessageCenter) async throws {
        do {
            try await apply([], wasBroken: false, reportingTo: messages)
        } catch let error as ConfigurationError where ConfigurationFile(inPlaceOf: error) == last.configuration {
            // The file was as broken when it was read first, and the start has said so.
            return
        }
    }

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
