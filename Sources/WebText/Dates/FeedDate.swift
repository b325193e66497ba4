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

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, _ time: (DateFields) -> Timestamp?
    ) -> Timestamp? {
        var start = bytes.startIndex
        var end = min(bytes.endIndex, 96)
        while start < end, bytes[start].isASCIIWhitespace { start += 1 }
        while end > start, bytes[end - 1].isASCIIWhitespace { end -= 1 }
        guard start < end else { return nil }
        let trimmed = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if let counted = NumericTime.parse(trimmed) { return counted }
        var iso = ISODateScanner(trimmed)
        if let fields = iso.scan() { return time(fields) }
        var loose = LooseDateScanner(trimmed)
        return loose.scan().flatMap(time)
    }
}

/// The parts of a date. Only an existing date becomes a time.
struct DateFields {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0
    /// Minutes east of Greenwich.
    var offsetMinutes = 0

    /// The years that a bare number may mean.
    static let likelyYears = 1900...2199

    /// The time of the fields, or `nil` if there is no such date or it is a placeholder.
    var timestamp: Timestamp? {
        guard let time, !Self.zeroTimes.contains(time.seconds),
            !Self.zeroTimes.contains(time.seconds + Int64(offsetMinutes * 60))
        else { return nil }
        return time
    }

    /// The time of the fields, or `nil` if there is no such date.
    var time: Timestamp? {
        guard (1000...9999).contains(year), (0...24).contains(hour), abs(offsetMinutes) <= 26 * 60,
            (0...61).contains(second),
            let civil = CivilTime(
                year: year, month: month, day: day, hour: hour % 24, minute: minute, second: min(second, 60))
        else { return nil }
        // 24:00 is the end of the day.
        let local = civil.timestamp().seconds + (hour == 24 ? 86_400 : 0)
        let seconds = local - Int64(offsetMinutes * 60)
        return Timestamp(milliseconds: seconds * 1000 + Int64(millisecond))
    }

    /// The epochs of programs in seconds, which they print for a missing date, in UTC or in local time: Unix, spreadsheets,
    /// SQL Server, the Mac, Windows; and the first date that SQL Server knows.
    private static let zeroTimes = Set(
        [(1970, 1, 1), (1899, 12, 30), (1899, 12, 31), (1900, 1, 1), (1904, 1, 1), (1601, 1, 1), (1753, 1, 1)]
            .compactMap { year, month, day in CivilTime(year: year, month: month, day: day)?.timestamp().seconds })

    /// Returns the number of days in the year.
    static func length(ofYear year: Int) -> Int {
        337 + CivilTime.days(inMonth: 2, year: year)
    }
}
