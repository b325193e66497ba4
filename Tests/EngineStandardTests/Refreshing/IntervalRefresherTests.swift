import EngineConcepts
import EngineStandard
import EngineTestSupport
import Synchronization
import Testing

@Suite("Intervals of single sources")
struct IntervalRefresherTests {
    @Test("A source with an interval of its own is asked when it is due, and no other is")
    func due() async throws {
        let bench = Bench()
        let (hourly, other) = (ScriptedSource(), ScriptedSource())
        bench.add("hourly", hourly, traits: .feed)
        bench.add("other", other, traits: .feed)
        await bench.refresh()

        let watch = Task {
            try await IntervalRefresher.run(for: bench.engine, by: bench.time) { ["hourly": .seconds(3600)] }
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

    @Test("A source with an interval of its own is due if the clock was set back since its last request")
    func clockSetBack() async throws {
        let bench = Bench()
        let hourly = ScriptedSource()
        bench.add("hourly", hourly, traits: .feed)
        await bench.refresh()
        bench.time.set(bench.now.advanced(by: .seconds(-86_400)))
        let watch = Task {
            try await IntervalRefresher.run(for: bench.engine, by: bench.time) { ["hourly": .seconds(3600)] }
        }
        defer { watch.cancel() }
        await bench.engine.waitUntilIdle()
        await bench.time.waitForSleepers(1)
        bench.time.advance(by: .seconds(60))
        await hourly.waitForRequests(2)
    }

    @Test("While no source has an interval of its own, they are only looked for at full minutes")
    func fullMinutes() async throws {
        let bench = Bench()
        let looks = Mutex(0)
        let time = ManualTimeSource(Timestamp(seconds: 1_800_000_010))
        let watch = Task {
            try await IntervalRefresher.run(for: bench.engine, by: time) {
                looks.withLock { $0 += 1 }
                return [:]
            }
        }
        defer { watch.cancel() }
        for look in 1...3 {
            await time.waitForSleepers(1)
            time.advance(by: .seconds(look == 1 ? 49 : 59))
            #expect(looks.withLock { $0 } == look - 1)
            time.advance(by: .seconds(1))
            await time.waitForSleepers(1)
            #expect(looks.withLock { $0 } == look)
        }
    }
}
