public import EngineConcepts

/// A range of counts. Bounds are inclusive, and at least one exists.
public struct NumberRange: Hashable, Sendable {
    public let least: Int?
    public let most: Int?

    /// The largest count in a query.
    public static let maximum = 999_999_999_999

    /// Creates a range, or returns `nil` if it has no bound, is empty, or has a bound that is negative or above
    /// ``maximum``.
    public init?(least: Int?, most: Int?) {
        let (from, through) = (least ?? 0, most ?? NumberRange.maximum)
        guard least != nil || most != nil, 0 <= from, from <= through, through <= NumberRange.maximum else {
            return nil
        }
        self.least = least
        self.most = most
    }

    public func contains(_ number: Int) -> Bool {
        number >= least ?? .min && number <= most ?? .max
    }
}

/// A range of ages in seconds: at least so long ago, less than so long ago. At least one bound exists.
public struct AgeRange: Hashable, Sendable {
    public let atLeast: Int?
    public let lessThan: Int?

    /// The largest age in a query: a thousand years.
    public static let maximum = 1000 * 365 * 86_400

    /// Creates a range, or returns `nil` if it has no bound or is empty.
    public init?(atLeast: Int?, lessThan: Int?) {
        let (from, end) = (atLeast ?? 0, lessThan ?? .max)
        guard atLeast != nil || lessThan != nil, 0 <= from, from < end, max(from, lessThan ?? 0) <= AgeRange.maximum
        else { return nil }
        self.atLeast = atLeast
        self.lessThan = lessThan
    }

    /// Returns true if `time` is this long before `now`. Future times count as less than any age.
    public func contains(_ time: Timestamp, at now: Timestamp) -> Bool {
        if let atLeast, time > now.advanced(by: .seconds(-atLeast)) { return false }
        if let lessThan, time <= now.advanced(by: .seconds(-lessThan)) { return false }
        return true
    }
}

/// A range of calendar days, bounds included. At least one bound exists.
public struct DateRange: Hashable, Sendable {
    /// The first day, month or year, or `nil`.
    public let from: CalendarDate?
    /// The last day, month or year, or `nil`.
    public let through: CalendarDate?

    /// Creates a range, or returns `nil` if it has no bound or ends before it begins.
    public init?(from: CalendarDate?, through: CalendarDate?) {
        guard from != nil || through != nil else { return nil }
        if let from, let through, from.first > through.last { return nil }
        self.from = from
        self.through = through
    }

    /// Returns true if `time` is in the range, on clocks that are `zone` ahead of UTC.
    public func contains(_ time: Timestamp, zone: @Sendable (Timestamp) -> Duration) -> Bool {
        let civil = CivilTime(time, offset: zone(time))
        let day = (civil.year * 100 + civil.month) * 100 + civil.day
        return day >= from?.first ?? .min && day <= through?.last ?? .max
    }
}

/// A day, a month or a year of the calendar.
public enum CalendarDate: Hashable, Sendable {
    case year(Int)
    case month(Int, year: Int)
    case day(Int, month: Int, year: Int)

    /// Parses `2026`, `2026-11` or `2026-11-01`, or returns `nil` if `text` is none of these or no such day exists.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let widths = [4, 2, 2]
        guard parts.count <= 3,
            zip(parts, widths).allSatisfy({ $0.utf8.count == $1 && $0.utf8.allSatisfy(\.isDigit) })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard let year = numbers.first,
            CivilTime(
                year: year, month: numbers.count > 1 ? numbers[1] : 1,
                day: numbers.count > 2 ? numbers[2] : 1) != nil
        else { return nil }
        switch numbers.count {
        case 1: self = .year(year)
        case 2: self = .month(numbers[1], year: year)
        default: self = .day(numbers[2], month: numbers[1], year: year)
        }
    }

    /// The first day as a number with its digits: 20261101.
    var first: Int {
        switch self {
        case .year(let year): year * 10_000 + 101
        case .month(let month, let year): year * 10_000 + month * 100 + 1
        case .day(let day, let month, let year): year * 10_000 + month * 100 + day
        }
    }

    /// The last day, in the same form.
    var last: Int {
        switch self {
        case .year(let year): year * 10_000 + 1231
        case .month(let month, let year):
            year * 10_000 + month * 100 + CivilTime.days(inMonth: month, year: year)
        case .day(let day, let month, let year): year * 10_000 + month * 100 + day
        }
    }

    /// The next day, month or year, or `nil` beyond four digits.
    var next: CalendarDate? { shifted(by: 1) }

    /// The previous day, month or year, or `nil` beyond four digits.
    var previous: CalendarDate? { shifted(by: -1) }

    private func shifted(by step: Int) -> CalendarDate? {
        switch self {
        case .year(let year):
            return (0...9999).contains(year + step) ? .year(year + step) : nil
        case .month(let month, let year):
            let index = year * 12 + month - 1 + step
            return (0..<120_000).contains(index) ? .month(index % 12 + 1, year: index / 12) : nil
        case .day(let day, let month, let year):
            if day + step >= 1, day + step <= CivilTime.days(inMonth: month, year: year) {
                return .day(day + step, month: month, year: year)
            }
            guard case .month(let other, let itsYear) = CalendarDate.month(month, year: year).shifted(by: step) else {
                return nil
            }
            let nearest = step > 0 ? 1 : CivilTime.days(inMonth: other, year: itsYear)
            return .day(nearest, month: other, year: itsYear)
        }
    }
}

extension UInt8 {
    /// True for an ASCII digit.
    var isDigit: Bool { (0x30...0x39).contains(self) }
}
