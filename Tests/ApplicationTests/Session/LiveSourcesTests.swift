import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Foundation
import Localization
import Suppliers
import Synchronization
import TestSupport
import Testing
import ViewModels

@testable import Application

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

    /// Follows the file of lines, and watches it. `refreshes` counts the refreshes.
    private func watching(
        _ work: (_ context: AppContext, _ live: inout LiveWatch<LiveSources>, _ refreshes: Counter) async throws -> Void
    ) async throws {
        try await AppContext.running(in: home) { context in
            _ = try await context.sources.follow([SourceCatalog.standard.source(at: "file:\(lines)")])
            let refreshes = Counter()
            let sources = LiveSources(sources: context.sources, notes: context.notes, home: nil) { refreshes.add() }
            var live = await LiveWatch.begin(sources, reportingTo: messages, time: ManualTimeSource())
            try await work(context, &live, refreshes)
        }
    }

    @Test("A followed file is refreshed after its change, also while the library is broken")
    func brokenLibrary() async throws {
        try await watching { context, live, refreshes in
            let library = context.sources.file.path
            let sound = try String(contentsOfFile: library, encoding: .utf8)
            for text in ["[[source", "[[source"] {
                try text.write(toFile: library, atomically: true, encoding: .utf8)
                await live.apply([library, lines])
            }
            #expect(refreshes.count == 2)
            // The same fault is reported once, also after the change of another file.
            await live.apply([lines])
            #expect(refreshes.count == 3)
            #expect(messages.history.count == 1)
            #expect(messages.faultyFile == "library.toml")
            try sound.write(toFile: library, atomically: true, encoding: .utf8)
            await live.apply([library])
            #expect(messages.faultyFile == nil)
            #expect(refreshes.count == 3)
            #expect(messages.history.count == 2)
        }
    }

    @Test("The sources stay while the library is missing or empty", arguments: ["", "\n", nil] as [String?])
    func blankLibrary(text: String?) async throws {
        try await watching { context, live, refreshes in
            let library = context.sources.file.path
            let sound = try String(contentsOfFile: library, encoding: .utf8)
            if let text {
                try text.write(toFile: library, atomically: true, encoding: .utf8)
            } else {
                try FileManager.default.removeItem(atPath: library)
            }
            await live.apply([library])
            #expect(!context.sources.active.isEmpty)
            #expect(messages.history.last?.text.hasPrefix("library.toml: It is missing or empty.") == true)
            try sound.write(toFile: library, atomically: true, encoding: .utf8)
            await live.apply([library])
            #expect(messages.history.count == 2 && refreshes.count == 0)
        }
    }

    @Test("The first source that a command adds while the sample is open is noticed once")
    func firstSource() async throws {
        let file = LibraryFile(path: home.path + "/library.toml")
        let found = Counter()
        var live = await LiveWatch.begin(
            FirstSourceDetector(file: file) { found.add() }, reportingTo: messages, time: ManualTimeSource())
        #expect(found.count == 0)
        for number in 1...2 {
            let source = SourceDescription(id: SupplierID("file:\(number)"), address: "file:/\(number)")
            _ = try file.update { $0.put(source) }
            await live.apply([file.path])
            #expect(found.count == 1)
        }
    }

    @Test("A source that a command adds between the start and the watching is refreshed")
    func sourceBeforeWatching() async throws {
        try await AppContext.running(in: home) { context in
            _ = try context.sources.file.update { library in
                library.put(SourceDescription(id: "file:lines", address: "file:\(lines)"))
            }
            let refreshes = Counter()
            let sources = LiveSources(sources: context.sources, notes: context.notes, home: nil) { refreshes.add() }
            let live = await LiveWatch.begin(sources, reportingTo: messages, time: ManualTimeSource())
            #expect(context.sources.active.all.map(\.id) == ["file:lines"])
            #expect(refreshes.count == 1)
            #expect(live.files.files == [lines])
        }
    }

    @Test("A source that a command has added is refreshed, and its file is watched from then on")
    func newSource() async throws {
        let other = try home.write("{\"title\":\"Another line\",\"id\":\"1\"}\n", to: "other.jsonl")
        try await watching { context, live, refreshes in
            _ = try context.sources.file.update { library in
                library.put(SourceDescription(id: "file:other", address: "file:\(other)"))
            }
            #expect(!live.files.files.contains(other))
            await live.apply([context.sources.file.path])
            #expect(refreshes.count == 1)
            #expect(live.files.files == [lines, other])
            #expect(messages.history.isEmpty)
        }
    }
}

/// Counts calls.
private final class Counter: Sendable {
    private let calls = Mutex(0)

    var count: Int { calls.withLock(\.self) }

    func add() { calls.withLock { $0 += 1 } }
}
