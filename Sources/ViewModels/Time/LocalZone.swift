public import EngineConcepts
import LibC

/// The offset of local time from UTC. Injected, so that tests have the same local time everywhere.
public nonisolated protocol LocalZone: Sendable {
    /// Returns the offset of local time from UTC in seconds at `time`; negative west of Greenwich.
    func secondsAhead(at time: Timestamp) -> Int
}

/// The time zone of this machine, including daylight saving time.
public nonisolated struct SystemZone: LocalZone {
    /// Creates the machine's zone.
    public init() {}

    /// Asks the C library.
    public func secondsAhead(at time: Timestamp) -> Int {
        var moment = time_t(time.seconds)
        var parts = tm()
        guard localtime_r(&moment, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }
}
