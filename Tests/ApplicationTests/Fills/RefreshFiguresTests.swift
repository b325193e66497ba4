import EngineConcepts
import Networking
import Testing

@testable import Application

@Suite("The figures of a refresh")
struct RefreshFiguresTests {
    /// Returns the statistics of as many answered requests as there are response times in seconds, each with ten items.
    private func answered(_ seconds: Int64..., bytes: Int?) -> RequestStatistics {
        var requests = RequestStatistics()
        requests.made = seconds.count
        requests.answered = seconds.count
        requests.items = 10 * seconds.count
        requests.bytes = bytes
        let sorted = seconds.sorted()
        if let last = seconds.last, let median = sorted.first, let worst = sorted.last {
            requests.timings = RequestTimings(
                last: .seconds(last), p50: .seconds(median), p90: .seconds(worst), p99: .seconds(worst))
        }
        return requests
    }

    private func statistics(
        _ all: RequestStatistics, _ suppliers: [SupplierID: RequestStatistics]
    ) -> EngineStatistics {
        var statistics = EngineStatistics()
        statistics.requests = all
        statistics.suppliers = suppliers.sorted { $0.key < $1.key }
            .map { SupplierStatistics(id: $0.key, requests: $0.value) }
        return statistics
    }

    @Test("The requests of an open Fiber before a refresh are no part of its figures")
    func later() throws {
        let before = statistics(answered(9, 8, bytes: 100), ["a": answered(9, bytes: 60), "b": answered(8, bytes: 40)])
        let after = statistics(
            answered(9, 8, 1, 3, bytes: 170),
            ["a": answered(9, 1, bytes: 130), "b": answered(8, bytes: 40), "c": answered(3, bytes: nil)])
        let (all, sources) = after.requests(since: before)
        #expect(all.made == 2 && all.answered == 2 && all.items == 20 && all.bytes == 70)
        #expect(
            all.timings
                == RequestTimings(last: .seconds(3), p50: .seconds(1), p90: .seconds(3), p99: .seconds(3)))
        #expect(sources.map(\.id) == ["a", "b", "c"])
        #expect(sources.map(\.requests.made) == [1, 0, 1])
        #expect(sources.map(\.requests.bytes) == [70, nil, nil])
        #expect(sources.map { $0.requests.timings?.last } == [.seconds(1), nil, .seconds(3)])
    }

    @Test("The figures of a process that only refreshes are its totals")
    func first() {
        let after = statistics(answered(9, 8, bytes: 100), ["a": answered(9, 8, bytes: 100)])
        let (all, sources) = after.requests(since: EngineStatistics())
        #expect(all == after.requests && sources == after.suppliers)
    }

    @Test("The totals of the network before a refresh are taken off")
    func network() {
        var before = RequestCounter().totals
        before.requests = 3
        before.connecting = .seconds(2)
        var after = before
        after.requests = 5
        after.connecting = .seconds(3)
        after.bytes = 10
        var wanted = RequestCounter().totals
        wanted.requests = 2
        wanted.connecting = .seconds(1)
        wanted.bytes = 10
        #expect(after.since(before) == wanted)
    }
}
