import EngineConcepts
import EngineStandard
import EngineTestSupport
import FiberConfiguration
import Storage
import TestSupport
import Testing

@testable import Application

@Suite("The daily cleaning")
struct RetentionTaskTests {
    @Test("Nothing is cleaned while the file, a line about retention or the choices cannot be read, and only then")
    func unreadable() async throws {
        let timeline = try await ScriptedTimeline()
        let old = SourceItem(
            id: "old", orderTime: timeline.time.now().advanced(by: .seconds(-100 * 86_400)),
            body: TicketBody(text: .plain("An old post.")))
        try await timeline.engine.storeBesideTrack([old], of: "near")
        let path = timeline.home.path + "/config.toml"
        let task = RetentionTask(
            engine: timeline.engine, store: timeline.store, configurationPath: path, time: timeline.time)
        let work = CleanWork(
            engine: timeline.engine, store: timeline.store, configurationPath: path, time: timeline.time)
        let id = TicketID(supplier: "near", item: "old")
        let broken = [
            "[retention\nthread-days = 0\n", "[retention]\nthread-days = \"0\"\n", "[retention]\nthread-day = 0\n",
            "thread-days = 0\n", "[retenton]\nthread-days = 0\n",
        ]
        for text in broken {
            try timeline.home.write(text, to: "config.toml")
            try await task.clean()
            await #expect(throws: ConfigurationError.self, "\(text)") {
                _ = try await work.run(CleanRequest()) { _ in }
            }
            #expect(try await timeline.store.entry(id) != nil, "\(text)")
        }
        try timeline.home.write("[retention]\nthread-days = 0\n", to: "config.toml")
        try await task.clean()
        #expect(try await timeline.store.entry(id) != nil)
        try timeline.home.write("[retention]\nthread-days = 90\n", to: "config.toml")
        try await timeline.store.setSetting("settings", to: "{")
        try await task.clean()
        let failure = await #expect(throws: ConfigurationError.self) {
            _ = try await work.run(CleanRequest()) { _ in }
        }
        #expect(failure?.file == timeline.store.path && failure?.failure.key == "choicesUnreadable")
        #expect(try await timeline.store.entry(id) != nil)
        try await timeline.store.setSetting("settings", to: nil)
        try await task.clean()
        #expect(try await timeline.store.entry(id) == nil)
    }

    @Test("A clock that is years ahead removes nothing, until an item of that time arrives")
    func clockAhead() async throws {
        let timeline = try await ScriptedTimeline()
        _ = try await timeline.refresh().run(RefreshRequest())
        let id = TicketID(supplier: "near", item: "near1")
        _ = try await timeline.store.mark([id], MarkChange(read: true))
        let path = try timeline.home.write("[retention]\nread-days = 30\n", to: "config.toml")
        let task = RetentionTask(
            engine: timeline.engine, store: timeline.store, configurationPath: path, time: timeline.time)
        timeline.time.set(timeline.time.now().advanced(by: .seconds(10 * 365 * 86_400)))
        try await task.clean()
        #expect(try await timeline.store.entry(id) != nil)
        let byCommand = CleanRequest(oldest: timeline.time.now().advanced(by: .seconds(-30 * 86_400)))
        let refusal = await #expect(throws: CommandFailure.self) {
            try await byCommand.requirePlausibleAge(in: timeline.store)
        }
        #expect(refusal?.message.key == "cleanClockAhead" && refusal?.status == .failed)
        let now = timeline.time.now().advanced(by: .seconds(-1))
        timeline.near.source.add([ScriptedSource.Post(id: "new", time: now)])
        _ = try await timeline.refresh().run(RefreshRequest())
        try await byCommand.requirePlausibleAge(in: timeline.store)
        try await task.clean()
        #expect(try await timeline.store.entry(id) == nil)
    }
}
