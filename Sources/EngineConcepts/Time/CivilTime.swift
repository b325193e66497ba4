/// A date and time of day in the proleptic Gregorian calendar, without a time zone.
///
/// It is formatted here and not by the system's formatter: the result is the same in every locale, needs no locale
/// database and costs nothing at start.
public struct CivilTime: Hashable, Sendable {
    /// The year; 0 is 1 BC.
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int
    /// 0 to 23.
    public var hour: Int
    /// 0 to 59.
    public var minute: Int
    /// 0 to 59.
    public var second: Int

    /// Converts `time` to a clock that is ahead of UTC by `offset`. The open ends of time give the nearest year with
    /// four digits.
    public init(_ time: Timestamp, offset: Duration = .zero) {
        let bounded = time.clampedToDates
        let seconds = bounded.seconds + offset.components.seconds
        let dayNumber = Int(seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400))
        let secondOfDay = Int(seconds) - dayNumber * 86_400
        (year, month, day) = CivilTime.date(ofDay: dayNumber)
        (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
    }

    /// Creates a date, or returns `nil` if it does not exist. A leap second counts as the second before it.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (1...12).contains(month), day >= 1, day <= CivilTime.days(inMonth: month, year: year),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
            (-9999...9999).contains(year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = min(second, 59)
    }

    /// Returns the time at which a clock that is ahead of UTC by `offset` shows this date.
    public func timestamp(offset: Duration = .zero) -> Timestamp {
        let days = CivilTime.dayNumber(year: year, month: month, day: day)
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second
        return Timestamp(seconds: Int64(seconds) - offset.components.seconds)
    }

    /// Returns the same time of day `count` days later, or earlier if negative.
    ///
    /// Days with a change of clocks have 23 or 25 hours, so the day before or after a time is not 86,400 seconds away.
    public func adding(days count: Int) -> CivilTime {
        var moved = self
        let dayNumber = CivilTime.dayNumber(year: year, month: month, day: day) + count
        (moved.year, moved.month, moved.day) = CivilTime.date(ofDay: dayNumber)
        return moved
    }

    /// The day of the week; 0 is Sunday.
    public var weekday: Int {
        let days = CivilTime.dayNumber(year: year, month: month, day: day)
        return ((days + 4) % 7 + 7) % 7
    }

    /// Returns the number of days of a month.
    public static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the number of days since 1970-01-01. After Howard Hinnant, "chrono-Compatible Low-Level Date
    /// Algorithms", `days_from_civil`.
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Returns the date `dayNumber` days after 1970-01-01: `civil_from_days` of the same source.
    private static func date(ofDay dayNumber: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = dayNumber + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthShifted = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthShifted + 2) / 5 + 1
        let month = monthShifted < 10 ? monthShifted + 3 : monthShifted - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Timestamp {
    /// RFC 3339 in UTC, to the second: `2026-11-20T11:54:00Z`.
    public var rfc3339: String {
        let time = CivilTime(self)
        // Written byte by byte, because every printed ticket needs it and joining strings takes twenty times as long.
        return String(unsafeUninitializedCapacity: 20) { bytes in
            var end = 0
            func put(_ number: Int, _ width: Int, then separator: Unicode.Scalar) {
                var rest = number
                for index in stride(from: end + width - 1, through: end, by: -1) {
                    bytes[index] = 0x30 + UInt8(rest % 10)
                    rest /= 10
                }
                end += width + 1
                bytes[end - 1] = UInt8(ascii: separator)
            }
            put(time.year, 4, then: "-")
            put(time.month, 2, then: "-")
            put(time.day, 2, then: "T")
            put(time.hour, 2, then: ":")
            put(time.minute, 2, then: ":")
            put(time.second, 2, then: "Z")
            return end
        }
    }

    /// Returns the time as RFC 3339 with the offset of a clock that is so many seconds ahead of UTC, to the second:
    /// `2026-11-20T12:54:00+01:00`. Without an offset it is that of UTC.
    public func rfc3339(secondsAhead: Int) -> String {
        let minutes = secondsAhead / 60
        guard minutes != 0 else { return rfc3339 }
        func digits(_ number: UInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, rest) = minutes.magnitude.quotientAndRemainder(dividingBy: 60)
        let local = clampedToDates.advanced(by: .seconds(minutes * 60)).rfc3339.dropLast()
        return "\(local)\(minutes < 0 ? "-" : "+")\(digits(hours)):\(digits(rest))"
    }

    /// Parses RFC 3339, to the millisecond. The seconds may be missing, the offset may not: without one, the text names a
    /// time of some zone that only the caller knows. Returns `nil` for any other text.
    public init?(rfc3339 text: some StringProtocol) {
        var rest = Substring(text)
        guard let year = rest.consumeNumber(4), rest.consume("-"), let month = rest.consumeNumber(2), rest.consume("-"),
            let day = rest.consumeNumber(2), rest.consume("T") || rest.consume("t") || rest.consume(" "),
            let hour = rest.consumeNumber(2), rest.consume(":"), let minute = rest.consumeNumber(2)
        else { return nil }
        var second = 0
        var millisecond: Int64 = 0
        if rest.consume(":") {
            guard let number = rest.consumeNumber(2) else { return nil }
            second = number
            if rest.consume(".") {
                guard let fraction = rest.consumeFraction() else { return nil }
                millisecond = fraction
            }
        }
        guard let offset = rest.consumeOffset(), rest.isEmpty,
            let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        self.init(milliseconds: time.timestamp(offset: offset).milliseconds + millisecond)
    }
}

extension Substring {
    fileprivate mutating func consume(_ character: Character) -> Bool {
        guard first == character else { return false }
        removeFirst()
        return true
    }

    fileprivate mutating func consumeNumber(_ width: Int) -> Int? {
        let digits = prefix(width)
        guard digits.utf8.count == width, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        removeFirst(width)
        return Int(digits)
    }

    /// Consumes the digits after the point. Returns the milliseconds; further digits are cut off.
    fileprivate mutating func consumeFraction() -> Int64? {
        let digits = prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty else { return nil }
        self = self[digits.endIndex...]
        return Int64((digits + "00").prefix(3))
    }

    fileprivate mutating func consumeOffset() -> Duration? {
        if consume("Z") || consume("z") { return .zero }
        let sign: Int64
        if consume("+") { sign = 1 } else if consume("-") { sign = -1 } else { return nil }
        guard let hours = consumeNumber(2) else { return nil }
        _ = consume(":")
        guard let minutes = consumeNumber(2), hours < 24, minutes < 60 else { return nil }
        return .seconds(sign * Int64(hours * 3600 + minutes * 60))
    }
}
