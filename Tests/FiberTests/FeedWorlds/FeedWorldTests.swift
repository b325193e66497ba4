import Foundation
import ScenarioServer
import Testing

/// `FIBER_WORLDS` sets the number of worlds of each kind for nightly runs; `FIBER_SEED` sets the first seed, and replays one
/// world without it. A kill by signal depends on timing.
@Suite("Worlds of feeds", .timeLimit(.minutes(20)), .enabled(if: FakeClock.isAvailable, "libFakeClock.so is missing"))
struct FeedWorldTests {
    @Test(
        "Whatever a feed ever showed, or lies where nothing is said to be missing, is shown or in a gap, once and in order",
        arguments: [false, true])
    func laws(isHard: Bool) async throws {
        let environment = ProcessInfo.processInfo.environment
        let wanted = environment["FIBER_WORLDS"].flatMap(UInt64.init)
        let first = environment["FIBER_SEED"].flatMap(UInt64.init)
        let count = wanted ?? (first == nil ? 2 : 1)
        let steps = environment["FIBER_STEPS"].flatMap(Int.init) ?? (wanted == nil ? 12 : 25)
        let clock = try FakeClock()
        var broken: [UInt64] = []
        for seed in (first ?? 1)..<(first ?? 1) + count {
            try await ScenarioServer.running([:]) { server in
                var world = try FeedWorld(seed: seed, isHard: isHard, on: server, clock)
                do {
                    try await world.run(steps)
                } catch let violation as FeedWorld.LawViolation {
                    broken.append(seed)
                    Issue.record("\(violation)\nFIBER_SEED=\(seed)\n\(world.story.joined(separator: "\n"))")
                }
            }
            if wanted != nil, seed.isMultiple(of: 10) {
                print("\(isHard ? "hard" : "plain") worlds up to \(seed): \(broken.count) broke a law: \(broken)")
            }
        }
    }
}
