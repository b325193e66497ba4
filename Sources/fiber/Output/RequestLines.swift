import EngineConcepts

extension JSONObject {
    /// Requests as `refresh --json` prints them: their number, what they returned, and response times in milliseconds.
    ///
    /// - Parameter source: The source that was asked, or `nil` for all sources together.
    init(_ requests: RequestStatistics, of source: SupplierID? = nil) {
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
