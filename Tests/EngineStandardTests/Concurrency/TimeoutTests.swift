import EngineConcepts
import EngineTestSupport
import Testing

@testable import EngineStandard

@Suite("Timeouts of work", .timeLimit(.minutes(30)))
struct TimeoutTests {
    private let time = ManualTimeSource()

    /// Starts work of `duration` with a timeout of half a minute. Once this returns, both sleep.
    private func work(of duration: Duration) async -> Task<Bool?, Never> {
        let task = Task { [time] in
            await Timeout.run(within: .seconds(30), by: time) {
                await time.sleepUnlessCancelled(until: duration)
            }
        }
        await time.waitForSleepers(2)
        return task
    }

    @Test("Work that ends in time returns its answer and leaves no timer")
    func inTime() async {
        let task = await work(of: .seconds(20))
        time.advance(by: .seconds(20))
        #expect(await task.value == true)
        #expect(time.sleepers == 0)
    }

    @Test("Work that takes too long is cancelled and has no answer")
    func tooLong() async {
        let task = await work(of: .seconds(60))
        time.advance(by: .seconds(30))
        #expect(await task.value == nil)
        #expect(time.sleepers == 0)
    }

    @Test("A cancelled caller gets no answer, and its work is cancelled")
    func cancelled() async {
        let task = await work(of: .seconds(60))
        task.cancel()
        #expect(await task.value == nil)
        #expect(time.sleepers == 0)
    }
}
