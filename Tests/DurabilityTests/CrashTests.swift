import EngineConcepts
import EngineTestSupport
import EngineWorld
import Foundation
import Testing

/// `FIBER_KILLS` sets the number of crashes; `FIBER_SEED` replays one run. A kill by signal depends on timing; a
/// crash within a write is reproducible.
@Suite("Crashes at any point")
struct CrashTests {
    private static let deathsOfALife = 9

    @Test("after a crash the next process finds the state before or after the last commit and continues")
    func kills() async throws {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["FIBER_KILLS"].flatMap(Int.init)
        var seed = environment["FIBER_SEED"].flatMap(UInt64.init) ?? 1
        var deaths = 0
        while deaths < wanted ?? 27 {
            do {
                var life = try CrashRun(seed: seed)
                deaths += try await life.live(upTo: Self.deathsOfALife)
            } catch let violation as LawViolation {
                Issue.record("\(violation)\nFIBER_SEED=\(seed)")
                return
            }
            print("\(deaths) deaths, FIBER_SEED=\(seed)")
            seed += 1
        }
    }
}
