public import EngineConcepts

/// Reads the dates that feeds have: RFC 822 with the ways it is misspelt, RFC 3339, the W3C's partial dates, ISO weeks
/// and ordinal dates, and what is left once the separators are set aside. By hand on bytes, since dates are a tenth of a
/// feed and formatters are slow, need locale data and refuse what occurs.
///
/// A date without a zone counts as UTC. Dates that stand for "none" (the epoch itself, years before 1900) are none.
public enum FeedDate {
    /// The time that `text` names; nil where it names none.
    public static func parse(_ text: String) -> Timestamp? {
        var text = text
        return text.withUTF8 { parse($0) }
    }

    /// The time that these bytes name; nil where they name none.
    static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Timestamp? {
        var start = bytes.startIndex
        var end = min(bytes.endIndex, 96)
        while start < end, bytes[start].isASCIIWhitespace { start += 1 }
        while end > start, bytes[end - 1].isASCIIWhitespace { end -= 1 }
        guard start < end else { return nil }
        let trimmed = UnsafeBufferPointer(rebasing: bytes[start..<end])
        var iso = ISODateScanner(trimmed)
        if let fields = iso.scan() { return fields.timestamp }
        var loose = LooseDateScanner(trimmed)
        return loose.scan()?.timestamp
    }
}

/// A date taken apart. Only a date that exists becomes a time.
struct DateFields {
    var year = 0
    var month = 1
    var day = 1
    var hour = 0
    var minute = 0
    var second = 0
    var millisecond = 0
    /// East of Greenwich.
    var offsetMinutes = 0

