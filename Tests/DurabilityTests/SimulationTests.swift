import EngineSimulation
import Foundation
import Testing

@Suite("Random simulations over a file")
struct SimulationTests {
    @Test("The invariants of the timeline hold over restarts and crashes, and everything is there in the end")
    func invariants() async throws {
        let simulations = Simulations(ProcessInfo.processInfo.environment, usual: 6)
        for violation in try await simulations.run(in: { try DatabaseArchive() }) {
            Issue.record("\(violation)")
        }
    }
}
