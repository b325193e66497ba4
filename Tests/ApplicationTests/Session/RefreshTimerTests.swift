import EngineConcepts
import EngineTestSupport
import Testing

@testable import Application

@MainActor
@Suite("When a session refreshes")
struct RefreshTimerTests {
    private let track = FakeTrack()
    private let time = ManualTimeSource()

    private func timer(every interval: Duration?) -> RefreshTimer {
        RefreshTimer(asking: track, every: interval, ownIntervals: { [:] }, time: time)
    }

    /// Waits until the three loops of a started timer sleep: intervals, those of single sources, reconnection.
    private func settle() async { await time.waitForSleepers(3) }

    @Test("The first refresh comes after the stored rows, the next ones at the interval, give or take a twentieth")
    func intervals() async throws {
        let timer = timer(every: .seconds(600))
        let start = Task { try await timer.start(refreshingFirst: true) }
        await time.waitForSleepers(1)
        #expect(track.calls.isEmpty)
        time.advance(by: .milliseconds(100))
        try await start.value
        #expect(track.calls.count == 1)
        await settle()
        time.advance(by: .seconds(569))
        await settle()
        #expect(track.calls.count == 1)
        time.advance(by: .seconds(62))
        await settle()
        #expect(track.calls.count == 2)
        timer.stop()
    }

    @Test("Without a first refresh, the first one comes after the interval; with no interval, never")
    func notAtStart() async throws {
        let timer = timer(every: .seconds(600))
        try await timer.start(refreshingFirst: false)
        await settle()
        #expect(track.calls.isEmpty)
        timer.change(to: nil)
        await time.waitForSleepers(1)
        time.advance(by: .seconds(6000))
        await time.waitForSleepers(1)
        #expect(track.calls.isEmpty)
        timer.stop()
    }

    @Test("A changed interval counts from the change on")
    func change() async throws {
        let timer = timer(every: .seconds(6000))
        try await timer.start(refreshingFirst: false)
        await settle()
        time.advance(by: .seconds(1000))
        await settle()
        timer.change(to: .seconds(600))
        await settle()
        time.advance(by: .seconds(569))
        await settle()
        #expect(track.calls.isEmpty)
        time.advance(by: .seconds(62))
        await settle()
        #expect(track.calls.count == 1)
        timer.stop()
    }

    @Test("A stopped timer stays stopped when the interval changes")
    func stopped() async throws {
        let timer = timer(every: .seconds(600))
        try await timer.start(refreshingFirst: false)
        await settle()
        timer.stop()
        timer.change(to: .seconds(60))
        // The loops end on their own.
        await time.waitUntilNobodySleeps()
        #expect(track.calls.isEmpty)
    }

    @Test("A session that ends before its first refresh neither refreshes nor starts the timer")
    func endsEarly() async throws {
        let timer = timer(every: .seconds(600))
        let waiting = Task { try await timer.start(refreshingFirst: true) }
        await time.waitForSleepers(1)
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        // It runs only after this function waits for it.
        let late = Task { try await timer.start(refreshingFirst: false) }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
        #expect(time.sleepers == 0)
        #expect(track.calls.isEmpty)
    }
}
