import Foundation
import ScenarioServer
import Testing

/// `FIBER_SIMULATIONS` sets the number of simulations of each kind for nightly runs; `FIBER_SEED` sets the first
/// seed, and replays one simulation without it. A kill by signal depends on timing.
@Suite(
    "Feeds read by commands in random simulations", .timeLimit(.minutes(30)),
    .enabled(if: FakeClock.isAvailable, "libFakeClock.so is missing"))
struct CommandSimulationTests {
    @Test(
        "Whatever a feed ever showed, or lies where nothing is said to be missing, is shown or in a gap, once and in order",
        arguments: [false, true])
    func invariants(isHard: Bool) async throws {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["FIBER_SIMULATIONS"].flatMap(UInt64.init)
        let first = environment["FIBER_SEED"].flatMap(UInt64.init)
        let count = wanted ?? (first == nil ? 2 : 1)
        let steps = environment["FIBER_STEPS"].flatMap(Int.init) ?? (wanted == nil ? 12 : 25)
        let clock = try FakeClock()
        var broken: [UInt64] = []
        for seed in (first ?? 1)..<(first ?? 1) + count {
            try await ScenarioServer.running([:]) { server in
                var simulation = try CommandSimulation(seed: seed, isHard: isHard, on: server, clock)
                do {
                    try await simulation.run(steps)
                } catch let violation as CommandSimulation.InvariantViolation {
                    broken.append(seed)
                    Issue.record("\(violation)\nFIBER_SEED=\(seed)\n\(simulation.log.joined(separator: "\n"))")
                }
            }
            if wanted != nil, seed.isMultiple(of: 10) {
                print(
                    "\(isHard ? "hard" : "plain") simulations up to \(seed): \(broken.count) broke an invariant: \(broken)"
                )
            }
        }
    }
}
