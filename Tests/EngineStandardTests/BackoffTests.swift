import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Who is left in peace, and is said to be")
struct BackoffTests {
    /// A bench with one source that has asked for patience until `until`, and answers from now on.
    private func patient() async -> (bench: Bench, source: ScriptedSource, until: Timestamp) {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(3, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60))
        bench.add("source", source, traits: .feed)
        let until = bench.now.advanced(by: .seconds(600))
        source.manner.fault = SupplierError(.rateLimited, "Later.", retryAt: until)
        await bench.refresh()
        source.manner.fault = nil
        return (bench, source, until)
    }

    private func leave(_ bench: Bench) async {
        bench.controlUnit.remove("source")
        await bench.engine.suppliersChanged()
    }

    private func expectPeace(_ bench: Bench, until: Timestamp) async throws {
        let status = try #require(await bench.engine.snapshot.suppliers.first)
        guard case .failed(let error, _) = status.condition else {
            Issue.record("It is left in peace, and said to be \(status.condition).")
            return
        }
        #expect(error.code == .rateLimited)
        #expect(status.peace(at: bench.time.now())?.until == until)
        #expect(status.peace(at: bench.time.now())?.reason == .wished)
        #expect(status.peace(at: until) == nil)
    }

    @Test("a restart keeps the patience that a source asked for, and that it failed with it, until it is over")
    func restart() async throws {
        let (bench, source, until) = await patient()
        await bench.engine.restartSuppliers()
        await bench.refresh()
        #expect(source.requests.count == 1)
        try await expectPeace(bench, until: until)
        bench.time.set(until)
        await bench.refresh()
        #expect(source.requests.count == 2)
        #expect(await bench.engine.snapshot.suppliers.first?.condition == .well)
    }

    @Test("who joins again unasked is left in peace as before, and said to be")
    func joining() async throws {
        let (bench, source, until) = await patient()
        await leave(bench)
        bench.add("source", source, traits: .feed)
        await bench.engine.suppliersChanged()
        await bench.refresh()
        #expect(source.requests.count == 1)
        try await expectPeace(bench, until: until)
    }

    @Test("who joins again and has answered somebody meanwhile is asked: its patience is over")
    func answered() async throws {
        let (bench, source, _) = await patient()
        await leave(bench)
        bench.add("source", source, traits: .feed)
        await bench.engine.suppliersChanged(answered: ["source": bench.time.now()])
        #expect(await bench.engine.snapshot.suppliers.first?.condition == .neverAsked)
        await bench.refresh()
        #expect(source.requests.count == 2)
    }

    @Test("who joins again and answered somebody before it asked for patience is left in peace")
    func answeredBefore() async throws {
        let (bench, source, until) = await patient()
        let earlier = bench.now.advanced(by: .seconds(-1))
        await leave(bench)
        bench.add("source", source, traits: .feed)
        await bench.engine.suppliersChanged(answered: ["source": earlier])
        await bench.refresh()
        #expect(source.requests.count == 1)
        try await expectPeace(bench, until: until)
    }

    @Test("who keeps failing is said to be left in peace until it is asked again; a restart has it asked at once")
    func failing() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.manner.fault = SupplierError(.refused, "404.")
        bench.add("source", source, traits: .feed)
        for _ in 0..<4 {
            await bench.refresh()
            #expect(await bench.engine.snapshot.suppliers.first?.peace(at: bench.time.now()) == nil)
        }
        await bench.refresh()
        await bench.refresh()
        #expect(source.requests.count == 5)
        let peace = try #require(await bench.engine.snapshot.suppliers.first?.peace(at: bench.time.now()))
        #expect(peace.reason == .failing)
        await bench.engine.restartSuppliers()
        #expect(await bench.engine.snapshot.suppliers.first?.peace(at: bench.time.now()) == nil)
        await bench.refresh()
        #expect(source.requests.count == 6)
    }

    @Test("peace ends when the next refresh asks, and not before")
    func end() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.manner.fault = SupplierError(.refused, "404.")
        bench.add("source", source, traits: .feed)
        for _ in 0..<5 { await bench.refresh() }
        let peace = try #require(await bench.engine.snapshot.suppliers.first?.peace(at: bench.time.now()))
        bench.time.set(peace.until.advanced(by: .milliseconds(-1)))
        await bench.refresh()
        #expect(source.requests.count == 5)
        bench.time.set(peace.until)
        await bench.refresh()
        #expect(source.requests.count == 6)
    }
}
