import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("An engine for one supplier")
struct SingleSupplierTests {
    @Test("An engine for one supplier reads a thread to its end and leaves no gap")
    func thread() async throws {
        let time = ManualTimeSource()
        let source = ScriptedSource()
        source.add(95, newest: time.now().advanced(by: .seconds(-1)), every: .seconds(20))
        let supplier = ScriptedSupplier("thread", source, traits: SupplierTraits(maximumPageItems: 20), time: time)
        let store = MemoryTrackStore()
        let engine = StandardEngine(
            controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time,
            processor: SingleSupplierTrackProcessor())
        engine.refresh()
        await engine.waitUntilIdle()
        let first = try await store.counts(in: .all).total
        #expect(first >= 30)
        #expect(first < 95)
        let gap = try #require(await engine.snapshot.gaps.first)
        engine.fill(gap.id, from: .newer, amount: .all)
        await engine.waitUntilIdle()
        #expect(try await store.counts(in: .all).total == 95)
        #expect(await engine.snapshot.gaps.isEmpty)
        #expect(source.requests.count == 5)
    }

    @Test("An engine for one supplier reports a second too dense for its source")
    func tooDense() async throws {
        let bench = Bench(processor: SingleSupplierTrackProcessor())
        let second = bench.now.advanced(by: .seconds(-100))
        let source = ScriptedSource((0..<90).map { .init(id: "dense\($0)", time: second, order: Int64($0)) })
        source.add(5, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10))
        source.behavior.pagesBySecond = true
        bench.add("thread", source)
        await bench.refresh()
        #expect(await bench.gaps.flatMap(\.missing).map(\.cause) == [.tooDense, .outOfReach])
        #expect(await bench.gaps.allSatisfy { !$0.canBeFilled })
        #expect(source.requests.count < 10)
    }

    @Test("An engine for one supplier makes no request for what the user's view does not show")
    func unseen() async throws {
        let time = ManualTimeSource()
        let supplier = ScriptedSupplier("thread", ScriptedSource(), time: time)
        let order = FillPlan(
            fill: FillID(1), target: .gap(.partial), isExplicit: true,
            timeframe: .everythingBefore(time.now().flooredToSecond), view: TrackView(suppliers: ["another"]),
            record: TrackRecord(active: ["thread"]), startedAt: time.now())
        let pool = try await SingleSupplierTrackProcessor()
            .fill(order, using: QuietContext(supplier: supplier, time: time))
        #expect(pool.endReason == .bound && pool.changedSuppliers.isEmpty)
    }

    @Test("An old item in a window opens no gap below what an engine for one supplier has read")
    func olderThreshold() async throws {
        let time = ManualTimeSource()
        let now = time.now().flooredToSecond
        let supplier = ScriptedSupplier("thread", ScriptedSource(), traits: SupplierTraits(shape: .window), time: time)
        supplier.setThreshold(now.advanced(by: .seconds(-7200)))
        var state = SupplierState()
        let floor = SupplierRanges.Floor(time: now, reason: .threshold, documentCount: 1)
        state.ranges.lowerFloor(to: floor)
        let order = FillPlan(
            fill: FillID(1), target: .gap(.partial), isExplicit: true, timeframe: .everythingBefore(now),
            record: TrackRecord(supplierStates: ["thread": state], active: ["thread"]), startedAt: time.now())
        let pool = try await SingleSupplierTrackProcessor()
            .fill(order, using: QuietContext(supplier: supplier, time: time))
        #expect(pool.supplierState(of: "thread").ranges.floor == floor)
    }
}

/// A context that allows no request.
private struct QuietContext: PoolContext {
    let supplier: any Supplier
    let time: any TimeSource
    var suppliersTimeThreshold: Timestamp? { nil }

    func timeThreshold(of supplier: any Supplier) async -> Timestamp? { await supplier.timeThreshold }

    func now() -> Timestamp { time.now() }

    func suppliers(covering timeframe: Timeframe) async -> [any Supplier] { [supplier] }

    func ask(_ requests: [PoolRequest]) async { Issue.record("\(requests.map(\.supplier.id)) are asked") }

    func next() async -> PoolEvent<PoolDelivery> { .cancelled }

    func countStored(in timeframe: Timeframe, upTo limit: Int) async throws -> Int { 0 }

    func anchor(of supplier: SupplierID, at edge: Timestamp, direction: ReadDirection) async throws -> OrderKey? { nil }
}
