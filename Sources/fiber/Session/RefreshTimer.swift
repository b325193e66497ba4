import EngineConcepts
import EngineStandard

/// Refreshes at intervals with jitter, so that programs started in the same minute do not send requests together, and
/// soon after the network is back.
@MainActor
final class RefreshTimer {
    private let engine: any Engine
    private let time: any TimeSource
    private var interval: Duration?
    private var isRunning = false
    private var tasks: [Task<Void, any Error>] = []

    /// Makes a stopped timer.
    ///
    /// - Parameter interval: The time between refreshes, or `nil` for never.
    init(asking engine: any Engine, every interval: Duration?, time: any TimeSource) {
        self.engine = engine
        self.interval = interval
        self.time = time
    }

    func start() {
        isRunning = true
        cancelTasks()
        guard let interval else { return }
        tasks = [
            Task { [engine, time] in
                while true {
                    try await time.sleep(for: interval * Int.random(in: 95...105) / 100)
                    engine.refresh(.routine)
                }
            },
            Task { [engine, time] in try await Reconnection(of: engine, time: time).run() },
        ]
    }

    /// Changes the interval. A stopped timer stays stopped.
    func change(to interval: Duration?) {
        guard interval != self.interval else { return }
        self.interval = interval
        if isRunning { start() }
    }

    func stop() {
        isRunning = false
        cancelTasks()
    }

    private func cancelTasks() {
        tasks.forEach { $0.cancel() }
        tasks = []
    }
}
