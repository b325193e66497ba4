import EngineConcepts
import EngineStandard
import EngineTestSupport
import FiberConfiguration
import Storage
import TestSupport
import Testing

@testable import Application

@Suite("Cleanings of a command or of the Fiber on the screen")
struct CleanWorkTests {
    @Test("Read items below the limit are removed, and unread ones stay")
    func removes() async throws {
        let timeline = try await ScriptedTimeline()
        _ = try await timeline.refresh().run(RefreshRequest())
        let read = ["far1", "far2"].map { TicketID(supplier: "far", item: $0) }
        _ = try await timeline.store.mark(read + [TicketID(supplier: "near", item: "near1")], MarkChange(read: true))
        let progress = WaitableState<[Message]>([])
        let work = CleanWork(
            engine: timeline.engine, store: timeline.store,
            configurationPath: timeline.home.path + "/config.toml", time: timeline.time)
        let limit = timeline.time.now().advanced(by: .seconds(-1800))
        let result = try await work.run(CleanRequest(oldest: limit)) { message in
            progress.withLock { $0.append(message) }
        }
        #expect(result.key == "cleaned")
        for id in read { #expect(try await timeline.store.entry(id) == nil) }
        #expect(await timeline.engine.statistics.tickets?.total == 4)
        #expect(
            progress.withLock { $0 }.contains(Message("cleanRemoving", ["count": .number(2), "total": .number(2)])))
    }
}
