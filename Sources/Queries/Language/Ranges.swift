public import EngineConcepts

/// A range of counts. Bounds are inclusive, and at least one exists.
public struct NumberRange: Hashable, Sendable {
    public let least: Int?
    public let most: Int?

    /// The largest count in a query.
    public static let maximumCount = 999_999_999_999

    /// Creates a range, or returns `nil` if it has no bound, is empty, or has a bound that is negative or above
    /// ``maximumCount``.
    public init?(least: Int?, most: Int?) {
        let (from, through) = (least ?? 0, most ?? NumberRange.maximumCount)
        guard least != nil || most != nil, 0 <= from, from <= through, through <= NumberRange.maximumCount else {
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
    public static let maximumSeconds = 1000 * 365 * 86_400

    /// Creates a range, or returns `nil` if it has no bound or is empty.
    public init?(atLeast: Int?, lessThan: Int?) {
        let (from, end) = (atLeast ?? 0, lessThan ?? .max)
        guard atLeast != nil || lessThan != nil, 0 <= from, from < end,
            max(from, lessThan ?? 0) <= AgeRange.maximumSeconds
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

    /// The units of time in seconds, largest first.
    static let units: [(letter: Character, seconds: Int)] = [
        ("y", 365 * 86_400), ("w", 7 * 86_400), ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
    ]

    /// Returns a number of seconds in the largest unit that divides it.
    static func inLargestUnit(_ seconds: Int) -> (number: Int, letter: Character) {
        let unit = units.first { seconds > 0 && seconds % $0.seconds == 0 } ?? (letter: "s", seconds: 1)
        return (seconds / unit.seconds, unit.letter)
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
        if let from, let through, from.firstDay > through.lastDay { return nil }
        self.from = from
        self.through = through
    }

    /// Returns true if `time` is in the range, on clocks that are `zone` ahead of UTC.
    public func contains(_ time: Timestamp, zone: @Sendable (Timestamp) -> Duration) -> Bool {
        let civil = CivilTime(time, offset: zone(time))
        let day = (civil.year * 100 + civil.month) * 100 + civil.day
        return day >= from?.firstDay ?? .min && day <= through?.lastDay ?? .max
    }
}
