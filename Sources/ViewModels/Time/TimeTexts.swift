public import EngineConcepts
public import Localization

/// Formats times and durations for the screens.
public nonisolated struct TimeTexts: Sendable {
    private let zone: any LocalZone
    /// The language of the texts.
    let localizer: Localizer

    /// Creates a formatter for a zone and a language.
    public init(zone: any LocalZone, localizer: Localizer) {
        self.zone = zone
        self.localizer = localizer
    }

    /// Returns the age of `time` on its first day, and its date from then on: `now`, `4m`, `11h`, `Fri 14:02` within a
    /// week, `20 Nov` within a year, `20 Nov 17`; for a time ahead `in 2h`, or its date. At most nine columns.
    public func age(of time: Timestamp, at now: Timestamp) -> String {
        let then = civil(time)
        return switch Self.minutes(from: time, to: now) {
        case 1440..<(6 * 1440): "\(day(then)) \(clock(then))"
        case (365 * 1440)...: yearDigits(then, at: now).map { "\(then.day) \(month(then)) \($0)" } ?? String(then.year)
        default: briefAge(of: time, at: now)
        }
    }

    /// Returns the last two digits of a year of the last hundred, or `nil` for an earlier one.
    private func yearDigits(_ then: CivilTime, at now: Timestamp) -> String? {
        (0..<100).contains(civil(now).year - then.year) ? Self.twoDigits(then.year % 100) : nil
    }

    /// Returns ``age(of:at:)`` in at most six columns: `20 Nov` instead of `Fri 14:02`, and `Nov'17` instead of `20 Nov 17`.
    public func briefAge(of time: Timestamp, at now: Timestamp) -> String {
        let minutes = Self.minutes(from: time, to: now)
        let then = civil(time)
        return switch minutes {
        case ...(-1440): "\(then.day) \(month(then))"
        case ...(-60): localizer(.ageAhead, .text("\(-minutes / 60)h"))
        case ..<0: localizer(.ageAhead, .text("\(-minutes)m"))
        case ..<1: localizer(.ageNow)
        case ..<60: "\(minutes)m"
        case ..<1440: "\(minutes / 60)h"
        case ..<(365 * 1440): "\(then.day) \(month(then))"
        default: monthAndYear(then, at: now)
        }
    }

    /// Returns `Nov'17`, or the year if it is not one of the last hundred.
    private func monthAndYear(_ then: CivilTime, at now: Timestamp) -> String {
        yearDigits(then, at: now).map { "\(month(then))'\($0)" } ?? String(then.year)
    }

    /// Returns ``age(of:at:)`` below the heading of the day of `time`: `14:02` instead of any date.
    func ageOnDay(of time: Timestamp, at now: Timestamp) -> String {
        Self.minutes(from: time, to: now) < 1440 ? briefAge(of: time, at: now) : clock(civil(time))
    }

    /// Returns the time of day if the short form of `time` is a date, or `nil`.
    func clockBelowDate(of time: Timestamp, in style: TimeStyle, at now: Timestamp) -> String? {
        let then = civil(time)
        let isDate =
            style == .relative
            ? Self.minutes(from: time, to: now).magnitude >= 1440 : !Self.isSameDay(then, civil(now))
        return isDate ? clock(then) : nil
    }

    private static func minutes(from time: Timestamp, to now: Timestamp) -> Int64 {
        let (seconds, overflows) = now.seconds.subtractingReportingOverflow(time.seconds)
        // Two days ahead are as far as the texts tell them apart, and the clocks of two machines may differ by a minute.
        return overflows ? (now > time ? .max : -2880) : max(-172_800, seconds) / 60
    }

    /// Returns the heading of the day of `time`: `Today`, `Yesterday`, `Friday 20 November`, or with the year of another year.
    public func dayHeading(of time: Timestamp, at now: Timestamp) -> String {
        let (then, today) = (civil(time), civil(now))
        if Self.isSameDay(then, today) { return localizer(.dayToday) }
        if Self.isSameDay(then, today.adding(days: -1)) { return localizer(.dayYesterday) }
        let (weekdays, months) = (localizer.wholeDays, localizer.wholeMonths)
        guard weekdays.indices.contains(then.weekday), months.indices.contains(then.month - 1) else {
            return full(time)
        }
        let (weekday, month) = (weekdays[then.weekday], months[then.month - 1])
        return then.year == today.year
            ? localizer(.dayHeading, .text(weekday), .number(Int(then.day)), .text(month))
            : localizer(
                .dayHeadingWithYear, .text(weekday), .number(Int(then.day)), .text(month), .text(String(then.year)))
    }

    /// Returns true if both times are on one day of the local zone.
    func areOnOneDay(_ one: Timestamp, _ other: Timestamp) -> Bool { Self.isSameDay(civil(one), civil(other)) }

    /// Returns `time` in at most twelve columns: the time on the same day, otherwise day and month with the time or the year.
    public func exact(_ time: Timestamp, at now: Timestamp) -> String {
        let (then, today) = (civil(time), civil(now))
        if Self.isSameDay(then, today) { return clock(then) }
        let date = "\(then.day) \(month(then))"
        return then.year == today.year ? "\(date) \(clock(then))" : "\(date) \(then.year)"
    }

    /// Returns ``exact(_:at:)`` in at most six columns: `20 Nov` instead of `20 Nov 14:02`, and `Nov'17` instead of `20 Nov
    /// 2017`.
    public func briefExact(_ time: Timestamp, at now: Timestamp) -> String {
        let (then, today) = (civil(time), civil(now))
        if Self.isSameDay(then, today) { return clock(then) }
        return then.year == today.year ? "\(then.day) \(month(then))" : monthAndYear(then, at: now)
    }

    /// Returns `time` within a sentence: the time on the same day, otherwise day, month and time.
    public func moment(_ time: Timestamp, at now: Timestamp, seconds: Bool = false) -> String {
        let (then, today) = (civil(time), civil(now))
        return Self.isSameDay(then, today)
            ? clock(then, seconds: seconds) : dateAndClock(then, inYearOf: today, seconds: seconds)
    }

    /// Returns the start of a period that lasts until now, in at most eleven columns and the less exact the older it is:
    /// `09:14:02` on the same day, `Thu 11:59` within a week, then `19 Nov` or, of another year, `23 Oct 2017`.
    public func start(_ time: Timestamp, at now: Timestamp) -> String {
        let (then, today) = (civil(time), civil(now))
        if Self.isSameDay(then, today) { return clock(then, seconds: true) }
        if Self.minutes(from: time, to: now) < 6 * 1440 { return "\(day(then)) \(clock(then))" }
        let date = "\(then.day) \(month(then))"
        return then.year == today.year ? date : "\(date) \(then.year)"
    }

    /// Returns a period within a sentence. It names the day once if both ends have the same, otherwise each, also today,
    /// and the seconds if both ends have the same minute: `Thu 19 Nov, 20:09–20:57`, `20:09:10–20:09:31`, `Thu 19 Nov,
    /// 23:50 – Fri 20 Nov, 00:10`.
    public func span(from oldest: Timestamp, to newest: Timestamp, at now: Timestamp) -> String {
        let (start, end) = (civil(oldest), civil(newest))
        guard !Self.isSameDay(start, end) else {
            let seconds = clock(start) == clock(end)
            return "\(moment(oldest, at: now, seconds: seconds))–\(clock(end, seconds: seconds))"
        }
        let today = civil(now)
        return "\(dateAndClock(start, inYearOf: today)) – \(dateAndClock(end, inYearOf: today))"
    }

    /// Returns day, month and time, with the year if it is not that of `today`.
    private func dateAndClock(_ then: CivilTime, inYearOf today: CivilTime, seconds: Bool = false) -> String {
        let year = then.year == today.year ? "" : " \(then.year)"
        return "\(day(then)) \(then.day) \(month(then))\(year), \(clock(then, seconds: seconds))"
    }

    /// Returns `time` in full: `Fri 20 Nov 2026, 11:02`.
    public func full(_ time: Timestamp) -> String {
        let then = civil(time)
        return "\(day(then)) \(then.day) \(month(then)) \(then.year), \(clock(then))"
    }

    /// Returns a time ahead in full, with the day in words if it is today or tomorrow: `Sat 21 Nov 2026, 08:00 (tomorrow)`.
    public func ahead(_ time: Timestamp, at now: Timestamp) -> String {
        let (then, today) = (civil(time), civil(now))
        if Self.isSameDay(then, today) { return localizer(.timeToday, .text(full(time))) }
        guard Self.isSameDay(then, today.adding(days: 1)) else { return full(time) }
        return localizer(.timeTomorrow, .text(full(time)))
    }

    /// Returns the time of day: `11:54`.
    public func clock(of time: Timestamp) -> String { clock(civil(time)) }

    /// Returns the current date and time: `Fri 20 Nov 11:54`.
    func dateAndClock(_ time: Timestamp) -> String {
        let then = civil(time)
        return "\(day(then)) \(then.day) \(month(then)) \(clock(then))"
    }

    /// Returns a time as ``DateReader`` reads it in the user's zone: `2026-11-20 14:05`.
    public func typed(_ time: Timestamp) -> String {
        let then = civil(time)
        return "\(then.year)-\(Self.twoDigits(then.month))-\(Self.twoDigits(then.day)) \(clock(then))"
    }

    /// Returns a duration in its two largest units: `45 s`, `12 min`, `3 h 12 min`, `6 d 4 h`, `2 y 3 mo`.
    public func duration(_ duration: Duration) -> String {
        let seconds = max(0, duration.components.seconds)
        return switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: Self.pair(seconds / 3600, unit: "h", seconds / 60 % 60, unit: "min")
        case ..<(60 * 86_400): Self.pair(seconds / 86_400, unit: "d", seconds / 3600 % 24, unit: "h")
        case ..<(730 * 86_400): "\(seconds / (30 * 86_400)) mo"
        default: Self.pair(seconds / (365 * 86_400), unit: "y", seconds % (365 * 86_400) / (30 * 86_400), unit: "mo")
        }
    }

    private static func pair(_ large: Int64, unit largeUnit: String, _ small: Int64, unit smallUnit: String) -> String {
        small == 0 ? "\(large) \(largeUnit)" : "\(large) \(largeUnit) \(small) \(smallUnit)"
    }

    private func civil(_ time: Timestamp) -> CivilTime {
        CivilTime(time, offset: .seconds(zone.secondsAhead(at: time)))
    }

    private static func isSameDay(_ lhs: CivilTime, _ rhs: CivilTime) -> Bool {
        (lhs.year, lhs.month, lhs.day) == (rhs.year, rhs.month, rhs.day)
    }

    private func clock(_ time: CivilTime, seconds: Bool = false) -> String {
        let clock = "\(Self.twoDigits(time.hour)):\(Self.twoDigits(time.minute))"
        return seconds ? "\(clock):\(Self.twoDigits(time.second))" : clock
    }

    private func day(_ time: CivilTime) -> String { localizer.days.element(at: time.weekday) ?? "" }

    private func month(_ time: CivilTime) -> String { localizer.months.element(at: time.month - 1) ?? "" }

    private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
