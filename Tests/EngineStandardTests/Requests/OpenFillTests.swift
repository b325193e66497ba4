import EngineConcepts
import Testing

@testable import EngineStandard

@Suite("A fill that is being served")
struct OpenFillTests {
    private let plan = FillPlan(
        fill: FillID(1), target: .refresh, isExplicit: false, timeframe: nil, record: TrackRecord(active: ["feed:a"]),
        startedAt: Timestamp(seconds: 0))

    @Test("A supplier that was slow is not counted again when its request fails or is given up before it was sent")
    func slow() {
        let error = SupplierError(.timedOut, .verbatim("Timed out."))
        for event in [PoolEvent<PoolDelivery>.skipped("feed:a"), .failed("feed:a", error, of: nil)] {
            var fill = OpenFill(plan: plan, unprepared: [:])
            let slow = fill.add(.slow("feed:a"))
            let last = fill.add(event)
            #expect(slow.progress?.answeredCount == 1)
            #expect(last.progress == nil)
            #expect(fill.progress.answeredCount == 1)
        }
    }
}
