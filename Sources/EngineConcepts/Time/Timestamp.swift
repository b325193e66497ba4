/// A point in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// The engine orders and covers everything in this unit. Coverage is kept in whole seconds; see ``flooredToSecond``
/// and ``ceiledToSecond``.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since the epoch; negative before it.
    public var milliseconds: Int64

    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Creates the time `seconds` after the epoch, or an open end if that is out of range.
    public init(seconds: Int64) {
        let (product, isTooFar) = seconds.multipliedReportingOverflow(by: 1000)
        milliseconds = isTooFar ? (seconds < 0 ? .min : .max) : product
    }

    /// The open end of a ``Timeframe`` that reaches back to the beginning of time. Not a date; never print it.
    public static let beginningOfTime = Timestamp(milliseconds: .min)

    /// Later than every date. Not a date; never print it.
    public static let endOfTime = Timestamp(milliseconds: .max)

    /// True if this is a real time and not an open end.
    public var isFinite: Bool {
        self != .beginningOfTime && self != .endOfTime
    }

    /// Whole seconds since the epoch, rounded down.
    public var seconds: Int64 {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest < 0 ? seconds - 1 : seconds
    }

    /// The time rounded down to a whole second. Open ends are unchanged.
    public var flooredToSecond: Timestamp {
        isFinite ? Timestamp(seconds: seconds) : self
    }

    /// The time rounded up to a whole second. Open ends are unchanged.
    public var ceiledToSecond: Timestamp {
        let floor = flooredToSecond
        return floor == self ? self : floor.advanced(by: .seconds(1))
    }

    /// Returns the time `duration` later, or earlier if negative. Saturates at the open ends and never leaves them.
    public func advanced(by duration: Duration) -> Timestamp {
        guard isFinite else { return self }
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .beginningOfTime : .endOfTime }
        let (sum, sumOverflow) = milliseconds.addingReportingOverflow(whole + attoseconds / 1_000_000_000_000_000)
        guard !sumOverflow else { return seconds < 0 ? .beginningOfTime : .endOfTime }
        return Timestamp(milliseconds: sum)
    }

    /// Returns the duration from `earlier` to this time, negative if `earlier` is later. Both must be finite.
    public func since(_ earlier: Timestamp) -> Duration {
        .milliseconds(milliseconds.subtractingReportingOverflow(earlier.milliseconds).partialValue)
    }

    /// Orders from earlier to later.
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool {
        lhs.milliseconds < rhs.milliseconds
    }

    /// Encodes as the number of milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// Decodes the number of milliseconds.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }
}

/// A clock. Injected everywhere, so that tests control it.
public protocol TimeSource: Sendable {
    /// Returns the current time.
    func now() -> Timestamp
    /// Returns the time since a fixed moment on a monotonic clock. Only differences are meaningful.
    func elapsed() -> Duration
    /// Returns after `duration`, or throws `CancellationError` at once if the task is cancelled.
    func sleep(for duration: Duration) async throws
}
