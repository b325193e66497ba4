import EngineConcepts
import EngineStandard
import FiberConfiguration
import Networking
import Testing

@testable import Application

@Suite("The limits that settings set")
struct LimitTests {
    @Test("A longer timeout of requests is cut short by no other limit of the network or of actions")
    func longTimeout() {
        let settings = Settings.standard.with(["network.timeout-seconds": .number(600)])
        let limits = settings.transportLimits
        #expect(limits.firstByte == .seconds(600) && limits.idle == .seconds(600))
        #expect(limits.total >= limits.connect + limits.firstByte)
        #expect(settings.actionLimits.attemptTimeout == .seconds(600))
        #expect(settings.fillLimits(for: .changing).requestTimeout == .seconds(600))
    }

    @Test("A fill lasts until its sources are slow, however late that is")
    func lateSlowness() {
        let settings = Settings.standard.with([
            "network.slow-seconds": .number(300), "network.timeout-seconds": .number(600),
        ])
        for mode in [OpeningMode.changing, .fetchingOrFollowing] {
            let limits = settings.fillLimits(for: mode)
            #expect(limits.slowAfter == .seconds(300) && limits.fillTimeout > limits.slowAfter)
        }
    }

    @Test("The standard settings leave the standard limits, and a short timeout shortens only that of the response")
    func standard() {
        for seconds in [10, 30] {
            let settings = Settings.standard.with(["network.timeout-seconds": .number(seconds)])
            var limits = settings.transportLimits
            #expect(limits.firstByte == .seconds(seconds) && limits.idle == .seconds(seconds))
            let standard = TransportLimits.standard
            (limits.firstByte, limits.idle) = (standard.firstByte, standard.idle)
            (limits.spacing, limits.requests) = (standard.spacing, standard.requests)
            #expect(limits == standard)
            #expect(settings.actionLimits == ActionLimits())
            #expect(settings.fillLimits(for: .fetchingOrFollowing).fillTimeout == FillLimits().fillTimeout)
        }
    }
}
