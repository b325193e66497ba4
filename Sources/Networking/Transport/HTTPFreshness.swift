package import EngineConcepts
import WebText

/// Computes how long a response stays fresh (RFC 9111 §4.2).
package enum HTTPFreshness {
    /// Returns the freshness lifetime of `response`, or `nil` if it gives none.
    package static func lifetime(of response: TransportResponse, now: Timestamp) -> Duration? {
        if let control = response.header("cache-control") {
            var lifetime: Int64?
            for directive in control.lowercased().split(separator: ",") {
                let parts = directive.split(separator: "=", maxSplits: 1).map { TextSanitizer.line(String($0)) }
                switch parts.first {
                case "no-cache", "no-store": return .zero
                // An invalid lifetime means that the response has expired (RFC 9111 §4.2.1).
                case "max-age": lifetime = parts.last.flatMap { Int64(deltaSeconds: $0.filter { $0 != "\"" }) } ?? 0
                default: break
                }
            }
            if let lifetime {
                let age = response.header("age").flatMap { Int64(deltaSeconds: $0) } ?? 0
                return .seconds(max(0, lifetime - age))
            }
        }
        guard let text = response.header("expires") else { return nil }
        // An invalid date, such as `0` or `-1`, means that the response has expired.
        guard let expires = FeedDate.parse(text) else { return .zero }
        let sent = response.header("date").flatMap { FeedDate.parse($0) } ?? now
        return expires > sent ? expires.since(sent) : .zero
    }
}

extension Int64 {
    /// Parses a number of seconds in a header field. One that is too large counts as 2³¹ (RFC 9111 §1.2.2); returns `nil`
    /// for anything but digits.
    init?(deltaSeconds text: String) {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
        self = Swift.min(Int64(text) ?? .max, 1 << 31)
    }
}
