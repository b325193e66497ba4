import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("The end of an offline state")
struct ReconnectionRefresherTests {
    private static let unreachable = SupplierError(.unreachable, Message("hostNotFound", ["host": "a.example"]))

    @Test("While no source can be reached, one of them is asked every half minute; once it answers, all are")
    func probes() async throws {
        let bench = Bench()
        let sources = ["a", "b", "c"]
            .map { name in
                let source = ScriptedSource()
                source.add(3, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60), prefix: name)
                source.behavior.failure = Self.unreachable
                bench.add(SupplierID(name), source, traits: .feed)
                return source
            }
        var requests: Int { sources.map(\.requests.count).reduce(0, +) }
        await bench.refresh()
        #expect(await bench.engine.snapshot.suppliers.isOffline && requests == 3)

        let time = ManualTimeSource()
        let watch = Task { try await ReconnectionRefresher.run(for: bench.engine, by: time) }
        defer { watch.cancel() }
        for round in 1...2 {
            await time.waitForSleepers(1)
            time.advance(by: .seconds(30))
            await time.waitForSleepers(1)
            #expect(requests == 3 + round, "one source is asked")
        }
        for source in sources { source.behavior.failure = nil }
        bench.time.advance(by: .seconds(60))
        time.advance(by: .seconds(30))
        await time.waitForSleepers(1)
        await bench.engine.waitUntilIdle()
        #expect(requests == 8, "one, then the two others")
        #expect(await bench.engine.snapshot.suppliers.allSatisfy { $0.requests.condition == .healthy })

        time.advance(by: .seconds(30))
        await time.waitForSleepers(1)
        await bench.engine.waitUntilIdle()
        #expect(requests == 8, "nothing is asked while there is a connection")
    }

    @Test("One source that cannot be reached beside one that can is not offline")
    func oneOfTwo() async throws {
        let bench = Bench()
        let (down, up) = (ScriptedSource(), ScriptedSource())
        down.behavior.failure = Self.unreachable
        bench.add("down", down, traits: .feed)
        bench.add("up", up, traits: .feed)
        await bench.refresh()
        #expect(await !bench.engine.snapshot.suppliers.isOffline)
    }
}
