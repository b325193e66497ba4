import EngineConcepts

/// Requests as `refresh --json` prints them: their number, what they returned, and response times in milliseconds.
struct RequestLine: Encodable {
    private struct Milliseconds: Encodable {
        let last: Double
        let p50: Double
        let p90: Double
        let p99: Double

        init(_ timings: RequestTimings) {
            func tenths(_ duration: Duration) -> Double { (duration / .microseconds(100)).rounded() / 10 }
            last = tenths(timings.last)
            p50 = tenths(timings.p50)
            p90 = tenths(timings.p90)
            p99 = tenths(timings.p99)
        }
    }

    private enum Key: String, CodingKey {
        case source, supplier, requests, failed, items, new, bytes, milliseconds
    }

    /// The source that was asked, or `nil` for all sources together.
    let source: SupplierID?
    let requests: RequestStatistics

    func encode(to encoder: any Encoder) throws {
        var line = encoder.container(keyedBy: Key.self)
        for key in [Key.source, .supplier] { try line.encodeIfPresent(source?.rawValue, forKey: key) }
        try line.encode(requests.made, forKey: .requests)
        try line.encode(requests.failed, forKey: .failed)
        try line.encode(requests.items, forKey: .items)
        try line.encode(requests.fresh, forKey: .new)
        try line.encode(requests.bytes, forKey: .bytes)
        try line.encode(requests.timings.map(Milliseconds.init), forKey: .milliseconds)
    }
}
