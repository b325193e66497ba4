import EngineSimulation
import Foundation
import Testing

@Suite("Random simulations")
struct PropertyTests {
    @Test("The invariants of the timeline hold after every step, and everything is there in the end")
    func invariants() async throws {
        let simulations = Simulations(ProcessInfo.processInfo.environment, usual: 16)
        for violation in try await simulations.run(in: { MemoryArchive() }) {
            Issue.record("\(violation)")
        }
    }

    @Test("Items that a retention removed do not come back and open no gap", arguments: 1...UInt64(40))
    func retention(seed: UInt64) async throws {
        #expect(try await RetentionSimulation.violations(seed: seed, in: MemoryArchive()) == [])
    }

    @Test("The invariants of the timeline hold for an engine with one supplier")
    func invariantsOfOne() async throws {
        let simulations = Simulations(ProcessInfo.processInfo.environment, usual: 16, .single)
        for violation in try await simulations.run(in: { MemoryArchive() }) {
            Issue.record("\(violation)")
        }
    }

    @Test(
        "Random simulations that once broke an invariant keep all invariants",
        arguments: [
            14_001_867, 15_000_949, 17_005_706, 31_000_012, 31_000_096, 31_000_509, 31_000_600, 31_000_687, 41_000_314,
            41_000_343, 41_000_402, 41_000_562, 41_000_716, 41_000_844, 51_000_710, 27, 133, 209, 281, 877, 6_382,
        ])
    func known(seed: UInt64) async throws {
        for kind in [Simulations.Kind.merging, .single] {
            let simulation = Simulations(["FIBER_SEED": "\(seed)"], usual: 1, kind)
            for violation in try await simulation.run(in: { MemoryArchive() }) {
                Issue.record("\(violation)")
            }
        }
    }
}
