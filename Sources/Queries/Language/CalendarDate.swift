import EngineConcepts
import WebText

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
            zip(parts, widths).allSatisfy({ $0.utf8.count == $1 && $0.utf8.allSatisfy(\.isASCIIDigit) })
        else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard let year = numbers.first,
            CivilTime(year: year, month: numbers.dropFirst().first ?? 1, day: numbers.dropFirst(2).first ?? 1) != nil
        else { return nil }
        switch numbers.count {
        case 1: self = .year(year)
        case 2: self = .month(numbers[1], year: year)
        default: self = .day(numbers[2], month: numbers[1], year: year)
        }
    }

    /// The first day as a number with its digits: 20261101.
    var firstDay: Int {
        switch self {
        case .year(let year): year * 10_000 + 101
        case .month(let month, let year): year * 10_000 + month * 100 + 1
        case .day(let day, let month, let year): year * 10_000 + month * 100 + day
        }
    }

    /// The last day, in the form of ``firstDay``.
    var lastDay: Int {
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
            guard case .month(let newMonth, let newYear) = CalendarDate.month(month, year: year).shifted(by: step)
            else { return nil }
            let nearest = step > 0 ? 1 : CivilTime.days(inMonth: newMonth, year: newYear)
            return .day(nearest, month: newMonth, year: newYear)
        }
    }
}

extension CalendarDate: CustomStringConvertible {
    /// The date as in `2026`, `2026-11` or `2026-11-01`.
    public var description: String {
        switch self {
        case .year(let year): String(year, width: 4)
        case .month(let month, let year): "\(CalendarDate.year(year))-\(String(month, width: 2))"
        case .day(let day, let month, let year): "\(CalendarDate.month(month, year: year))-\(String(day, width: 2))"
        }
    }
}
