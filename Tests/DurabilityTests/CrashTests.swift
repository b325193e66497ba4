import EngineConcepts
import EngineTestSupport
import EngineWorld
import Foundation
import Testing

/// `FIBER_KILLS` says how often; `FIBER_SEED` plays one life again. What
/// happens at a kill from outside depends on the moment too; a death inside a write comes at the same one each time.
@Suite("Killed at any instruction")
struct CrashTests {
    private static let deathsOfALife = 9

    @Test("the next process finds what was there before the last commit or after it, whole, and goes on")
    func kills() async throws {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["FIBER_KILLS"].flatMap(Int.init)
        var seed = environment["FIBER_SEED"].flatMap(UInt64.init) ?? 1
        var deaths = 0
        while deaths < wanted ?? 27 {
            do {
                var life = try CrashRun(seed: seed)
                deaths += try await life.live(upTo: Self.deathsOfALife)
            } catch let breach as LawViolation {
                Issue.record("\(breach)\nFIBER_SEED=\(seed)")
                return
            }
            print("\(deaths) deaths, FIBER_SEED=\(seed)")
            seed += 1
        }
    }
}
