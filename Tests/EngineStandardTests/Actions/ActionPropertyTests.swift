import EngineSimulation
import Foundation
import Testing

@Suite("Random actions")
struct ActionPropertyTests {
    @Test(
        "Sources end in the last requested state or with a reported refusal, and no unsafe action is repeated",
        .timeLimit(.minutes(60)))
    func invariants() async throws {
        let simulations = Simulations(ProcessInfo.processInfo.environment, usual: 24)
        for seed in simulations.seeds {
            let simulation = await ActionSimulation(seed: seed)
            do {
                for _ in 0..<simulations.steps * 2 { try await simulation.performStep() }
                try await simulation.complete()
            } catch let violation as InvariantViolation {
                Issue.record("\(violation)\nFIBER_SEED=\(seed)\n\(simulation.log.joined(separator: "\n"))")
                return
            }
        }
    }
}
