public import EngineConcepts
import Synchronization
public import ViewModels

/// Fake information about a program.
public nonisolated final class FakeDiagnostics: Diagnostics {
    private struct Kept: JournalReader {
        let entries: [JournalEntry]
        let spans: [SpanStatistics]
    }

    private let kept: Kept
    private let bytes: Int?
    private let failure: (any Error)?

    /// Makes fake information; writing reports may fail.
    public init(
        entries: [JournalEntry] = [], spans: [SpanStatistics] = [], residentBytes: Int? = nil,
        failure: (any Error)? = nil
    ) {
        kept = Kept(entries: entries, spans: spans)
        bytes = residentBytes
        self.failure = failure
    }

    public var journal: any JournalReader { kept }

    public func residentBytes() -> Int? { bytes }

    public func network() -> [NetworkFigure] {
        [NetworkFigure(Message("networkConnections", [:]), .verbatim("3 made"))]
    }

    public func writeReport(_ statistics: EngineStatistics) async throws -> String {
        if let failure { throw failure }
        return "/reports/one.txt"
    }
}

extension FakeDiagnostics {
    /// One entry of each kind, the last at `now`.
    public static func example(at now: Timestamp) -> FakeDiagnostics {
        func entry(
            _ id: Int, _ seconds: Int64, _ level: JournalLevel, _ name: String, _ payload: [JournalDetail],
            _ duration: Duration? = nil
        ) -> JournalEntry {
            JournalEntry(
                id: id, time: now.advanced(by: .seconds(-seconds)), level: level, name: name, payload: payload,
                duration: duration)
        }
        return FakeDiagnostics(
            entries: [
                entry(1, 9, .info, "program.launch", [JournalDetail("kind", "cold")]),
                entry(2, 8, .debug, "engine", [JournalDetail("", "fill begins"), JournalDetail("fill", "1")]),
                entry(
                    3, 7, .warning, "network.request",
                    [JournalDetail("host", "paddock.example"), JournalDetail("status", "503")], .milliseconds(212)),
                entry(4, 6, .info, "engine.refresh", [JournalDetail("state", "done")], .milliseconds(1_412)),
                entry(5, 2, .error, "engine", [JournalDetail("", "The engine failed while writing: disk full")]),
            ],
            spans: [
                SpanStatistics(
                    name: "screen.frame", count: 1_204,
                    timings: RequestTimings(
                        last: .microseconds(1_310), p50: .microseconds(1_200), p90: .microseconds(2_050),
                        p99: .microseconds(4_400)),
                    worst: .milliseconds(12))
            ],
            residentBytes: 48 * 1_048_576)
    }
}

extension EngineStatistics {
    /// Statistics of a plausible engine.
    public static func example(since: Timestamp) -> EngineStatistics {
        func requests(_ made: Int, _ failed: Int, _ p50: Int) -> RequestStatistics {
            var requests = RequestStatistics()
            requests.made = made
            requests.answered = made - failed
            requests.failed = failed
            requests.items = made * 20
            requests.fresh = made * 3
            requests.bytes = made * 10_240
            requests.timings = RequestTimings(
                last: .milliseconds(p50), p50: .milliseconds(p50), p90: .milliseconds(p50 * 2),
                p99: .milliseconds(p50 * 4))
            return requests
        }
        var statistics = EngineStatistics(since: since)
        statistics.tickets = TrackCounts(total: 12_345, unread: 678)
        statistics.fills.done = 12
        statistics.fills.cancelled = 1
        statistics.requests = requests(40, 2, 80)
        statistics.suppliers = [
            SupplierStatistics(id: "feed:kerb", requests: requests(20, 0, 60)),
            SupplierStatistics(id: "feed:paddock", requests: requests(20, 2, 240)),
        ]
        return statistics
    }
}
