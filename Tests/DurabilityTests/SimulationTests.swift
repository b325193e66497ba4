import EngineWorld
import Foundation
import Testing

@Suite("Random worlds over a file")
struct SimulationTests {
    @Test("What a retention removed from a file does not come back, and opens no gap", arguments: 1...UInt64(20))
    func retention(seed: UInt64) async throws {
        #expect(try await RetentionWorld.violations(seed: seed, in: DatabaseArchive()) == [])
    }

    @Test("The laws of the timeline hold over restarts and crashes, and everything is there in the end")
    func laws() async throws {
        let simulations = Simulations(ProcessInfo.processInfo.environment, usual: 6)
        for violation in try await simulations.run(in: { try DatabaseArchive() }) {
            Issue.record("\(violation)")
        }
    }
}
