public import EngineConcepts

/// The bounds of a range, of which at least one exists.
public enum Bounds<Bound: Hashable & Sendable>: Hashable, Sendable {
    case from(Bound)
    case to(Bound)
    case between(Bound, Bound)

    /// Creates bounds, or returns `nil` if there are none.
    init?(_ lower: Bound?, _ upper: Bound?) {
        switch (lower, upper) {
        case (let lower?, let upper?): self = .between(lower, upper)
        case (let lower?, nil): self = .from(lower)
        case (nil, let upper?): self = .to(upper)
        case (nil, nil): return nil
        }
    }

    public var lower: Bound? {
        switch self {
        case .from(let lower), .between(let lower, _): lower
        case .to: nil
        }
    }

    public var upper: Bound? {
        switch self {
        case .to(let upper), .between(_, let upper): upper
        case .from: nil
        }
    }
}

/// A range of counts.
public struct NumberRange: Hashable, Sendable {
    /// The least and the greatest number.
    public let bounds: Bounds<Int>

    /// The largest count in a query.
    public static let maximumCount = 999_999_999_999

    /// Creates a range, or returns `nil` if it has no bound, is empty, or has a bound that is negative or above
    /// ``maximumCount``.
    public init?(least: Int?, most: Int?) {
        let (from, through) = (least ?? 0, most ?? NumberRange.maximumCount)
        guard let bounds = Bounds(least, most), 0 <= from, from <= through, through <= NumberRange.maximumCount else {
            return nil
        }
        self.bounds = bounds
    }

    public func contains(_ number: Int) -> Bool {
        number >= bounds.lower ?? .min && number <= bounds.upper ?? .max
    }
}

/// A range of ages in seconds: at least so long ago, less than so long ago.
public struct AgeRange: Hashable, Sendable {
    /// The least age, and the one that is not reached.
    public let bounds: Bounds<Int>

    /// The largest age in a query: a thousand years.
    public static let maximumSeconds = 1000 * 365 * 86_400

    /// Creates a range, or returns `nil` if it has no bound or is empty.
    public init?(atLeast: Int?, lessThan: Int?) {
        let (from, end) = (atLeast ?? 0, lessThan ?? .max)
        guard let bounds = Bounds(atLeast, lessThan), 0 <= from, from < end,
            max(from, lessThan ?? 0) <= AgeRange.maximumSeconds
        else { return nil }
        self.bounds = bounds
    }

    /// Returns true if `time` is this long before `now`. Future times count as less than any age.
    public func contains(_ time: Timestamp, at now: Timestamp) -> Bool {
        if let atLeast = bounds.lower, time > now.advanced(by: .seconds(-atLeast)) { return false }
        if let lessThan = bounds.upper, time <= now.advanced(by: .seconds(-lessThan)) { return false }
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

/// A range of calendar days.
public struct DateRange: Hashable, Sendable {
    /// The first and the last day, month or year.
    public let bounds: Bounds<CalendarDate>

    /// Creates a range, or returns `nil` if it has no bound or ends before it begins.
    public init?(from: CalendarDate?, through: CalendarDate?) {
        guard let bounds = Bounds(from, through) else { return nil }
        if case .between(let from, let through) = bounds, from.firstDay > through.lastDay { return nil }
        self.bounds = bounds
    }

    /// Returns true if `time` is in the range, on clocks that are `zone` ahead of UTC.
    public func contains(_ time: Timestamp, zone: @Sendable (Timestamp) -> Duration) -> Bool {
        let civil = CivilTime(time, offset: zone(time))
        let day = (civil.year * 100 + civil.month) * 100 + civil.day
        return day >= bounds.lower?.firstDay ?? .min && day <= bounds.upper?.lastDay ?? .max
    }
}
