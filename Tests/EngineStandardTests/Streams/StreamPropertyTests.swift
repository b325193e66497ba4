import EngineSimulation
import Foundation
import Testing

@Suite("Random streams")
struct StreamPropertyTests {
    @Test(
        "Streams that lag, break, repeat and reorder leave a gap where something is missing, and nothing is lost",
        .timeLimit(.minutes(60)))
    func invariants() async throws {
        let simulations = Simulations(ProcessInfo.processInfo.environment, usual: 40)
        for seed in simulations.seeds {
            var simulation = try await StreamSimulation(seed: seed)
            do {
                for _ in 0..<simulations.steps * 3 { try await simulation.performStep() }
                try await simulation.complete()
            } catch let violation as InvariantViolation {
                Issue.record("\(violation)\nFIBER_SEED=\(seed)\n\(simulation.log.joined(separator: "\n"))")
                return
            }
        }
    }
}
