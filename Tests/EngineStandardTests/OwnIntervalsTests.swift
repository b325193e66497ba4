import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Intervals of single sources")
struct OwnIntervalsTests {
    @Test("A source with an interval of its own is asked when it is due, and no other is")
    func due() async throws {
        let bench = Bench()
        let (hourly, other) = (ScriptedSource(), ScriptedSource())
        bench.add("hourly", hourly, traits: .feed)
        bench.add("other", other, traits: .feed)
        await bench.refresh()

        let watch = Task {
            try await OwnIntervals(of: bench.engine, time: bench.time) { ["hourly": 3600] }.run()
        }
        defer { watch.cancel() }
        func pass(_ duration: Duration) async {
            await bench.engine.waitUntilIdle()
            await bench.time.waitForSleepers(1)
            bench.time.advance(by: duration)
        }
        await pass(.seconds(1800))
        await pass(.seconds(1780))
        await bench.engine.waitUntilIdle()
        #expect(hourly.requests.count == 1, "it is not due yet")
        await pass(.seconds(20))
        await hourly.waitForRequests(2)
        await bench.engine.waitUntilIdle()
        #expect(hourly.requests.count == 2 && other.requests.count == 1)
    }
}
