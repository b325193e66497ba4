import EngineConcepts
import Synchronization
import TestSupport
import Testing

@testable import TerminalUI

@Suite("The stall watchdog")
struct StallWatchdogTests {
    /// A clock that is advanced by the test; sleepers wake at once.
    private nonisolated final class HandClock: Clock {
        struct Instant: InstantProtocol {
            var offset = Duration.zero
            func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
            func duration(to other: Instant) -> Duration { other.offset - offset }
            static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
        }

        private let time = Mutex(Instant())
        var now: Instant { time.withLock(\.self) }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: Instant, tolerance: Duration?) async throws { try Task.checkCancellation() }
        func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
    }

    private nonisolated final class Notes: Instrumentation {
        private let noted = WaitableState<[Duration?]>([])
        var durations: [Duration?] { noted.withLock(\.self) }
        func record(_ event: InstrumentedEvent) { noted.withLock { $0.append(event.duration) } }
        func wait(for count: Int) async { await noted.wait { $0.count >= count } }
    }

    @Test("The watchdog records late replies of the main actor while there is work")
    func stalls() async {
        let clock = HandClock()
        let notes = Notes()
        var waits: [Duration] = [.milliseconds(3), .milliseconds(250), .milliseconds(100), .milliseconds(101)]
        let watchdog = StallWatchdog(notes, clock: clock) {
            clock.advance(by: waits.removeFirst())
            return !waits.isEmpty
        }
        watchdog.wake()
        watchdog.wake()
        await notes.wait(for: 2)
        #expect(notes.durations == [.milliseconds(250), .milliseconds(101)])
        // It watches only as long as it lives.
        withExtendedLifetime(watchdog) {}
    }
}
