public import EngineConcepts

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The machine's clock.
public struct SystemTimeSource: TimeSource {
    /// The machine's clock; it has no state.
    public init() {}

    /// The time of day, now.
    public func now() -> Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The time since this was first asked, the machine's sleep included.
    public func elapsed() -> Duration {
        Self.origin.duration(to: .now)
    }

    private static let origin = ContinuousClock.now

    /// Sleeps by the clock that nobody sets.
    public func sleep(for duration: Duration) async throws {
        try await Task.sleep(for: duration, clock: .continuous)
    }
}
