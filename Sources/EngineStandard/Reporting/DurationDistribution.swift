package import EngineConcepts
import Histogram

/// A distribution of durations. The first ones are kept as they are; from then on a histogram counts all. It uses four
/// kilobytes, and up to ten if some durations are half a minute. Most names and suppliers have few durations in one run of the
/// program, and making a histogram takes longer than most of what it measures.
package struct DurationDistribution: Sendable {
    /// All durations while they are few; empty once there is a histogram.
    private var durations: [Duration] = []
    /// All durations in microseconds once they are many, or `nil`. Starts with the size needed for one second, because
    /// growing costs more than recording.
    private var histogram: Histogram<UInt32>?
    /// The duration recorded last.
    private var last = Duration.zero

    /// The number of durations that are kept.
    private static let maximumDurations = 16

    package init() {}

    /// The number of recorded durations.
    var count: Int { histogram.map { Int($0.totalCount) } ?? durations.count }

    /// Adds a duration. A negative one counts as zero.
    package mutating func record(_ duration: Duration) {
        last = duration
        guard histogram == nil else {
            histogram?.record(Self.microseconds(duration))
            return
        }
        durations.append(duration)
        guard durations.count > Self.maximumDurations else { return }
        var counted = Histogram<UInt32>(highestTrackableValue: 1_000_000, numberOfSignificantValueDigits: .two)
        counted.autoResize = true
        for duration in durations { counted.record(Self.microseconds(duration)) }
        histogram = counted
        durations = []
    }

    /// Returns, for each share in percent, the least duration that at least this share of all did not exceed; zero without
    /// durations.
    func percentiles(_ shares: Int...) -> [Duration] {
        if let histogram { return shares.map { .microseconds(Int64(histogram.valueAtPercentile(Double($0)))) } }
        let sorted = durations.sorted()
        return shares.map { sorted.isEmpty ? .zero : sorted[max(0, ($0 * sorted.count + 99) / 100 - 1)] }
    }

    /// The usual percentiles and the latest duration.
    package var timings: RequestTimings {
        let percentiles = percentiles(50, 90, 99)
        return RequestTimings(last: last, p50: percentiles[0], p90: percentiles[1], p99: percentiles[2])
    }

    private static func microseconds(_ duration: Duration) -> UInt64 {
        UInt64(max(0, duration / .microseconds(1)))
    }
}
