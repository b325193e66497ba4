/// A point in time: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// Everything the engine orders and covers is measured in this unit. Coverage is kept to the whole second, which is
/// what ``flooredToSecond`` and ``ceiledToSecond`` are for.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since the epoch; negative before it.
    public var milliseconds: Int64

    /// Makes the point that lies `milliseconds` after the epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Makes the point that lies `seconds` after the epoch; an open end where that is too far to be counted.
    public init(seconds: Int64) {
        let (product, isTooFar) = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = isTooFar ? (seconds < 0 ? .min : .max) : product
    }

    /// The open end of a ``Timeframe`` that reaches back to the beginning of time. Not a date: never print it.
    public static let beginningOfTime = Timestamp(milliseconds: .min)

    /// Later than every date. Not a date: never print it.
    public static let endOfTime = Timestamp(milliseconds: .max)

    /// Whether this is a real point in time and not one of the two open ends.
    public var isFinite: Bool {
        self != .beginningOfTime && self != .endOfTime
    }

    /// Whole seconds since the epoch, rounded down.
    public var seconds: Int64 {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest < 0 ? seconds - 1 : seconds
    }

    /// The start of the second that this point lies in. The open ends stay what they are.
    public var flooredToSecond: Timestamp {
        isFinite ? Timestamp(seconds: seconds) : self
    }

    /// The first whole second that is not before this point. The open ends stay what they are.
    public var ceiledToSecond: Timestamp {
        let floor = flooredToSecond
        return floor == self ? self : floor.advanced(by: .seconds(1))
    }

    /// The point that lies `duration` later (earlier where negative). Saturates at the open ends and never leaves them.
    public func advanced(by duration: Duration) -> Timestamp {
        guard isFinite else { return self }
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .beginningOfTime : .endOfTime }
        let (sum, sumOverflow) = milliseconds.addingReportingOverflow(whole + attoseconds / 1_000_000_000_000_000)
        guard !sumOverflow else { return seconds < 0 ? .beginningOfTime : .endOfTime }
        return Timestamp(milliseconds: sum)
    }

    /// How long it is from `earlier` to this point; negative where `earlier` is later. Both must be finite.
    public func since(_ earlier: Timestamp) -> Duration {
        .milliseconds(milliseconds.subtractingReportingOverflow(earlier.milliseconds).partialValue)
    }

    /// Orders by time, earlier first.
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        lhs.milliseconds < rhs.milliseconds
    }

    /// Encodes as the bare number of milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// Decodes the bare number of milliseconds.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }
}

/// Where the time of day comes from. Injected everywhere, so that tests own it.
public protocol TimeSource: Sendable {
    /// The time of day, now.
    func now() -> Timestamp
    /// How much time has passed since some fixed moment, by a clock that nobody sets: only differences mean anything.
    func elapsed() -> Duration
    /// Returns after `duration`, or throws `CancellationError` at once when the task is cancelled.
    func sleep(for duration: Duration) async throws
}
