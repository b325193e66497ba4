import EngineConcepts
import Testing

@testable import Networking

@Suite("The limits of a request")
struct TransferMeterTests {
    @Test("A request times out between redirects as within a body, and the time for which it waited does not count")
    func total() throws {
        let start = ContinuousClock.now
        let limits = TransportLimits(total: .seconds(90))
        let meter = TransferMeter(endpoint: "x.example", start: start)
        meter.countRedirect()
        meter.countWait(.seconds(60))
        try meter.checkTime(at: start + .seconds(150), limits: limits)
        let late = start + .seconds(151)
        let between = #expect(throws: SupplierError.self) { try meter.checkTime(at: late, limits: limits) }
        let within = #expect(throws: SupplierError.self) {
            try meter.count(1, wire: 1, at: late, limits: limits, maximumBytes: 10)
        }
        #expect(between?.code == .timedOut && within == between)
    }
}
