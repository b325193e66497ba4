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

/// Running statistics. Of a few answers the durations are kept; of more, a histogram, which uses four kilobytes, and up to
/// ten if answers take half a minute. Most commands ask each of a thousand suppliers once.
private struct RequestTally {
    private var counts = RequestStatistics()
    private var last = Duration.zero
    private var few: [Duration] = []
    /// In microseconds. Starts with the size needed for one second, because growing costs more than recording.
    private var durations: Histogram<UInt32>?

    /// The number of durations that are kept.
    private static let limit = 16

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
            record(duration)
        }
    }

    private mutating func record(_ duration: Duration) {
        guard durations == nil else {
            durations?.record(UInt64(duration / .microseconds(1)))
            return
        }
        few.append(duration)
        guard few.count > Self.limit else { return }
        var histogram = Histogram<UInt32>(highestTrackableValue: 1_000_000, numberOfSignificantValueDigits: .two)
        histogram.autoResize = true
        for duration in few { histogram.record(UInt64(duration / .microseconds(1))) }
        durations = histogram
        few = []
    }

    var statistics: RequestStatistics {
        var statistics = counts
        if let durations {
            func percentile(_ share: Double) -> Duration {
                .microseconds(Int64(durations.valueAtPercentile(share)))
            }
            statistics.timings = RequestTimings(
                last: last, p50: percentile(50), p90: percentile(90), p99: percentile(99))
        } else if !few.isEmpty {
            let sorted = few.sorted()
            // The least duration that at least this share of the answers did not exceed.
            func percentile(_ share: Int) -> Duration { sorted[(share * sorted.count + 99) / 100 - 1] }
            statistics.timings = RequestTimings(
                last: last, p50: percentile(50), p90: percentile(90), p99: percentile(99))
        }
        return statistics
    }
}
