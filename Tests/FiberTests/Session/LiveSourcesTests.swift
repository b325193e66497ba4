import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Foundation
import Localization
import Suppliers
import TestSupport
import Testing
import ViewModels

@testable import fiber

@MainActor
@Suite("Changes by others while a timeline is open")
struct LiveSourcesTests {
    private let home: TemporaryDirectory
    private let lines: String
    private let messages = MessageCenter(time: ManualTimeSource(), localizer: .english)

    init() throws {
        home = try TemporaryDirectory()
        lines = try home.write("{\"title\":\"A line\",\"id\":\"1\"}\n", to: "lines.jsonl")
    }

    /// Follows the file of lines, and watches it.
    private func watching(
        _ work: (AppContext, LiveSources, inout LiveSources.Watching) async throws -> Void
    ) async throws {
        try await AppContext.running(in: home) { context in
            _ = try await context.sources.follow([SourceCatalog.standard.source(at: "file:\(lines)")])
            let live = LiveSources(context)
            var watching = try #require(await live.begin(reportingTo: messages))
            try await work(context, live, &watching)
        }
    }

    @Test("A followed file is refreshed after its change, also while the library is broken")
    func brokenLibrary() async throws {
        try await watching { context, live, watching in
            let library = context.sources.file.path
            let sound = try String(contentsOfFile: library, encoding: .utf8)
            for text in ["[[source", "[[source"] {
                try text.write(toFile: library, atomically: true, encoding: .utf8)
                let needsRefresh = await live.apply([library, lines], to: &watching, reportingTo: messages)
                #expect(needsRefresh)
            }
            // The same fault is reported once.
            #expect(messages.history.count == 1)
            try sound.write(toFile: library, atomically: true, encoding: .utf8)
            let needsRefresh = await live.apply([library], to: &watching, reportingTo: messages)
            #expect(!needsRefresh)
            #expect(messages.history.count == 2)
        }
    }

    @Test("A source that a command has added is refreshed, and its file is watched from then on")
    func newSource() async throws {
        let other = try home.write("{\"title\":\"Another line\",\"id\":\"1\"}\n", to: "other.jsonl")
        try await watching { context, live, watching in
            _ = try context.sources.file.update { library in
                library.put(SourceDescription(id: "file:other", address: "file:\(other)"))
            }
            #expect(!watching.files.contains(other))
            let needsRefresh = await live.apply(
                [context.sources.file.path], to: &watching, reportingTo: messages)
            #expect(needsRefresh)
            #expect(watching.files == [lines, other])
            #expect(messages.history.isEmpty)
        }
    }
}
