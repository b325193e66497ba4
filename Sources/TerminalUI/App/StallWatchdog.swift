import EngineConcepts

/// Finds out when the main actor, on which the screen lives, is kept busy for so long that a person notices.
///
/// From the first sign of life on it asks the main actor for an answer, again and again as long as there is work, and
/// takes note of every answer that was long in coming. While nothing happens, it sleeps, and no clock wakes it.
final class StallWatchdog {
    /// What a person notices.
    nonisolated static let limit = Duration.milliseconds(100)

    private let instrumentation: any Instrumentation
    private let clock: any Clock<Duration>
    private let isBusy: () -> Bool
    private var watch: Task<Void, Never>?

    /// - Parameter isBusy: Whether work is under way; the watch goes on for as long.
    init(_ instrumentation: any Instrumentation, clock: any Clock<Duration>, isBusy: @escaping () -> Bool) {
        self.instrumentation = instrumentation
        self.clock = clock
        self.isBusy = isBusy
    }

    /// Begins to watch, unless it does already.
    func wake() {
        guard watch == nil else { return }
        let (instrumentation, clock) = (instrumentation, clock)
        watch = Task.detached { [weak self] in
            await Self.watch(instrumentation, clock) { await self?.goesOn() ?? false }
        }
    }

    /// Ends the watch.
    func stop() {
        watch?.cancel()
    }

    private func goesOn() -> Bool {
        let goesOn = isBusy()
        if !goesOn { watch = nil }
        return goesOn
    }

    private nonisolated static func watch<Time: Clock<Duration>>(
        _ instrumentation: any Instrumentation, _ clock: Time, _ ask: () async -> Bool
    ) async {
        while true {
            let asked = clock.now
            let goesOn = await ask()
            let waited = asked.duration(to: clock.now)
            if waited > limit { instrumentation.record(Stalled(duration: waited)) }
            guard goesOn else { return }
            do {
                try await clock.sleep(until: clock.now.advanced(by: limit), tolerance: nil)
            } catch {
                return
            }
        }
    }
}
