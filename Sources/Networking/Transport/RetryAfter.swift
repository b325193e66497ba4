import EngineConcepts
import WebText

/// The time until which a source must not be asked again (`Retry-After`, RFC 9110 §10.2.3).
struct RetryAfter: Hashable {
    /// The longest accepted delay; some servers send years, by intent or by mistake.
    private static let maximumDelay = Duration.seconds(86_400)

    let until: Timestamp
    /// True if the source asked for longer than ``maximumDelay``.
    let isShortened: Bool

    /// Parses `120` and `Fri, 31 Dec 1999 23:59:59 GMT`. Returns `nil` for anything else and for a time in the past.
    init?(_ text: String, now: Timestamp) {
        let text = TextSanitizer.line(text)
        let requested = Int64(deltaSeconds: text).map { now.advanced(by: .seconds($0)) } ?? FeedDate.parse(text)
        guard let requested, requested > now else { return nil }
        let latest = now.advanced(by: Self.maximumDelay)
        until = min(requested, latest)
        isShortened = requested > latest
    }
}
