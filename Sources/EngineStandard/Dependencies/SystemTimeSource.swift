public import EngineConcepts
import LibC

/// The time source of the system.
public struct SystemTimeSource: TimeSource {
    public init() {}

    public func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Returns the time since the first call, including the time when the machine was asleep.
    public func elapsed() -> Duration { Self.origin.duration(to: .now) }

    private static let origin = ContinuousClock.now

    public func sleep(until deadline: Duration) async throws {
        try await Task.sleep(until: Self.origin.advanced(by: deadline), clock: .continuous)
    }
}
