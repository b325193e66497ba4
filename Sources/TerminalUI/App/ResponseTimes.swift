import EngineConcepts
import TerminalDriver

/// Records how long frames take, how long keys and commits wait for the frame that shows them, and stalls of the screen. Rows
/// that a key has to read first come in a later frame.
final class ResponseTimes {
    private let instrumentation: any Instrumentation
    private let watchdog: StallWatchdog
    private var commits: Task<Void, Never>?
    /// The time of the first key that is not on the screen yet.
    private var key: ContinuousClock.Instant?
    /// The time of the first commit that is not on the screen yet.
    private var commit: ContinuousClock.Instant?

    /// - Parameter isBusy: True while work is in progress.
    init(_ instrumentation: any Instrumentation, isBusy: @escaping () -> Bool) {
        self.instrumentation = instrumentation
        watchdog = StallWatchdog(instrumentation, clock: ContinuousClock(), isBusy: isBusy)
    }

    /// Follows the commits among the events of the engine until ``stop()``.
    func start(_ events: AsyncStream<EngineEvent>) {
        commits = Task { [weak self] in
            for await event in events {
                if case .committed = event { self?.committed() }
            }
        }
    }

    func stop() {
        commits?.cancel()
        watchdog.stop()
    }

    private func committed() {
        if commit == nil { commit = .now }
        watchdog.wake()
    }

    /// Notes an event of the terminal, before it is handled.
    func received(_ event: TerminalEvent) {
        watchdog.wake()
        if case .key = event, key == nil { key = .now }
    }

    /// Records a frame.
    ///
    /// - Parameter showsCommit: True if the frame shows everything of the commits so far.
    func drawn(in duration: Duration, showsCommit: Bool) {
        record("screen.frame", duration)
        if let key { record("screen.key-to-frame", key.duration(to: .now)) }
        key = nil
        if let commit, showsCommit {
            record("screen.commit-to-frame", commit.duration(to: .now))
            self.commit = nil
        }
    }

    private func record(_ name: String, _ duration: Duration) {
        instrumentation.record(InstrumentedEvent(name, nil, duration: duration))
    }
}
