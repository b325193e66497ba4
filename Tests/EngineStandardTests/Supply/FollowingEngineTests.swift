import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport
import Testing

@Suite("An engine that may not change the Track")
struct FollowingEngineTests {
    @Test("An engine that may not change the Track shows at once that a supplier was paused")
    func suppliers() async throws {
        let bench = ActionBench()
        await bench.add("a")
        let engine = bench.makeEngine { Message("Another process holds the lease.", [:]) }
        #expect(await engine.snapshot.suppliers.map(\.isPaused) == [false])
        bench.controlUnit.setPaused(true, for: "a")
        await engine.suppliersChanged()
        #expect(await engine.snapshot.suppliers.map(\.isPaused) == [true])
    }
}
