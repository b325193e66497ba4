public import EngineConcepts

/// Parses the dates of feeds: RFC 822 and its misspellings, RFC 3339, W3C partial dates, ISO weeks and ordinal dates,
/// seconds since 1970, and dates in a free order of parts. Written on bytes: dates are a tenth of a feed, and
/// formatters are slow, need locale data and reject much of what occurs.
///
/// A date without a zone counts as UTC; a wrong weekday is ignored. Placeholders (the epochs of programs, years
/// before 1000) and days that do not exist, such as 30 February, are not dates.
public enum FeedDate {
    /// Returns the time that `text` names, or `nil` if it names none.
    public static func parse(_ text: String) -> Timestamp? {
        var text = text
        return text.withUTF8 { parse($0) }
    }

    /// Returns the time that the `Expires` of a cookie names, or `nil` if it names none. Unlike in feeds, an epoch is a date:
    /// most sites expire cookies by the beginning of 1970.
    package static func parseExpiry(_ text: String) -> Timestamp? {
        var text = text
        return text.withUTF8 { parse($0, \.time) }
    }

    /// Returns the time that the bytes name, or `nil` if they name none.
    package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        parse(bytes, \.timestamp)
    }

    private static func parse(_ bytes: UnsafeBufferPointer<UInt8>, _ time: (DateFields) -> Timestamp?) -> Timestamp? {
        let trimmed = UnsafeBufferPointer(rebasing: bytes.prefix(96)).trimmed
        guard !trimmed.isEmpty else { return nil }
        if let counted = NumericTime.parse(trimmed) { return counted }
        var iso = ISODateScanner(bytes: trimmed)
        if let fields = iso.scan() { return time(fields) }
        var loose = LooseDateScanner(trimmed)
        return loose.scan().flatMap(time)
    }
}
