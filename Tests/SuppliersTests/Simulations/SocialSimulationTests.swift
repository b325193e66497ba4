import EngineSimulation
import Foundation
import NetworkingTestSupport
import ScenarioServer
import Testing

@Suite("Simulated accounts", .timeLimit(.minutes(60)))
struct SocialSimulationTests {
    private let environment = ProcessInfo.processInfo.environment

    /// `FIBER_SIMULATIONS=25 FIBER_STEPS=1000` for long runs, `FIBER_SEED` to replay one.
    @Test(
        "Nothing of three accounts, Hacker News and ten feeds is lost, doubled or moved, and gaps are where posts miss")
    func invariants() async throws {
        let first = environment["FIBER_SEED"].flatMap(UInt64.init)
        let count = environment["FIBER_SIMULATIONS"].flatMap(UInt64.init) ?? (first == nil ? 3 : 1)
        for seed in (first ?? 1)..<(first ?? 1) + count { try await run(seed) }
    }

    private func run(_ seed: UInt64) async throws {
        let steps = environment["FIBER_STEPS"].flatMap(Int.init) ?? 40
        try await withServer([:]) { server, transport in
            try await ScenarioServer.running([:]) { other in
                try await ScenarioServer.running([:]) { third in
                    let fakes = (FakeMastodon(server), FakeMastodon(other), FakeBluesky(third), FakeHackerNews(third))
                    var simulation = try await SocialSimulation(
                        seed: seed, mastodon: fakes.0, goToSocial: fakes.1, bluesky: fakes.2, hackerNews: fakes.3,
                        feeds: SmallFeeds(on: other), transport: transport)
                    do {
                        for _ in 0..<steps { try await simulation.step() }
                        try await simulation.complete()
                    } catch let breach as InvariantViolation {
                        Issue.record(
                            "\(breach)\nFIBER_SEED=\(seed)\n\(simulation.log.suffix(60).joined(separator: "\n"))")
                    }
                }
            }
        }
    }
}
