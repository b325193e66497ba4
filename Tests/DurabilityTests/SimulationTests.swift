import EngineSimulation
import Foundation
import Testing

@Suite("Random simulations over a file")
struct SimulationTests {
    @Test("Items that a retention removed from a file do not come back and open no gap", arguments: 1...UInt64(20))
    func retention(seed: UInt64) async throws {
        #expect(try await RetentionSimulation.violations(seed: seed, in: DatabaseArchive()) == [])
    }

    @Test("The invariants of the timeline hold over restarts and crashes, and everything is there in the end")
    func invariants() async throws {
        let simulations = Simulations(ProcessInfo.processInfo.environment, usual: 6)
        for violation in try await simulations.run(in: { try DatabaseArchive() }) {
            Issue.record("\(violation)")
        }
    }
}
