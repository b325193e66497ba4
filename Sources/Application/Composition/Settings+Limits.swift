import EngineConcepts
import EngineStandard
import FiberConfiguration
import Networking

extension Settings {
    private var requestTimeout: Duration { .seconds(number("network.timeout-seconds")) }

    /// Returns the limits of fills. Commands run unattended, so their sources have the whole time of `network.slow-seconds`
    /// even if the others were fast: what it then stores without the slow ones is stored once.
    func fillLimits(for mode: OpeningMode) -> FillLimits {
        let slow = min(Duration.seconds(number("network.slow-seconds")), requestTimeout)
        var limits = FillLimits(slowAfter: slow, requestTimeout: requestTimeout)
        // Otherwise a fill would end before its sources are slow.
        limits.fillTimeout = max(limits.fillTimeout, slow * 2)
        switch mode {
        case .fetching, .changing, .reading, .readingOutbox: limits.minimumWait = slow
        case .fetchingOrFollowing: break
        }
        return limits
    }

    /// The limits of actions: an attempt has at least the time of a request.
    var actionLimits: ActionLimits {
        var limits = ActionLimits()
        limits.attemptTimeout = max(limits.attemptTimeout, requestTimeout)
        return limits
    }

    /// The limits of the transport. The engine ends requests by `network.timeout-seconds`; the transport must not give up
    /// before, so a longer timeout extends its other limits too.
    var transportLimits: TransportLimits {
        var limits = TransportLimits.standard
        limits.connect = max(limits.connect, requestTimeout / 3)
        limits.firstByte = requestTimeout
        limits.idle = requestTimeout
        limits.total = max(limits.total, requestTimeout * 3)
        limits.rateGracePeriod = max(limits.rateGracePeriod, requestTimeout / 3)
        limits.spacing = .milliseconds(100)
        limits.requests = number("network.parallel")
        return limits
    }
}
