import EngineConcepts

/// Detects when the main actor, which runs the whole screen, is blocked for long enough to be noticed.
///
/// After ``wake()`` it asks the main actor for a reply at regular intervals while there is work, and records each
/// reply that was late. While nothing happens it has no timer.
final class StallWatchdog {
    /// The shortest delay that people notice.
    nonisolated static let noticeableDelay = Duration.milliseconds(100)

    private let instrumentation: any Instrumentation
    private let clock: any Clock<Duration>
    private let isBusy: () -> Bool
    private var watch: Task<Void, Never>?

    /// - Parameter isBusy: True while work is in progress; the watchdog stops afterwards.
    init(_ instrumentation: any Instrumentation, clock: any Clock<Duration>, isBusy: @escaping () -> Bool) {
        self.instrumentation = instrumentation
        self.clock = clock
        self.isBusy = isBusy
    }

    /// Starts watching, unless it is watching already.
    func wake() {
        guard watch == nil else { return }
        let (instrumentation, clock) = (instrumentation, clock)
        watch = Task.detached { [weak self] in
            await Self.watch(instrumentation, clock) { await self?.continues() ?? false }
        }
    }

    func stop() { watch?.cancel() }

    private func continues() -> Bool {
        let continues = isBusy()
        if !continues { watch = nil }
        return continues
    }

    private nonisolated static func watch<Time: Clock<Duration>>(
        _ instrumentation: any Instrumentation, _ clock: Time, _ ask: () async -> Bool
    ) async {
        while true {
            let start = clock.now
            let continues = await ask()
            let waited = start.duration(to: clock.now)
            if waited > noticeableDelay {
                instrumentation.record(InstrumentedEvent("screen.stall", .warning, duration: waited))
            }
            guard continues else { return }
            do {
                try await clock.sleep(until: clock.now.advanced(by: noticeableDelay), tolerance: nil)
            } catch {
                return
            }
        }
    }
}
