import EngineConcepts
import Histogram
import Synchronization

/// Counts an engine's requests and their durations. Can be used from any thread.
final class RequestCounter: Sendable {
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
    func began(_ supplier: SupplierID) {
        state.withLock { state in
            state.all.begin()
            state.suppliers[supplier, default: RequestTally()].begin()
        }
    }

    /// Records the end of a request.
    func ended(_ supplier: SupplierID, _ end: End, after duration: Duration) {
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

/// Running statistics. The histogram uses four kilobytes, and up to ten if answers take half a minute.
private struct RequestTally {
    private var counts = RequestStatistics()
    private var last = Duration.zero
    /// In microseconds. Starts with the size needed for one second, because growing costs more than recording.
    private var durations = Self.histogram
    private static let histogram = {
        var histogram = Histogram<UInt32>(highestTrackableValue: 1_000_000, numberOfSignificantValueDigits: .two)
        histogram.autoResize = true
        return histogram
    }()

    mutating func begin() {
        counts.made += 1
        counts.inFlight += 1
    }

    mutating func end(_ end: RequestCounter.End, after duration: Duration) {
        counts.inFlight -= 1
        switch end {
        case .failed: counts.failed += 1
        case .cancelled: counts.cancelled += 1
        case .answered(let items, let fresh, let bytes):
            counts.answered += 1
            counts.items += items
            counts.fresh += fresh
            if let bytes {
                counts.bytes = (counts.bytes ?? 0) + bytes
            }
            last = duration
            durations.record(UInt64(duration / .microseconds(1)))
        }
    }

    var statistics: RequestStatistics {
        var statistics = counts
        if durations.totalCount > 0 {
            func percentile(_ share: Double) -> Duration {
                .microseconds(Int64(durations.valueAtPercentile(share)))
            }
            statistics.timings = RequestTimings(
                last: last, p50: percentile(50), p90: percentile(90), p99: percentile(99))
        }
        return statistics
    }
}