    /// The time that the fields name; nil where there is no such date, or it stands for none.
    var timestamp: Timestamp? {
        guard (1900...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(ofMonth: month, year: year), (0...24).contains(hour), (0...59).contains(minute),
            (0...61).contains(second), abs(offsetMinutes) <= 26 * 60
        else { return nil }
        let days = Self.daysSinceEpoch(year: year, month: month, day: day)
        // 24:00 is the end of the day, and a leap second the start of the next minute: both come out of the sum.
        let seconds = Int64(days) * 86400 + Int64(hour * 3600 + (minute - offsetMinutes) * 60 + second)
        guard seconds != 0 else { return nil }
        return Timestamp(milliseconds: seconds * 1000 + Int64(millisecond))
    }

    /// How many days the month has.
    static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01 in the Gregorian calendar, counted from March so that the leap day comes last.
    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

/// Reads dates that begin with a year of four digits: RFC 3339, W3C partial dates, basic ISO, weeks, ordinal dates.
private struct ISODateScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// The fields; nil where this is no such date.
    mutating func scan() -> DateFields? {
        var fields = DateFields()
        guard let year = number(exactly: 4) else { return nil }
        fields.year = year
        guard scanDay(into: &fields) else { return nil }
        guard index < bytes.count else { return fields }
        guard skipTimeSeparator(), scanTime(into: &fields) else { return nil }
        while skip(0x20) {}
        guard index < bytes.count else { return fields }
        var zone = ZoneScanner(bytes, from: index)
        guard let offset = zone.scan() else { return nil }
        fields.offsetMinutes = offset
        return fields
    }

    private mutating func scanDay(into fields: inout DateFields) -> Bool {
        guard index < bytes.count else { return true }
        let separator = bytes[index]
        if separator.isASCIIDigit {
            guard let month = number(exactly: 2), let day = number(exactly: 2) else { return false }
            (fields.month, fields.day) = (month, day)
            return true
        }
        guard separator == 0x2d || separator == 0x2f || separator == 0x2e else { return false }
        index += 1
        if index < bytes.count, bytes[index] | 0x20 == 0x77 {
            index += 1
            return scanWeek(into: &fields)
        }
        let digits = digitCount
        if digits == 3, let ordinal = number(exactly: 3) {
            return setDay(daysFromNewYear: ordinal - 1, of: &fields)
        }
        guard digits <= 2, let month = number(exactly: digits) else { return false }
        fields.month = month
        guard index < bytes.count, bytes[index] == separator else { return true }
        index += 1
        let dayDigits = digitCount
        guard dayDigits <= 2, let day = number(exactly: dayDigits) else { return false }
        fields.day = day
        return true
    }

    private mutating func scanWeek(into fields: inout DateFields) -> Bool {
        guard let week = number(exactly: 2), (1...53).contains(week) else { return false }
        var weekday = 1
        if index < bytes.count, bytes[index] == 0x2d {
            index += 1
            guard let digit = number(exactly: 1), (1...7).contains(digit) else { return false }
            weekday = digit
        }
        // Week 1 is the one that holds the 4th of January; weeks begin on Monday, as day 0 of the epoch was a Thursday.
        let fourth = DateFields.daysSinceEpoch(year: fields.year, month: 1, day: 4)
        let monday = fourth - (fourth + 3) % 7
        let newYear = DateFields.daysSinceEpoch(year: fields.year, month: 1, day: 1)
        return setDay(daysFromNewYear: monday + (week - 1) * 7 + weekday - 1 - newYear, of: &fields)
    }

    private func setDay(daysFromNewYear days: Int, of fields: inout DateFields) -> Bool {
        guard (-6...372).contains(days) else { return false }
        var left = days
        if left < 0 {
            fields.year -= 1
            (fields.month, fields.day) = (12, 32 + left)
            return true
        }
        fields.month = 1
        while true {
            let length = DateFields.length(ofMonth: fields.month, year: fields.year)
            guard left >= length else { break }
            left -= length
            fields.month += 1
            if fields.month > 12 { (fields.year, fields.month) = (fields.year + 1, 1) }
        }
        fields.day = left + 1
        return true
    }

    private mutating func skipTimeSeparator() -> Bool {
        let start = index
        while skip(0x20) {}
        if index < bytes.count, bytes[index] | 0x20 == 0x74 { index += 1 }
        while skip(0x20) {}
        return index > start
    }

    private mutating func scanTime(into fields: inout DateFields) -> Bool {
        let digits = digitCount
        guard digits == 1 || digits == 2 || digits == 4 || digits == 6, let hour = number(exactly: min(digits, 2))
        else {
            return false
        }
        fields.hour = hour
        if digits > 2 {
            guard let minute = number(exactly: 2) else { return false }
            fields.minute = minute
            if digits == 6, let second = number(exactly: 2) { fields.second = second }
        } else if skip(0x3a) {
            guard let minute = number(exactly: 2) else { return false }
            fields.minute = minute
            if skip(0x3a) {
                guard let second = number(exactly: 2) else { return false }
                fields.second = second
            }
        }
        if index < bytes.count, bytes[index] == 0x2e || bytes[index] == 0x2c {
            index += 1
            guard digitCount > 0 else { return false }
            var scale = 100
            while index < bytes.count, bytes[index].isASCIIDigit {
                fields.millisecond += Int(bytes[index] - 0x30) * scale
                scale /= 10
                index += 1
            }
        }
        return true
    }

    private var digitCount: Int {
        var end = index
        while end < bytes.count, bytes[end].isASCIIDigit { end += 1 }
        return end - index
    }

    private mutating func number(exactly count: Int) -> Int? {
        guard count > 0, index + count <= bytes.count else { return nil }
        var value = 0
        for offset in 0..<count {
            guard bytes[index + offset].isASCIIDigit else { return nil }
            value = value * 10 + Int(bytes[index + offset] - 0x30)
        }
        index += count
        return value
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }
}

/// Reads what stands behind a time: `Z`, `+02:00`, `-0700`, `GMT`, `EST`, `GMT+2`, `+0200 (CEST)`.
struct ZoneScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, from index: Int) {
        self.bytes = bytes
        self.index = index
    }

    /// Minutes east of Greenwich; nil where no zone stands here. Unknown names count as UTC, since an hour's error is
    /// better than no date.
    mutating func scan() -> Int? {
        guard index < bytes.count else { return nil }
        if bytes[index] == 0x2b || bytes[index] == 0x2d { return scanOffset() }
        // U+2212, the typographer's minus.
        if bytes[index] == 0xe2, index + 2 < bytes.count, bytes[index + 1] == 0x88, bytes[index + 2] == 0x92 {
            index += 2
            return scanOffset(sign: -1)
        }
        guard bytes[index].isASCIILetter else { return nil }
        let start = index
        while index < bytes.count, bytes[index].isASCIILetter { index += 1 }
        let name = UnsafeBufferPointer(rebasing: bytes[start..<index])
        if index + 1 < bytes.count, bytes[index] == 0x2b || bytes[index] == 0x2d, let offset = scanOffset() {
            return offset
        }
        return DateNames.zone(name) ?? 0
    }

    private mutating func scanOffset(sign givenSign: Int? = nil) -> Int? {
        let sign = givenSign ?? (bytes[index] == 0x2d ? -1 : 1)
        index += 1
        var digits = 0
        var value = 0
        while index < bytes.count, digits < 4 {
            if bytes[index].isASCIIDigit {
                value = value * 10 + Int(bytes[index] - 0x30)
                digits += 1
            } else if bytes[index] == 0x3a, digits == 1 || digits == 2 {
                guard let minutes = minutesAfterColon() else { return nil }
                return sign * (value * 60 + minutes)
            } else {
                break
            }
            index += 1
        }
        switch digits {
        case 1, 2: return sign * value * 60
        case 3, 4: return sign * (value / 100 * 60 + value % 100)
        default: return nil
        }
    }

    private func minutesAfterColon() -> Int? {
        guard index + 2 < bytes.count, bytes[index + 1].isASCIIDigit, bytes[index + 2].isASCIIDigit else { return nil }
        return Int(bytes[index + 1] - 0x30) * 10 + Int(bytes[index + 2] - 0x30)
    }
}
