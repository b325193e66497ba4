import EngineConcepts
import EngineSimulation
import EngineTestSupport
import Foundation
import Testing

/// `FIBER_KILLS` sets the number of crashes; `FIBER_SEED` replays one run. A kill by signal depends on timing; a
/// crash within a write is reproducible.
@Suite("Crashes at any point")
struct CrashTests {
    private static let crashesPerRun = 9

    @Test("After a crash the next process finds the state before or after the last commit and continues")
    func kills() async throws {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["FIBER_KILLS"].flatMap(Int.init)
        var seed = environment["FIBER_SEED"].flatMap(UInt64.init) ?? 1
        var crashes = 0
        while crashes < wanted ?? 27 {
            do {
                var run = try CrashRun(seed: seed)
                crashes += try await run.run(untilCrashes: Self.crashesPerRun)
            } catch let violation as InvariantViolation {
                Issue.record("\(violation)\nFIBER_SEED=\(seed)")
                return
            }
            print("\(crashes) crashes, FIBER_SEED=\(seed)")
            seed += 1
        }
    }
}
