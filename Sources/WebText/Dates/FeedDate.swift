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

    /// Returns the time that the bytes name, or `nil` if they name none.
    package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        var start = bytes.startIndex
        var end = min(bytes.endIndex, 96)
        while start < end, bytes[start].isASCIIWhitespace { start += 1 }
        while end > start, bytes[end - 1].isASCIIWhitespace { end -= 1 }
        guard start < end else { return nil }
        let trimmed = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if let counted = NumericTime.parse(trimmed) { return counted }
        var iso = ISODateScanner(trimmed)
        if let fields = iso.scan() { return fields.timestamp }
        var loose = LooseDateScanner(trimmed)
        return loose.scan()?.timestamp
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
        guard (1000...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(ofMonth: month, year: year), (0...24).contains(hour), (0...59).contains(minute),
            (0...61).contains(second), abs(offsetMinutes) <= 26 * 60
        else { return nil }
        let days = Self.daysSinceEpoch(year: year, month: month, day: day)
        // 24:00 is the end of the day, and a leap second is the start of the next minute; the sum yields both.
        let seconds = Int64(days) * 86400 + Int64(hour * 3600 + (minute - offsetMinutes) * 60 + second)
        let isMidnight = hour == 0 && minute == 0 && second == 0
        guard !(isMidnight && Self.zeroDays.contains(days)),
            !(seconds % 86400 == 0 && Self.zeroDays.contains(Int(seconds / 86400)))
        else { return nil }
        return Timestamp(milliseconds: seconds * 1000 + Int64(millisecond))
    }

    /// The epochs of programs, which they print for a missing date: Unix, spreadsheets, SQL Server, the Mac, Windows;
    /// and the first date that SQL Server knows.
    private static let zeroDays: Set<Int> = [
        0, daysSinceEpoch(year: 1899, month: 12, day: 30), daysSinceEpoch(year: 1899, month: 12, day: 31),
        daysSinceEpoch(year: 1900, month: 1, day: 1), daysSinceEpoch(year: 1904, month: 1, day: 1),
        daysSinceEpoch(year: 1601, month: 1, day: 1), daysSinceEpoch(year: 1753, month: 1, day: 1),
    ]

    /// Returns the number of days in the month.
    static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the number of days in the year.
    static func length(ofYear year: Int) -> Int {
        337 + length(ofMonth: 2, year: year)
    }

    /// Returns the days from 1970-01-01 in the Gregorian calendar, computed from March so that the leap day comes
    /// last.
    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}
