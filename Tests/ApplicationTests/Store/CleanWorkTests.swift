import EngineConcepts
import EngineStandard
import EngineTestSupport
import FiberConfiguration
import Foundation
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
        #expect(result.removed == 2 && result.staying == nil && result.message.key == "cleaned")
        for id in read { #expect(try await timeline.store.entry(id) == nil) }
        #expect(await timeline.engine.statistics.tickets?.total == 4)
        #expect(
            progress.withLock { $0 }.contains(Message("cleanRemoving", ["count": .number(2), "total": .number(2)])))
    }

    @Test("A cleaning of sources that are not followed leaves the read items and posts of threads of others")
    func ofUnfollowed() async throws {
        let timeline = try await ScriptedTimeline()
        _ = try await timeline.refresh().run(RefreshRequest())
        _ = try await timeline.store.mark([TicketID(supplier: "near", item: "near1")], MarkChange(read: true))
        _ = try await timeline.store.mark([TicketID(supplier: "far", item: "far1")], MarkChange(starred: true))
        let old = SourceItem(
            id: "old", orderTime: timeline.time.now().advanced(by: .seconds(-100 * 86_400)),
            body: TicketBody(text: .plain("An old post.")))
        try await timeline.engine.storeBesideTrack([old], of: "near")
        // An engine that does not know the source "far", as after its removal.
        let engine = StandardEngine(
            controlUnit: ModularControlUnit([timeline.near], time: timeline.time), store: timeline.store,
            time: timeline.time)
        await engine.suppliersChanged()
        let work = CleanWork(
            engine: engine, store: timeline.store, configurationPath: timeline.home.path + "/config.toml",
            time: timeline.time)
        let counts = try await CleanRequest.ofUnfollowed.counts(in: timeline.store)
        #expect(counts.removable == ["far": 2] && counts.staying == nil)
        _ = try await work.run(.ofUnfollowed) { _ in }
        for (item, stays) in [("far1", true), ("far2", false), ("far3", false)] {
            let entry = try await timeline.store.entry(TicketID(supplier: "far", item: item))
            #expect((entry != nil) == stays, "\(item)")
        }
        for item in ["near1", "near2", "near3", "old"] {
            #expect(try await timeline.store.entry(TicketID(supplier: "near", item: item)) != nil, "\(item)")
        }
    }

    @Test("A source that is followed again after a cleaning of such sources has the items that it still delivers")
    func followedAgain() async throws {
        let timeline = try await ScriptedTimeline()
        for supplier in [timeline.near, timeline.far] { supplier.source.behavior.answersNotModified = true }
        _ = try await timeline.refresh().run(RefreshRequest())
        // An engine that does not know the source "far", as after its removal.
        let without = StandardEngine(
            controlUnit: ModularControlUnit([timeline.near], time: timeline.time), store: timeline.store,
            time: timeline.time)
        await without.suppliersChanged()
        let work = CleanWork(
            engine: without, store: timeline.store, configurationPath: timeline.home.path + "/config.toml",
            time: timeline.time)
        _ = try await work.run(.ofUnfollowed) { _ in }
        #expect(try await timeline.store.counts(in: .all).total == 3)
        let again = StandardEngine(
            controlUnit: ModularControlUnit([timeline.near, timeline.far], time: timeline.time), store: timeline.store,
            time: timeline.time)
        await again.suppliersChanged()
        again.refresh()
        await again.waitUntilIdle()
        for item in ["far1", "far2", "far3"] {
            #expect(try await timeline.store.entry(TicketID(supplier: "far", item: item)) != nil, "\(item)")
        }
        #expect(try await timeline.store.counts(in: .all).total == 6)
    }

    @Test("Requests of earlier versions are read, and they refuse one about sources that are not followed alone")
    func coding() throws {
        let sent = [
            (#"{"newestOfEach":5,"includesUnfollowed":false}"#, Retention(newestOfEach: 5)),
            (#"{"newestOfEach":5,"includesUnfollowed":true}"#, Retention(newestOfEach: 5, scope: .all)),
        ]
        for (text, retention) in sent {
            let request = try JSONDecoder().decode(CleanRequest.self, from: Data(text.utf8))
            #expect(request.retention == retention, "\(text)")
            let again = try JSONDecoder().decode(FormerRequest.self, from: JSONEncoder().encode(request))
            #expect(again.includesUnfollowed == (retention.scope == .all), "\(text)")
        }
        let encoded = try JSONEncoder().encode(CleanRequest.ofUnfollowed)
        let decoded = try JSONDecoder().decode(CleanRequest.self, from: encoded)
        #expect(decoded.retention == Retention(newestOfEach: 0, scope: .inactive))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(FormerRequest.self, from: encoded) }
    }

    /// The request as earlier versions know it.
    private struct FormerRequest: Decodable {
        let includesUnfollowed: Bool
    }
}
