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

    @Test("An action that waits for earlier ones names the first of them; one on another ticket waits for none")
    func behind() {
        let error = SupplierError(.unreachable, .verbatim("no route"))
        func action(_ id: String, _ action: TicketAction, on ticket: TicketID, _ state: ActionState) -> PendingAction {
            PendingAction(
                id: ActionID(id), request: .ticket(action, ticket), requestedAt: Timestamp(seconds: 1_799_999_000),
                repetition: .safe, state: state)
        }
        let pending = [
            action("a", .like, on: ticket, .retrying(at: Timestamp(seconds: 1_800_000_000), error)),
            action("b", .reply("Yes"), on: ticket, .waiting), action("c", .bookmark, on: ticket, .waiting),
            action("d", .like, on: TicketID(supplier: "near", item: "near2"), .waiting),
        ]
        let reasons = pending.map { OutboxResult.Entry($0, in: pending).reasonNotDone }
        #expect(reasons.map { $0?.key } == ["outboxRetrying", "outboxBehind", "outboxBehind", "outboxWaiting"])
        #expect(reasons[2]?.english == "bookmark of near/near1 waits for the action a: like of near/near1.")
    }

    @Test("An unknown action is refused before those beside it are cancelled")
    func unknown() async throws {
        let action = PendingAction(
            id: ActionID("a"), request: .ticket(.like, ticket), requestedAt: Timestamp(seconds: 1_799_999_000),
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
