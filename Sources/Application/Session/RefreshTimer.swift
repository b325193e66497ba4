package import EngineConcepts
import EngineStandard

/// Refreshes at intervals with jitter, so that programs started in the same minute do not send requests together;
/// soon after the network is back; and sources with an interval of their own when they are due.
@MainActor
package final class RefreshTimer {
    private let engine: any TrackObserving & TrackFilling
    private let time: any TimeSource
    private let ownIntervals: @Sendable () -> [SupplierID: Duration]
    private var interval: Duration?
    private var isRunning = false
    private var tasks: [Task<Void, any Error>] = []

    /// Creates a stopped timer.
    ///
    /// - Parameters:
    ///   - interval: The time between refreshes, or `nil` for never.
    ///   - ownIntervals: Returns the intervals of the sources that have one.
    package init(
        asking engine: any TrackObserving & TrackFilling, every interval: Duration?,
        ownIntervals: @escaping @Sendable () -> [SupplierID: Duration], time: any TimeSource
    ) {
        self.ownIntervals = ownIntervals
        self.engine = engine
        self.interval = interval
        self.time = time
    }

    /// Refreshes once if `refreshingFirst`, and at intervals from then on. Does nothing once the task is cancelled.
    package func start(refreshingFirst: Bool) async throws {
        if refreshingFirst {
            // The rows that are stored come first.
            try await time.sleep(for: .milliseconds(100))
            engine.refresh(.manual)
        }
        try Task.checkCancellation()
        startTasks()
    }

    /// Starts the tasks of the present interval in place of earlier ones.
    private func startTasks() {
        isRunning = true
        cancelTasks()
        tasks = [
            Task { [engine, time, ownIntervals] in
                try await IntervalRefresher.run(for: engine, by: time, intervals: ownIntervals)
            }
        ]
        guard let interval else { return }
        tasks += [
            Task { [engine, time] in
                while true {
                    try await time.sleep(for: interval * Int.random(in: 95...105) / 100)
                    engine.refresh(.routine)
                }
            },
            Task { [engine, time] in try await ReconnectionRefresher.run(for: engine, by: time) },
        ]
    }

    /// Changes the interval. A stopped timer stays stopped.
    package func change(to interval: Duration?) {
        guard interval != self.interval else { return }
        self.interval = interval
        if isRunning { startTasks() }
    }

    /// Ends all refreshes until the next start.
    package func stop() {
        isRunning = false
        cancelTasks()
    }

    private func cancelTasks() {
        tasks.forEach { $0.cancel() }
        tasks = []
    }
}
