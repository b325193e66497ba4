import EngineConcepts
import FiberConfiguration
import Localization
import TestSupport
import Testing
import ViewModels

@testable import fiber

/// A clock that stands still.
private struct StoppedTimeSource: TimeSource {
    func now() -> Timestamp { Timestamp(seconds: 1_800_000_000) }
    func elapsed() -> Duration { .zero }
    func sleep(until deadline: Duration) async throws { try Task.checkCancellation() }
}

@MainActor
@Suite("Changes of the configuration while a timeline is opened")
struct LiveConfigurationTests {
    /// The themes of the contents that were applied.
    @MainActor
    private final class Applied {
        var themes: [String] = []
    }

    private let directory: TemporaryDirectory
    private let messages = MessageCenter(time: StoppedTimeSource(), localizer: .english)

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ theme: String) -> String { "[appearance]\ntheme = \"\(theme)\"\n" }

    @Test("A change between reading the file and watching it is applied once")
    func changeBeforeWatching() async throws {
        let path = try directory.write(file("dusk"), to: "config.toml")
        let applied = Applied()
        var live = LiveConfiguration(last: try CheckedConfiguration(try ConfigurationFile(path: path))) { files in
            applied.themes.append(files.configuration.settings.choice("appearance.theme"))
        }
        try await live.begin(reportingTo: messages)
        #expect(applied.themes.isEmpty)
        try directory.write(file("sepia"), to: "config.toml")
        for _ in 0..<2 { try await live.begin(reportingTo: messages) }
        #expect(applied.themes == ["sepia"])
    }

    @Test("A file that was broken at the start already is not reported again")
    func brokenBefore() async throws {
        let path = try directory.write("[appearance", to: "config.toml")
        let error = try #require(throws: ConfigurationError.self) { _ = try ConfigurationFile(path: path) }
        let last = try CheckedConfiguration(ConfigurationFile(inPlaceOf: error))
        var live = LiveConfiguration(last: last) { _ in }
        try await live.begin(reportingTo: messages)
        try directory.write("\n\n[other", to: "config.toml")
        var failure: (any Error)?
        do { try await live.begin(reportingTo: messages) } catch { failure = error }
        #expect(failure is ConfigurationError)
    }
}
