/// Parses dates with their parts in any order: RFC 822 and its misspellings, `asctime`, RFC 850, `12/31/2024`,
/// `31.12.2024`, `Dec 31, 2024 11:59 PM`, `2024年12月31日`, and month names in the languages that occur in feeds.
struct LooseDateScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var fields = DateFields()
    private var year: Int?
    private var month: Int?
    private var day: Int?
    private var monthCameFirst = false
    private var hasTime = false
    /// The index of the zone's name.
    private var zoneStart: Int?
    private var half: HalfDay?

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Returns the fields, or `nil` if day, month or year is missing.
    mutating func scan() -> DateFields? {
        while index < bytes.count {
            let byte = bytes[index]
            if byte.isASCIIDigit {
                guard scanNumber() else { return nil }
            } else if hasTime, byte == .plus || byte == .hyphen {
                var zone = ZoneScanner(bytes: bytes, index: index)
                guard let offset = zone.scan(at: fields) else { return nil }
                fields.offsetMinutes = offset
                // The format of Twitter: `Mon Jan 02 15:04:05 +0000 2006`.
                year = year ?? trailingYear()
                break
            } else if byte.isASCIILetter || byte >= 0x80 {
                guard scanWord() else { break }
            } else {
                index += 1
            }
        }
        guard let year, let month, let day else { return nil }
        (fields.year, fields.month, fields.day) = (year, month, day)
        if let half { fields.hour = half.hour(fields.hour) }
        if let zoneStart {
            var zone = ZoneScanner(bytes: bytes, index: zoneStart)
            fields.offsetMinutes = zone.scan(at: fields) ?? 0
        }
        return fields
    }

    /// Scans a word. Returns false for a zone, after which nothing else matters.
    private mutating func scanWord() -> Bool {
        if let named = HalfDay(bytes, at: &index) {
            half = named
            return true
        }
        let start = index
        while index < bytes.count, bytes[index].isASCIILetter || bytes[index] >= 0x80 { index += 1 }
        let word = UnsafeBufferPointer(rebasing: bytes[start..<index])
        if let named = DateNames.half(word) {
            half = half ?? named
            return true
        }
        // In several languages the word for Tuesday begins like March. Of two names before and after the day, the
        // second one is the month.
        if let named = DateNames.month(word), month == nil || (monthCameFirst && day != nil) {
            monthCameFirst = month == nil && day == nil
            month = named
            return true
        }
        guard hasTime, let year = year ?? trailingYear(), DateNames.weekday(word) == nil else { return true }
        self.year = year
        zoneStart = start
        return false
    }

    /// Returns a year after the zone, as `date` prints it: `Mon Sep  7 12:00:00 UTC 2020`.
    private func trailingYear() -> Int? {
        guard bytes.count >= 4 else { return nil }
        var value = 0
        for byte in bytes.suffix(4) {
            guard byte.isASCIIDigit else { return nil }
            value = value * 10 + byte.digitValue
        }
        return value
    }

    private mutating func scanNumber() -> Bool {
        let start = index
        let value = digits()
        let count = index - start
        let next = index < bytes.count ? bytes[index] : 0
        if next == .colon, !hasTime, count <= 2 { return scanTime(hour: value) }
        if next == .dot, !hasTime, count <= 2, year != nil, month != nil, day != nil, index + 1 < bytes.count,
            bytes[index + 1].isASCIIDigit
        {
            return scanTime(hour: value, separator: .dot)
        }
        if !hasTime, count <= 2, let hours = HourSign(bytes, at: index) {
            index = hours.end
            fields.hour = value
            hasTime = true
            if hours.isFollowed { fields.minute = digits() }
            return true
        }
        if next >= 0x80, let unit = DateNames.unit(bytes, at: index) {
            index += 3
            set(value, as: unit)
            return true
        }
        if next == .slash || next == .dot || next == .hyphen, day == nil, month == nil,
            let numeric = numericDate(value, next, isYear: count > 2)
        {
            (day, month, year) = numeric
            return true
        }
        switch count {
        case 1, 2: if day == nil { day = value } else if year == nil { year = value < 50 ? 2000 + value : 1900 + value }
        case 3, 4: if year == nil { year = count == 3 ? 1900 + value : value }
        default: return false
        }
        return true
    }

    private mutating func set(_ value: Int, as unit: DateNames.Unit) {
        switch unit {
        case .year: year = value
        case .month: month = value
        case .day: day = value
        case .hour:
            fields.hour = value
            hasTime = true
        case .minute: fields.minute = value
        case .second: fields.second = value
        }
    }

    private mutating func scanTime(hour: Int, separator: UInt8 = .colon) -> Bool {
        fields.hour = hour
        index += 1
        guard index < bytes.count, bytes[index].isASCIIDigit else { return false }
        fields.minute = digits()
        if index + 1 < bytes.count, bytes[index] == separator, bytes[index + 1].isASCIIDigit {
            index += 1
            fields.second = digits()
        }
        if index + 1 < bytes.count, bytes[index] == .dot, bytes[index + 1].isASCIIDigit {
            index += 1
            _ = digits()
        }
        hasTime = true
        return true
    }

    /// Returns the date of `31.12.2024` or `12/31/2024`: with dots the day comes first; with slashes the month does,
    /// unless it is over 12. A year of four digits may come first.
    private mutating func numericDate(
        _ first: Int, _ separator: UInt8, isYear: Bool
    ) -> (day: Int, month: Int, year: Int)? {
        let start = index
        index += 1
        let second = digits()
        guard index < bytes.count, bytes[index] == separator, index > start + 1 else {
            index = start
            return nil
        }
        index += 1
        let yearStart = index
        let third = digits()
        guard index > yearStart else {
            index = start
            return nil
        }
        if first > 31 || isYear { return (third, second, first) }
        let year = index - yearStart == 2 ? (third < 50 ? 2000 + third : 1900 + third) : third
        return separator == .slash && first <= 12 ? (second, first, year) : (first, second, year)
    }

    private mutating func digits() -> Int {
        var value = 0
        while index < bytes.count, bytes[index].isASCIIDigit {
            value = min(value * 10 + bytes[index].digitValue, 1_000_000)
            index += 1
        }
        return value
    }
}
