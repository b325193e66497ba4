import EngineConcepts
import WebText

/// How long a source asks to be left in peace (`Retry-After`, RFC 9110 §10.2.3).
struct RetryAfter: Hashable {
    /// No wish counts for longer: some mean to keep readers out for years, or are mistaken.
    private static let longest = Duration.seconds(86_400)

    /// Until when it is left in peace.
    let until: Timestamp
    /// Whether it asked for longer.
    let isShortened: Bool

    /// Reads `120` and `Fri, 31 Dec 1999 23:59:59 GMT`; nil for what is neither, and for what is over.
    init?(_ text: String, now: Timestamp) {
        let text = TextSanitizer.line(text)
        let wanted: Timestamp?
        if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) {
            // More digits than a number has are a long time.
            wanted = now.advanced(by: .seconds(min(Int64(text) ?? .max, 1 << 40)))
        } else {
            wanted = FeedDate.parse(text)
        }
        guard let wanted, wanted > now else { return nil }
        let latest = now.advanced(by: Self.longest)
        until = min(wanted, latest)
        isShortened = wanted > latest
    }
}
