public import EngineConcepts
import Synchronization

/// A clock that can run behind another one, so that a Track can be given a past: a refresh yesterday evening, one this
/// morning, and what lies between them unread.
public final class SampleClock: TimeSource {
    private let base: any TimeSource
    private let lag = Mutex<Duration>(.zero)

    /// Makes a clock that runs with `base` until it is set back.
    public init(over base: any TimeSource) {
        self.base = base
    }

    /// Makes the clock run `lag` behind its base; zero lets it catch up.
    public func setBack(by lag: Duration) {
        self.lag.withLock { $0 = lag }
    }

    /// The base's time, less the lag.
    public func now() -> Timestamp {
        base.now().advanced(by: .zero - lag.withLock { $0 })
    }

    /// The base's: a clock that runs behind does not run slower.
    public func elapsed() -> Duration {
        base.elapsed()
    }

    /// Sleeps as the base does.
    public func sleep(for duration: Duration) async throws {
        try await base.sleep(for: duration)
    }
}
