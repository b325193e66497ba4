public import EngineConcepts
import Synchronization

/// A time source that can lag behind another one, so that a Track can get a history: a refresh yesterday evening, one this
/// morning, and the unread time between them.
public final class SampleTimeSource: TimeSource {
    private let base: any TimeSource
    private let lag = Mutex<Duration>(.zero)

    /// Creates a time source with the time of `base`.
    public init(over base: any TimeSource) { self.base = base }

    /// Sets the lag behind the base; zero removes it.
    public func setBack(by lag: Duration) { self.lag.withLock { $0 = lag } }

    /// Returns the base's time minus the lag.
    public func now() -> Timestamp { base.now().advanced(by: .zero - lag.withLock { $0 }) }

    /// Returns the base's elapsed time, which the lag does not change.
    public func elapsed() -> Duration { base.elapsed() }

    /// Sleeps like the base.
    public func sleep(until deadline: Duration) async throws {
        try await base.sleep(until: deadline)
    }
}
