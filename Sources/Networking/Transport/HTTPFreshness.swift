package import EngineConcepts
import WebText

/// How long an answer may be kept without asking again: the one place where that is said (RFC 9111 §4.2).
package enum HTTPFreshness {
    /// The lifetime of `response`; nil where it does not say.
    package static func lifetime(of response: TransportResponse, now: Timestamp) -> Duration? {
        if let control = response.header("cache-control") {
            var lifetime: Int64?
            for directive in control.lowercased().split(separator: ",") {
                let parts = directive.split(separator: "=", maxSplits: 1).map { TextSanitizer.line(String($0)) }
                switch parts.first {
                case "no-cache", "no-store": return .zero
                case "max-age": lifetime = parts.last.flatMap { Int64($0.filter { $0 != "\"" }) }
                default: break
                }
            }
            if let lifetime {
                let age = response.header("age").flatMap { Int64($0) } ?? 0
                return .seconds(max(0, lifetime.subtractingReportingOverflow(max(0, age)).partialValue))
            }
        }
        guard let text = response.header("expires") else { return nil }
        // What is no date, such as `0` or `-1`, has expired.
        guard let expires = FeedDate.parse(text) else { return .zero }
        let sent = response.header("date").flatMap { FeedDate.parse($0) } ?? now
        return expires > sent ? expires.since(sent) : .zero
    }
}
