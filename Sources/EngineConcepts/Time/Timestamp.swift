/// A point in time: milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
///
/// The engine orders and covers everything in this unit. Coverage is kept in whole seconds; see ``flooredToSecond``
/// and ``ceiledToSecond``.
public struct Timestamp: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since the epoch; negative before it.
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Creates the time `seconds` after the epoch, or an open end if that is out of range.
    public init(seconds: Int64) { milliseconds = seconds.multiplying(saturating: 1000) }

    /// The open end of a ``Timeframe`` that reaches back to the beginning of time. Not a date; never print it.
    public static let beginningOfTime = Timestamp(milliseconds: .min)

    /// Later than every date. Not a date; never print it.
    public static let endOfTime = Timestamp(milliseconds: .max)

    /// True if this is a real time and not an open end.
    public var isFinite: Bool { self != .beginningOfTime && self != .endOfTime }

    /// Whole seconds since the epoch, rounded down.
    public var seconds: Int64 {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1000)
        return rest < 0 ? seconds - 1 : seconds
    }

    /// The time rounded down to a whole second. Open ends are unchanged.
    public var flooredToSecond: Timestamp { isFinite ? Timestamp(seconds: seconds) : self }

    /// The time rounded up to a whole second. Open ends are unchanged.
    public var ceiledToSecond: Timestamp {
        let floor = flooredToSecond
        return floor == self ? self : floor.advanced(by: .seconds(1))
    }

    /// The first whole second after this time: the newer bound of its second, down to which a page that ends here can claim.
    /// Open ends are unchanged.
    public var secondAbove: Timestamp { flooredToSecond.advanced(by: .seconds(1)) }

    /// Returns the time `duration` later, or earlier if negative. Saturates at the open ends and never leaves them.
    public func advanced(by duration: Duration) -> Timestamp {
        guard isFinite else { return self }
        let (seconds, attoseconds) = duration.components
        let step = seconds.multiplying(saturating: 1000).adding(saturating: attoseconds / 1_000_000_000_000_000)
        guard step != .min, step != .max else { return Timestamp(milliseconds: step) }
        return Timestamp(milliseconds: milliseconds.adding(saturating: step))
    }

    /// Returns the duration from `earlier` to this time, negative if `earlier` is later. Saturates where it is too long
    /// to be counted in milliseconds.
    public func since(_ earlier: Timestamp) -> Duration {
        .milliseconds(milliseconds.subtracting(saturating: earlier.milliseconds))
    }

    /// The times that a calendar with four digits for the year can show, in every time zone.
    ///
    /// Sources send any number as a date. What lies outside is moved to the nearest bound where it enters the engine.
    public static let dates = Timestamp(seconds: -62_167_132_800)...Timestamp(seconds: 253_402_214_400)

    /// This time, or the nearest of ``dates``.
    public var clampedToDates: Timestamp {
        min(max(self, Timestamp.dates.lowerBound), Timestamp.dates.upperBound)
    }

    /// Orders from earlier to later.
    @inlinable
    public static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.milliseconds < rhs.milliseconds }

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
