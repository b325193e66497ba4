import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("An engine for one supplier")
struct SingleSupplierTests {
    @Test("reads a thread to its end, page by page, and leaves no gap")
    func thread() async throws {
        let time = ManualTimeSource()
        let source = ScriptedSource()
        source.add(95, newest: time.now().advanced(by: .seconds(-1)), every: .seconds(20))
        let supplier = ScriptedSupplier("thread", source, traits: SupplierTraits(maximumPage: 20), time: time)
        let store = MemoryTrackStore()
        let engine = StandardEngine(
            controlUnit: ModularControlUnit([supplier]), store: store, time: time,
            processor: SingleSupplierTrackProcessor())
        engine.refresh()
        await engine.settle()
        let first = try await store.counts(in: .all).total
        #expect(first >= 30)
        #expect(first < 95)
        let gap = try #require(await engine.snapshot.gaps.first)
        engine.fill(gap.id, from: .newer, amount: .all)
        await engine.settle()
        #expect(try await store.counts(in: .all).total == 95)
        #expect(await engine.snapshot.gaps.isEmpty)
        #expect(source.requests.count == 5)
    }

    @Test("says that a second is too dense for its source, instead of asking for it for ever")
    func tooDense() async throws {
        let bench = Bench(processor: SingleSupplierTrackProcessor())
        let second = bench.now.advanced(by: .seconds(-100))
        let source = ScriptedSource((0..<90).map { .init(id: "dense\($0)", time: second, order: Int64($0)) })
        source.add(5, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10))
        source.manner.pagesBySecond = true
        bench.add("thread", source)
        await bench.refresh()
        #expect(await bench.gaps.flatMap(\.missing).map(\.cause) == [.tooDense, .outOfReach])
        #expect(await bench.gaps.allSatisfy { !$0.canBeFilled })
        #expect(source.requests.count < 10)
    }
}
