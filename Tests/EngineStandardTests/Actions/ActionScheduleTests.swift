import EngineConcepts
import EngineTestSupport
import Testing

@testable import EngineStandard

@Suite("The schedule of actions")
struct ActionScheduleTests {
    @Test("A rate limit holds actions back, but not one that a clock has set that was ahead")
    func clockSetBack() {
        let limits = ActionLimits()
        let now = Timestamp(seconds: 1_800_000_000)
        let supplier = ScriptedSupplier("a", ScriptedSource(), time: ManualTimeSource(now))
        let queue = ActionQueue([
            PendingAction(
                id: ActionID("1"), request: .ticket(.like, TicketID(supplier: "a", item: "1")), requestedAt: now,
                repetition: .safe)
        ])
        for (wait, isDue) in [(limits.maximumWait, false), (limits.maximumWait + .seconds(1), true)] {
            var schedule = ActionSchedule(limits)
            schedule[.supplier("a")].notBefore = now.advanced(by: wait)
            let next = schedule.next(in: queue, of: [.supplier(supplier)], at: now)
            #expect(next.due.count == (isDue ? 1 : 0) && (next.later == nil) == isDue)
        }
    }
}
