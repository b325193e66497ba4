import EngineConcepts

/// Asks for news every so often: not to the second, so that readers who started at the same minute do not all come at once.
@MainActor
final class RefreshTimer {
    private let engine: any Engine
    private let time: any TimeSource
    private var interval: Duration?
    private var isRunning = false
    private var task: Task<Void, any Error>?

    /// Makes a clock that stands.
    ///
    /// - Parameter interval: How often it asks; nil for never.
    init(asking engine: any Engine, every interval: Duration?, time: any TimeSource) {
        self.engine = engine
        self.interval = interval
        self.time = time
    }

    /// Asks from now on.
    func start() {
        isRunning = true
        task?.cancel()
        guard let interval else { return }
        task = Task { [engine, time] in
            while true {
                try await time.sleep(for: interval * Int.random(in: 95...105) / 100)
                engine.refresh(.routine)
            }
        }
    }

    /// Asks so often from now on; a clock that stands goes on standing.
    func change(to interval: Duration?) {
        guard interval != self.interval else { return }
        self.interval = interval
        if isRunning { start() }
    }

    /// Asks no more.
    func stop() {
        isRunning = false
        task?.cancel()
    }
}
