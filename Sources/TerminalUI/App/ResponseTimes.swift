import EngineConcepts
import TerminalDriver

/// Records how long frames take, how long keys and commits wait for the frame that shows them, and stalls of the screen. Rows
/// that a key has to read first come in a later frame.
final class ResponseTimes {
    private let instrumentation: any Instrumentation
    private let watchdog: StallWatchdog
    /// Returns when no work is in progress and no frame is due.
    private let idle: @MainActor () async -> Void
    private var commits: Task<Void, Never>?
    /// The time of the first key that is not on the screen yet.
    private var key: ContinuousClock.Instant?
    /// The time of the first commit that is not on the screen yet.
    private var commit: ContinuousClock.Instant?

    /// - Parameters:
    ///   - isBusy: True while work is in progress.
    ///   - idle: Returns when no work is in progress and no frame is due.
    init(
        _ instrumentation: any Instrumentation, isBusy: @escaping () -> Bool,
        idle: @escaping @MainActor () async -> Void
    ) {
        self.instrumentation = instrumentation
        self.idle = idle
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

    /// Notes a commit.
    func committed() {
        watchdog.wake()
        guard commit == nil else { return }
        let start = ContinuousClock.now
        commit = start
        // A commit that changes nothing on the screen has no frame, and would be measured until the next one.
        Task { [weak self, idle] in
            // The screens learn of the commit in this turn of the main actor, too.
            await Task.yield()
            await idle()
            // Later commits have tasks of their own.
            if let self, commit == start { commit = nil }
        }
    }

    /// Notes an event of the terminal, before it is handled.
    ///
    /// - Parameter showsCommit: True if the rows are those of the commits so far. The next frame is that of the key then.
    func received(_ event: TerminalEvent, showsCommit: Bool) {
        watchdog.wake()
        guard case .key = event else { return }
        if showsCommit { commit = nil }
        if key == nil { key = .now }
    }

    /// Records a frame.
    ///
    /// - Parameter showsCommit: True if the frame shows the rows of the commits so far.
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
