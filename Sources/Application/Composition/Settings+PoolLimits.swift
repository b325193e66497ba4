import EngineConcepts
import FiberConfiguration

extension Settings {
    /// Returns the limits of fills. Commands run unattended, so their sources have the whole time of `network.slow-seconds`
    /// even if the others were fast: what it then stores without the slow ones is stored once.
    func poolLimits(for mode: AppContext.OpeningMode) -> PoolLimits {
        let timeout = Duration.seconds(number("network.timeout-seconds"))
        let slow = min(Duration.seconds(number("network.slow-seconds")), timeout)
        switch mode {
        case .fetching, .changing, .reading, .readingOutbox:
            return PoolLimits(slowAfter: slow, minimumWait: slow, requestTimeout: timeout)
        case .fetchingOrFollowing:
            return PoolLimits(slowAfter: slow, requestTimeout: timeout)
        }
    }
}
