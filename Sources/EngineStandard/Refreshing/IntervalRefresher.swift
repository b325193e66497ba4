public import EngineConcepts

/// Requests sources that have an interval of their own when they are due, also between the regular refreshes of all.
public enum IntervalRefresher {
    /// The shortest time between two checks. Short compared with the shortest interval, a minute.
    private static let minimumWait = Duration.seconds(20)

    /// Refreshes sources of `engine` until the task is cancelled. Checks when the next source is due, and at full minutes,
    /// since sources and intervals may have changed.
    ///
    /// - Parameter intervals: Returns the current intervals of the sources that have one.
    public static func run(
        for engine: any TrackObserving & TrackFilling, by time: any TimeSource,
        intervals: @Sendable () -> [SupplierID: Duration]
    ) async throws {
        var next = Duration.seconds(60)
        while true {
            try await time.sleep(for: min(time.untilNextMinute, max(next, minimumWait)))
            next = .seconds(60)
            let intervals = intervals()
            guard !intervals.isEmpty else { continue }
            let now = time.now()
            var due: Set<SupplierID> = []
            for status in await engine.snapshot.suppliers {
                guard let interval = intervals[status.id],
                    let left = status.timeUntilDue(every: interval, at: now)
                else { continue }
                if left <= .zero { due.insert(status.id) }
                next = min(next, left)
            }
            if !due.isEmpty { engine.refresh(.routine, of: due) }
        }
    }
}

extension SupplierStatus {
    /// Returns the time until a source is due, `interval` after its last request: at most zero if it is due now. Returns `nil`
    /// if no request has ended yet, or if a pause or a backoff forbids the next one.
    fileprivate func timeUntilDue(every interval: Duration, at now: Timestamp) -> Duration? {
        guard !isPaused, backoff(at: now) == nil else { return nil }
        let last: Timestamp? =
            switch requests.condition {
            case .notAsked, .slow: nil
            case .healthy: requests.lastSuccess
            case .failed(_, let time): time
            }
        // A time ahead is from a clock that has been set back since.
        return last.map { $0 <= now ? interval - now.since($0) : .zero }
    }
}
