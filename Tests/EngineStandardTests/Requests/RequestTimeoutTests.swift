import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Timeouts of requests", .timeLimit(.minutes(30)))
struct RequestTimeoutTests {
    @Test("A source that does not answer is slow on time if the clock moves before the timer sleeps")
    func lateTimer() async throws {
        let time = LateSleeperTimeSource()
        let source = ScriptedSource()
        source.behavior.isSilent = true
        let supplier = ScriptedSupplier("silent", source, traits: .feed, time: time)
        let engine = StandardEngine(
            controlUnit: ModularControlUnit([supplier], time: ManualTimeSource()), store: MemoryTrackStore(), time: time
        )
        let events = engine.events()
        let fill = engine.refresh()
        var end: FillState?
        for await event in events {
            guard case .fill(fill, _, let state) = event, state.isFinal else { continue }
            end = state
            break
        }
        #expect(try end.outcome().failures == ["silent": .slow])
        #expect(await engine.snapshot.gaps.map(\.missing) == [[.init(supplier: "silent", cause: .slow)]])
        source.answerAll()
        await engine.waitUntilIdle()
    }
}

/// A time source on which the time until a source is slow passes between the decision to sleep and the sleep, as on a busy
/// machine.
private final class LateSleeperTimeSource: TimeSource {
    private let base = ManualTimeSource()

    func now() -> Timestamp { base.now() }

    func elapsed() -> Duration { base.elapsed() }

    func sleep(until deadline: Duration) async throws {
        base.advance(by: FillLimits().slowAfter)
        try await base.sleep(until: deadline)
    }
}
