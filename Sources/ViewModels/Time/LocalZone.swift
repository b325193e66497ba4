public import EngineConcepts

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#elseif canImport(Darwin)
private import Darwin
#endif

/// How far local clocks are from UTC. Injected, so that tests print the same times everywhere.
public nonisolated protocol LocalZone: Sendable {
    /// The seconds by which local clocks are ahead of UTC at `time`; negative where they are behind.
    func secondsAhead(at time: Timestamp) -> Int
}

/// Local clocks that are always the same distance from UTC.
public nonisolated struct FixedZone: LocalZone {
    private let seconds: Int

    /// Makes a zone that is `secondsAhead` of UTC; 0 is UTC itself.
    public init(secondsAhead: Int = 0) {
        seconds = secondsAhead
    }

    /// The same at any time.
    public func secondsAhead(at time: Timestamp) -> Int {
        seconds
    }
}

/// The zone that this machine is set to, summer time included.
public nonisolated struct SystemZone: LocalZone {
    /// Makes the machine's zone.
    public init() {}

    /// Asks the C library, which knows the zone's rules.
    public func secondsAhead(at time: Timestamp) -> Int {
        var moment = time_t(time.seconds)
        var parts = tm()
        guard localtime_r(&moment, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }
}
