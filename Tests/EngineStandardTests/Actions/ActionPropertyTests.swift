import EngineWorld
import Foundation
import Testing

@Suite("Random actions")
struct ActionPropertyTests {
    @Test(
        "Sources end in the last requested state or with a reported refusal, and no unsafe action is repeated",
        .timeLimit(.minutes(60)))
    func laws() async throws {
        let simulations = Simulations(ProcessInfo.processInfo.environment, usual: 24)
        for seed in simulations.seeds {
            let world = await ActionWorld(seed: seed)
            do {
                for _ in 0..<simulations.steps * 2 {
                    try await world.performStep()
                }
                try await world.complete()
            } catch let violation as LawViolation {
                Issue.record("\(violation)\nFIBER_SEED=\(seed)\n\(world.log.joined(separator: "\n"))")
                return
            }
        }
    }
}
