import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Reads of cancelled tasks")
struct CancelledReadTests {
    @Test("The snapshot of a cancelled task is that of the stored Track")
    func snapshot() async {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(5, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10))
        bench.add("a", source)
        await bench.refresh()
        let engine = StandardEngine(
            controlUnit: bench.controlUnit, store: ProcessStore(bench.store), time: bench.time)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await engine.snapshot
        }
        task.cancel()
        let (cancelled, stored) = (await task.value, await bench.engine.snapshot)
        #expect(cancelled.version == stored.version && !stored.visibleRanges.isEmpty)
        #expect(cancelled.visibleRanges == stored.visibleRanges && cancelled.suppliers.map(\.id) == ["a"])
    }
}
