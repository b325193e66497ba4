import EngineConcepts

/// The unit to which a source seems to date its items: the largest one that fits two of its dates.
///
/// An item dated to the day appears at any time of its day, so its date can lie below a reading that came before it.
struct DatePrecision: Sendable {
    private static let day = Int64(86_400)
    private static let hour = Int64(3_600)
    private static let minute = Int64(60)

    /// A date at which a unit starts, in seconds.
    private let origin: Int64
    /// The length in seconds.
    private let length: Int64
    /// The difference in length, in seconds, of a day on which clocks change; otherwise 0.
    private let tolerance: Int64

    /// Creates the unit of two dates, or returns `nil` if they are more precise than a minute.
    ///
    /// - Parameter older: The older date, or `nil` if there is none. The newer one then stands for a day if midnight
    ///   can be at its time in some time zone: at a quarter of an hour.
    init?(_ newer: Timestamp, above older: Timestamp?) {
        origin = newer.seconds
        guard origin.isMultiple(of: Self.minute) else { return nil }
        guard let older else {
            let mayBeMidnight = origin.isMultiple(of: Self.hour / 4)
            (length, tolerance) = mayBeMidnight ? (Self.day, 0) : (Self.minute, 0)
            return
        }
        let (distance, overflow) = origin.subtractingReportingOverflow(older.seconds)
        guard !overflow, distance > 0, distance.isMultiple(of: Self.minute) else { return nil }
        let offset = distance % Self.day
        if offset == 0 {
            (length, tolerance) = (Self.day, 0)
        } else if distance > Self.hour, offset == Self.hour || offset == Self.day - Self.hour {
            (length, tolerance) = (Self.day, Self.hour)
        } else {
            (length, tolerance) = (distance.isMultiple(of: Self.hour) ? Self.hour : Self.minute, 0)
        }
    }

    /// The length.
    var duration: Duration { .seconds(length) }

    /// Returns the start of the unit that holds the moment before `time`. If clocks have changed, returns the earliest
    /// time at which it can have started.
    func start(of time: Timestamp) -> Timestamp {
        let distance = max(0, origin.subtracting(saturating: time.seconds)).adding(saturating: tolerance)
        let units = distance / length + (distance.isMultiple(of: length) ? 0 : 1)
        let (offset, overflow) = units.multipliedReportingOverflow(by: length)
        guard !overflow else { return .beginningOfTime }
        return Timestamp(seconds: origin.subtracting(saturating: offset).subtracting(saturating: tolerance))
    }
}
