import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Backoff of suppliers")
struct BackoffTests {
    /// Returns a bench with one source that has set a rate limit until `until` and answers from now on.
    private func rateLimited() async -> (bench: Bench, source: ScriptedSource, until: Timestamp) {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(3, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60))
        bench.add("source", source, traits: .feed)
        let until = bench.now.advanced(by: .seconds(600))
        source.behavior.failure = SupplierError(.rateLimited, "Later.", retryAt: until)
        await bench.refresh()
        source.behavior.failure = nil
        return (bench, source, until)
    }

    private func leave(_ bench: Bench) async {
        bench.controlUnit.remove("source")
        await bench.engine.suppliersChanged()
    }

    private func expectRateLimit(_ bench: Bench, until: Timestamp) async throws {
        let status = try #require(await bench.engine.snapshot.suppliers.first)
        guard case .failed(let error, _) = status.requests.condition else {
            Issue.record("It is rate limited, but its condition is \(status.requests.condition).")
            return
        }
        #expect(error.code == .rateLimited)
        #expect(status.backoff(at: bench.time.now())?.until == until)
        #expect(status.backoff(at: bench.time.now())?.reason == .requested)
        #expect(status.backoff(at: until) == nil)
    }

    @Test("A restart keeps a source's rate limit and its failure until the limit expires")
    func restart() async throws {
        let (bench, source, until) = await rateLimited()
        await bench.engine.restartSuppliers(nil)
        await bench.refresh()
        #expect(source.requests.count == 1)
        try await expectRateLimit(bench, until: until)
        bench.time.set(until)
        await bench.refresh()
        #expect(source.requests.count == 2)
        #expect(await bench.engine.snapshot.suppliers.first?.requests.condition == .healthy)
    }

    @Test("A supplier that joins again keeps its rate limit and reports it")
    func joining() async throws {
        let (bench, source, until) = await rateLimited()
        await leave(bench)
        bench.add("source", source, traits: .feed)
        await bench.engine.suppliersChanged()
        await bench.refresh()
        #expect(source.requests.count == 1)
        try await expectRateLimit(bench, until: until)
    }

    @Test("A supplier that joins again after answering elsewhere is asked at once")
    func answered() async throws {
        let (bench, source, _) = await rateLimited()
        await leave(bench)
        bench.add("source", source, traits: .feed)
        await bench.engine.suppliersChanged(answered: ["source": bench.time.now()])
        #expect(await bench.engine.snapshot.suppliers.first?.requests.condition == .notAsked)
        await bench.refresh()
        #expect(source.requests.count == 2)
    }

    @Test("A supplier that joins again keeps a rate limit newer than its answer elsewhere")
    func answeredBefore() async throws {
        let (bench, source, until) = await rateLimited()
        let earlier = bench.now.advanced(by: .seconds(-1))
        await leave(bench)
        bench.add("source", source, traits: .feed)
        await bench.engine.suppliersChanged(answered: ["source": earlier])
        await bench.refresh()
        #expect(source.requests.count == 1)
        try await expectRateLimit(bench, until: until)
    }

    @Test("A failing supplier reports its backoff, and a restart asks it at once")
    func failing() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.behavior.failure = SupplierError(.refused, "404.")
        bench.add("source", source, traits: .feed)
        for _ in 0..<4 {
            await bench.refresh()
            #expect(await bench.engine.snapshot.suppliers.first?.backoff(at: bench.time.now()) == nil)
        }
        await bench.refresh()
        await bench.refresh()
        #expect(source.requests.count == 5)
        let backoff = try #require(await bench.engine.snapshot.suppliers.first?.backoff(at: bench.time.now()))
        #expect(backoff.reason == .failing)
        await bench.engine.restartSuppliers(nil)
        #expect(await bench.engine.snapshot.suppliers.first?.backoff(at: bench.time.now()) == nil)
        await bench.refresh()
        #expect(source.requests.count == 6)
    }

    @Test("Routine refreshes ask a failing supplier less often from the first failure on, other ones ask it at once")
    func routine() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.behavior.failure = SupplierError(.refused, "404.")
        bench.add("source", source, traits: .feed)
        await bench.refresh()
        // The second delay is twice the first one, a minute; each varies by a quarter.
        let refreshes: [(secondsLater: Int, occasion: RefreshOccasion, count: Int)] = [
            (44, .routine, 1), (32, .routine, 2), (76, .routine, 2), (0, .change, 3), (0, .manual, 4),
            (10, .routine, 4),
        ]
        for (seconds, occasion, count) in refreshes {
            bench.time.advance(by: .seconds(seconds))
            _ = await bench.ended { bench.engine.refresh(occasion) }
            #expect(source.requests.count == count)
        }
        let status = try #require(await bench.engine.snapshot.suppliers.first)
        #expect(status.backoff(at: bench.time.now()) == nil)
        #expect(status.routineBackoff?.isActive(at: bench.time.now()) == true)
    }

    @Test("A restart of one supplier leaves the failures, tokens and memory of the others")
    func restartOfOne() async throws {
        let bench = Bench()
        let suppliers = ["first", "second"]
            .map { (name: SupplierID) in
                let source = ScriptedSource()
                source.behavior.failure = SupplierError(.gone, "410.")
                return bench.add(name, source, traits: .feed)
            }
        await bench.refresh()
        await bench.engine.restartSuppliers(["first"])
        #expect(suppliers.map { $0.log.contains("clear") } == [true, false])
        await bench.refresh()
        #expect(suppliers.map(\.source.requests.count) == [2, 1])
        await bench.engine.restartSuppliers(nil)
        await bench.refresh()
        #expect(suppliers.map(\.source.requests.count) == [3, 2])
    }

    @Test("A backoff ends exactly when the next refresh asks")
    func end() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.behavior.failure = SupplierError(.refused, "404.")
        bench.add("source", source, traits: .feed)
        for _ in 0..<5 { await bench.refresh() }
        let backoff = try #require(await bench.engine.snapshot.suppliers.first?.backoff(at: bench.time.now()))
        bench.time.set(backoff.until.advanced(by: .milliseconds(-1)))
        await bench.refresh()
        #expect(source.requests.count == 5)
        bench.time.set(backoff.until)
        await bench.refresh()
        #expect(source.requests.count == 6)
    }
}
