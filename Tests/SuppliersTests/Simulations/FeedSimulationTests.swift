import EngineSimulation
import Foundation
import NetworkingTestSupport
import Testing

@Suite("Simulated feeds", .timeLimit(.minutes(30)))
struct FeedSimulationTests {
    private let environment = ProcessInfo.processInfo.environment

    @Test(
        "Every item of a feed is stored or in a gap, and everything available is stored in the end",
        arguments: FeedSimulation.World.allCases)
    func invariants(world: FeedSimulation.World) async throws {
        let first = environment["FIBER_SEED"].flatMap(UInt64.init)
        let usual: UInt64 = world == .ordered ? 60 : 30
        let count = environment["FIBER_SIMULATIONS"].flatMap(UInt64.init) ?? (first != nil ? 1 : usual)
        var breaches = 0
        for seed in (first ?? 1)..<(first ?? 1) + count where breaches < 20 {
            if try await !run(seed, in: world) { breaches += 1 }
        }
    }

    @Test(
        "Simulations that once lost an item lose none",
        arguments: [91, 103, 122, 211, 261, 274, 313, 513, 593, 663, 701, 1082])
    func known(seed: UInt64) async throws {
        _ = try await run(seed)
    }

    @Test(
        "Simulations of feeds with a pinned item or without order that once lost an item lose none",
        arguments: [165, 269, 279, 294])
    func knownUnordered(seed: UInt64) async throws {
        _ = try await run(seed, in: .unordered)
    }

    @Test(
        "Simulations that once lost an item of a feed with an old item at the end lose none", arguments: [37, 119, 142])
    func knownEvergreen(seed: UInt64) async throws {
        _ = try await run(seed, in: .evergreen)
    }

    @Test(
        "Simulations that once lost an item of a feed whose older pages are at times others lose none",
        arguments: [67, 125])
    func knownConfused(seed: UInt64) async throws {
        _ = try await run(seed, in: .confused)
    }

    @Test(
        "Simulations that once lost an item of a feed that lists edited items again lose none",
        arguments: [3, 35, 65, 164, 202, 220])
    func knownEdited(seed: UInt64) async throws {
        _ = try await run(seed, in: .edited)
    }

    /// Runs the simulation of a seed. Returns true if the invariant held.
    private func run(_ seed: UInt64, in world: FeedSimulation.World = .ordered) async throws -> Bool {
        try await withServer([:]) { server, transport in
            var simulation = await FeedSimulation(seed: seed, in: world, on: server, transport)
            do {
                try await simulation.run(environment["FIBER_STEPS"].flatMap(Int.init) ?? 40)
                return true
            } catch let breach as InvariantViolation {
                Issue.record("\(breach)\nFIBER_SEED=\(seed)\n\(simulation.log.joined(separator: "\n"))")
                return false
            }
        }
    }
}
