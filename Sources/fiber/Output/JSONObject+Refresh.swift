import Application
import EngineConcepts
import Localization
import Networking

extension JSONObject {
    /// Creates the object that `refresh --json` prints. `source` and `sources` are also printed as `supplier` and
    /// `suppliers` until 1.0.
    init(_ figures: RefreshFigures) {
        let network = figures.network
        let sources = figures.sources.map { JSONObject($0.requests, of: $0.id) }
        let requests: JSONObject = [
            "requests": network.requests, "unchanged": network.unchanged, "failed": network.failures,
            "connections": network.connections, "reused": network.reused,
            "connectingMilliseconds": Int(network.connecting / .milliseconds(1)), "bytes": network.bytes,
            "wireBytes": network.wireBytes,
        ]
        self.init("refresh", figures.report)
        self["requests"] = JSONObject(figures.requests)
        self["sources"] = sources
        self["suppliers"] = sources
        self["network"] = requests
        self["actions"] = JSONObject(figures.actions)
    }

    /// Creates the object that `fill --json` prints.
    init(_ result: FillResult) {
        self.init("fill", result.report)
        self["messages"] = result.lines.map { Localizer.english($0.message(in: .english)) }
    }

    /// Creates the object of what fills brought.
    private init(_ type: String, _ report: FillReport) {
        self = [
            "type": type, "inserted": report.inserted, "updated": report.updated, "deleted": report.deleted,
            "failed": Self.list(report.sourceFailures.mapValues { $0.reason.message }),
            "warnings": Self.list(report.warnings),
        ]
    }

    private init(_ actions: PendingActionsReport) {
        self = [
            "sent": actions.sent, "refused": actions.refused, "waiting": actions.waiting,
            "troubles": actions.warnings.map { Localizer.english($0) },
        ]
    }

    private static func list(_ reasons: [SupplierID: Message]) -> [JSONObject] {
        reasons.sorted { $0.key < $1.key }
            .map { id, reason in
                [
                    "source": id.rawValue, "supplier": id.rawValue, "reason": Localizer.english(reason),
                    "code": reason.code,
                ]
            }
    }

    /// Creates the object of requests: their number, what they returned, and response times in milliseconds.
    ///
    /// - Parameter source: The source that was asked, or `nil` for all sources together.
    private init(_ requests: RequestStatistics, of source: SupplierID? = nil) {
        self = [
            "requests": requests.made, "failed": requests.failed, "items": requests.items, "new": requests.fresh,
            "bytes": requests.bytes, "milliseconds": requests.timings.map { JSONObject($0) },
        ]
        self["source"] = source?.rawValue
        self["supplier"] = source?.rawValue
    }

    private init(_ timings: RequestTimings) {
        func tenths(_ duration: Duration) -> Double { (duration / .microseconds(100)).rounded() / 10 }
        self = [
            "last": tenths(timings.last), "p50": tenths(timings.p50), "p90": tenths(timings.p90),
            "p99": tenths(timings.p99),
        ]
    }
}
