import EngineConcepts
import EngineStandard
import EngineTestSupport
import Foundation
import Testing

@Suite("Whatever happens")
struct PropertyTests {
    /// `FIBER_SEED` replays one life; `FIBER_LIVES` and `FIBER_DEEDS` make the nightly run longer.
    static let seeds: [UInt64] = {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["FIBER_SEED"].flatMap(UInt64.init) { return [seed] }
        let count = environment["FIBER_LIVES"].flatMap(UInt64.init) ?? 24
        return Array(1...max(count, 1))
    }()

    static let deeds = ProcessInfo.processInfo.environment["FIBER_DEEDS"].flatMap(Int.init) ?? 40

    @Test("the laws of the timeline hold after every deed, and in the end everything is there")
    func laws() async throws {
        for seed in Self.seeds {
            var world = World(seed: seed)
            do {
                for _ in 0..<Self.deeds {
                    try await world.watchChanges { try await $0.live() }
                }
                try await world.watchChanges { try await $0.complete() }
                try world.checkCompleteness()
            } catch let breach as Breach {
                Issue.record("\(breach)\nFIBER_SEED=\(seed)\n\(world.story.joined(separator: "\n"))")
                return
            }
        }
    }
}
