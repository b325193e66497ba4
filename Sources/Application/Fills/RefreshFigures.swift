package import EngineConcepts
import EngineStandard
package import Networking

/// The figures of a refresh, for programs that read them: of the time from its start to its end, since an open Fiber has made
/// other requests before.
package struct RefreshFigures: Sendable {
    package let report: FillReport
    package let actions: PendingActionsReport
    /// The requests of all sources.
    package let requests: RequestStatistics
    /// The requests of each source.
    package let sources: [SupplierStatistics]
    package let network: RequestCounter.Totals
}

extension EngineStatistics {
    /// Returns the requests since `earlier`: of all sources, and of each. If there were requests before, the response times
    /// are those of the last answer of each source.
    func requests(since earlier: EngineStatistics) -> (all: RequestStatistics, sources: [SupplierStatistics]) {
        let former = earlier.suppliers.reduce(into: [:]) { $0[$1.id] = $1.requests }
        let sources = suppliers.map { supplier in
            var later = supplier
            if let before = former[supplier.id] { later.requests = supplier.requests.since(before) }
            return later
        }
        var all = requests.since(earlier.requests)
        if earlier.requests.answered > 0, let last = all.timings?.last {
            var answers = DurationDistribution()
            for answer in sources.compactMap(\.requests.timings?.last) { answers.record(answer) }
            all.timings = answers.timings
            all.timings?.last = last
        }
        return (all, sources)
    }
}

extension RequestStatistics {
    /// Returns the statistics of the requests since `earlier`. If there were requests before, only the response time of the
    /// last answer is known, and serves as every percentile.
    fileprivate func since(_ earlier: RequestStatistics) -> RequestStatistics {
        var later = self
        later.made -= earlier.made
        later.answered -= earlier.answered
        later.failed -= earlier.failed
        later.cancelled -= earlier.cancelled
        later.items -= earlier.items
        later.fresh -= earlier.fresh
        if later.answered == 0 {
            later.bytes = nil
            later.timings = nil
        } else if earlier.answered > 0 {
            later.bytes = bytes.map { $0 - (earlier.bytes ?? 0) }
            later.timings = timings.map { RequestTimings(last: $0.last, p50: $0.last, p90: $0.last, p99: $0.last) }
        }
        return later
    }
}

extension RequestCounter.Totals {
    /// Returns the totals of the requests since `earlier`.
    func since(_ earlier: RequestCounter.Totals) -> RequestCounter.Totals {
        var later = self
        later.requests -= earlier.requests
        later.failures -= earlier.failures
        later.unchanged -= earlier.unchanged
        later.bytes -= earlier.bytes
        later.wireBytes -= earlier.wireBytes
        later.reused -= earlier.reused
        later.connecting -= earlier.connecting
        later.connections -= earlier.connections
        return later
    }
}
