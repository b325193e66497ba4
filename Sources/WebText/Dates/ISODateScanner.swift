import EngineConcepts

/// Parses dates that begin with a year of four digits: RFC 3339, W3C partial dates, basic ISO, weeks, ordinal dates.
struct ISODateScanner {
    let bytes: UnsafeBufferPointer<UInt8>
    /// The index of the next byte.
    private(set) var index = 0

    mutating func scan() -> DateFields? {
        var fields = DateFields()
        guard let year = number(exactly: 4) else { return nil }
        fields.year = year
        guard scanDay(into: &fields) else { return nil }
        guard index < bytes.count else { return fields }
        guard skipTimeSeparator(), scanTime(into: &fields) else { return nil }
        while skip(.space) {}
        if let half = HalfDay(bytes, at: &index) { fields.hour = half.hour(fields.hour) }
        while skip(.space) {}
        guard index < bytes.count else { return fields }
        var zone = ZoneScanner(bytes: bytes, index: index)
        guard let offset = zone.scan(at: fields) else { return nil }
        fields.offsetMinutes = offset
        return fields
    }

    private mutating func scanDay(into fields: inout DateFields) -> Bool {
        // A bare number is a date only if its year is likely.
        let isLikely = DateFields.likelyYears.contains(fields.year)
        guard index < bytes.count else { return isLikely }
        let separator = bytes[index]
        if separator.isASCIIDigit {
            guard isLikely else { return false }
            if digitCount == 3 { return scanOrdinal(into: &fields) }
            return scanPair(into: &fields.month) && scanPair(into: &fields.day)
        }
        if separator.lowercasedASCII == UInt8(ascii: "w") {
            index += 1
            return scanWeek(into: &fields)
        }
        guard separator == .hyphen || separator == .slash || separator == .dot else { return false }
        index += 1
        if index < bytes.count, bytes[index].lowercasedASCII == UInt8(ascii: "w") {
            index += 1
            return scanWeek(into: &fields)
        }
        let digits = digitCount
        if digits == 3 { return scanOrdinal(into: &fields) }
        guard digits <= 2, let month = number(exactly: digits) else { return false }
        fields.month = month
        guard index < bytes.count, bytes[index] == separator else { return true }
        index += 1
        let dayDigits = digitCount
        guard dayDigits <= 2, let day = number(exactly: dayDigits) else { return false }
        fields.day = day
        return true
    }

    private mutating func scanOrdinal(into fields: inout DateFields) -> Bool {
        guard let ordinal = number(exactly: 3), (1...DateFields.length(ofYear: fields.year)).contains(ordinal) else {
            return false
        }
        return setDay(daysFromNewYear: ordinal - 1, of: &fields)
    }

    /// Scans a week with an optional day of the week; Monday is the default.
    private mutating func scanWeek(into fields: inout DateFields) -> Bool {
        guard let week = number(exactly: 2), (1...53).contains(week) else { return false }
        var weekday = 1
        if skip(.hyphen) || digitCount > 0 {
            guard digitCount == 1, let digit = number(exactly: 1), (1...7).contains(digit) else { return false }
            weekday = digit
        }
        // Week 1 contains 4 January, and weeks begin on Monday.
        guard let fourth = CivilTime(year: fields.year, month: 1, day: 4) else { return false }
        let first = 3 - (fourth.weekday + 6) % 7 + (week - 1) * 7
        // A week belongs to the year of its Thursday; most years have no week 53.
        guard first + 3 < DateFields.length(ofYear: fields.year) else { return false }
        return setDay(daysFromNewYear: first + weekday - 1, of: &fields)
    }

    private func setDay(daysFromNewYear days: Int, of fields: inout DateFields) -> Bool {
        guard let date = CivilTime(year: fields.year, month: 1, day: 1)?.adding(days: days) else { return false }
        (fields.year, fields.month, fields.day) = (date.year, date.month, date.day)
        return true
    }

    private mutating func skipTimeSeparator() -> Bool {
        let start = index
        while skip(.space) {}
        if index < bytes.count, bytes[index].lowercasedASCII == UInt8(ascii: "t") { index += 1 }
        while skip(.space) {}
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
            guard scanPair(into: &fields.minute) else { return false }
            if digits == 6, let second = number(exactly: 2) { fields.second = second }
        } else if let hours = HourSign(bytes, at: index) {
            index = hours.end
            if hours.isFollowed, !scanPair(into: &fields.minute) { return false }
        } else if let separator = timeSeparator {
            index += 1
            guard scanPair(into: &fields.minute) else { return false }
            if timeSeparator == separator {
                index += 1
                guard scanPair(into: &fields.second) else { return false }
            }
        }
        if index < bytes.count, bytes[index] == .dot || bytes[index] == .comma {
            index += 1
            guard digitCount > 0 else { return false }
            var scale = 100
            while index < bytes.count, bytes[index].isASCIIDigit {
                fields.millisecond += bytes[index].digitValue * scale
                scale /= 10
                index += 1
            }
        }
        return true
    }

    /// The separator between two parts of a time: a colon, or a dot before two digits, which are then not a fraction.
    private var timeSeparator: UInt8? {
        guard index < bytes.count else { return nil }
        if bytes[index] == .colon { return .colon }
        guard bytes[index] == .dot, index + 2 < bytes.count, bytes[index + 1].isASCIIDigit,
            bytes[index + 2].isASCIIDigit, index + 3 == bytes.count || !bytes[index + 3].isASCIIDigit
        else { return nil }
        return .dot
    }

    private var digitCount: Int {
        var end = index
        while end < bytes.count, bytes[end].isASCIIDigit { end += 1 }
        return end - index
    }

    /// Scans two digits. Returns false if there are none here.
    private mutating func scanPair(into part: inout Int) -> Bool {
        guard let number = number(exactly: 2) else { return false }
        part = number
        return true
    }

    private mutating func number(exactly count: Int) -> Int? {
        guard count > 0, index + count <= bytes.count else { return nil }
        var value = 0
        for offset in 0..<count {
            guard bytes[index + offset].isASCIIDigit else { return nil }
            value = value * 10 + bytes[index + offset].digitValue
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
