import EngineConcepts
import Synchronization

/// Measures an engine's requests: their number, results and durations. Can be used from any thread.
final class RequestMeter: Sendable {
    /// The way a request ended.
    enum End {
        case answered(items: Int, fresh: Int, bytes: Int?)
        case failed
        case cancelled
    }

    private struct State {
        var all = RequestTally()
        var suppliers: [SupplierID: RequestTally] = [:]
    }

    private let state = Mutex(State())

    /// Records the start of a request.
    func recordStart(of supplier: SupplierID) {
        state.withLock { state in
            state.all.begin()
            state.suppliers[supplier, default: RequestTally()].begin()
        }
    }

    /// Records the end of a request.
    func recordEnd(of supplier: SupplierID, _ end: End, after duration: Duration) {
        state.withLock { state in
            state.all.end(end, after: duration)
            state.suppliers[supplier, default: RequestTally()].end(end, after: duration)
        }
    }

    /// Returns the statistics of all requests together, and of each supplier that was ever asked.
    func statistics() -> (all: RequestStatistics, suppliers: [SupplierID: RequestStatistics]) {
        state.withLock { state in
            (state.all.statistics, state.suppliers.mapValues(\.statistics))
        }
    }
}

/// The counts and durations so far of one supplier's requests, or of all.
private struct RequestTally {
    private var counts = RequestStatistics()
    private var durations = DurationDistribution()

    mutating func begin() {
        counts.made += 1
        counts.inFlight += 1
    }

    mutating func end(_ end: RequestMeter.End, after duration: Duration) {
        counts.inFlight -= 1
        switch end {
        case .failed: counts.failed += 1
        case .cancelled: counts.cancelled += 1
        case .answered(let items, let fresh, let bytes):
            counts.answered += 1
            counts.items += items
            counts.fresh += fresh
            if let bytes { counts.bytes = (counts.bytes ?? 0) + bytes }
            durations.record(duration)
        }
    }

    var statistics: RequestStatistics {
        var statistics = counts
        if durations.count > 0 { statistics.timings = durations.timings }
        return statistics
    }
}
