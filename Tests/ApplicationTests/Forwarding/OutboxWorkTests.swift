import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport
import Testing

@testable import Application

@Suite("Actions of a command, sent by it or by the Fiber on the screen")
struct OutboxWorkTests {
    private let ticket = TicketID(supplier: "near", item: "near1")

    private func work(_ timeline: ScriptedTimeline) -> OutboxWork {
        OutboxWork(engine: timeline.engine, holdsLease: { true }, time: timeline.time)
    }

    @Test("An action that the source takes is done, and one that it refuses has the reason")
    func performs() async throws {
        let timeline = try await ScriptedTimeline()
        _ = try await timeline.refresh().run(RefreshRequest())
        let done = try await work(timeline).run(OutboxRequest(acts: [.ticket(.like, ticket)]))
        #expect(done.entries.map(\.state) == [.done])
        #expect(done.entries.first?.reasonNotDone == nil)
        timeline.near.recorder.behavior = .refusing(SupplierError(.refused, .verbatim("not today")))
        let other = TicketID(supplier: "near", item: "near2")
        let refused = try await work(timeline).run(OutboxRequest(acts: [.ticket(.like, other)]))
        #expect(refused.entries.map(\.state) == [.refused])
        #expect(refused.entries.first?.reasonNotDone?.key == "outboxRefused")
    }

    @Test("An unknown action is refused before those beside it are cancelled")
    func unknown() async throws {
        let action = PendingAction(
            id: ActionID("a"), action: .like, ticket: ticket, requestedAt: Timestamp(seconds: 1_799_999_000),
            repetition: .safe)
        let timeline = try await ScriptedTimeline(waiting: [action])
        let failure = await #expect(throws: CommandFailure.self) {
            _ = try await work(timeline).run(OutboxRequest(cancelled: [ActionID("a"), ActionID("b")]))
        }
        #expect(failure?.message == Message("outboxUnknown", ["id": .text("b")]))
        #expect(await timeline.engine.pendingActions.map(\.id) == [ActionID("a")])
        let cancelled = try await work(timeline).run(OutboxRequest(cancelled: [ActionID("a")]))
        #expect(cancelled.entries.map(\.state) == [.cancelled])
        #expect(await timeline.engine.pendingActions.isEmpty)
    }
}
