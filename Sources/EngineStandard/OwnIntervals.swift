public import EngineConcepts

/// Requests sources that have an interval of their own when they are due, also between the regular refreshes of all.
public struct OwnIntervals: Sendable {
    /// Short beside the shortest interval, a minute.
    private static let checkInterval = Duration.seconds(20)

    private let engine: any Engine
    private let intervals: @Sendable () -> [SupplierID: Int]
    private let time: any TimeSource

    /// - Parameter intervals: Returns the current intervals in seconds, of the sources that have one.
    public init(
        of engine: any Engine, time: any TimeSource, intervals: @escaping @Sendable () -> [SupplierID: Int]
    ) {
        self.engine = engine
        self.time = time
        self.intervals = intervals
    }

    /// Watches until the task is cancelled.
    public func run() async throws {
        while true {
            try await time.sleep(for: Self.checkInterval)
            let intervals = intervals()
            guard !intervals.isEmpty else { continue }
            let now = time.now()
            let due = await engine.snapshot.suppliers.filter { status in
                intervals[status.id].map { status.isDue(every: .seconds($0), at: now) } ?? false
            }
            if !due.isEmpty { engine.refresh(.routine, of: Set(due.map(\.id))) }
        }
    }
}

extension SupplierStatus {
    /// True if the last request is an interval ago, and neither a pause nor a backoff forbids the next.
    fileprivate func isDue(every interval: Duration, at now: Timestamp) -> Bool {
        guard !isPaused, backoff(at: now) == nil else { return false }
        return switch condition {
        case .neverAsked, .slow: false
        case .healthy: lastSuccess.map { now.since($0) >= interval } ?? false
        case .failed(_, let time): now.since(time) >= interval
        }
    }
}
