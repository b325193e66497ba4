import EngineTestSupport

/// Runs random simulations.
///
/// `FIBER_SEED` replays one simulation. `FIBER_SIMULATIONS` and `FIBER_STEPS` set the number of simulations and of steps
/// in each, for nightly runs; `FIBER_SIMULATIONS` also prints the progress.
public struct Simulations: Sendable {
    /// The kind of engine.
    public enum Kind: Sendable {
        /// An engine that merges many suppliers.
        case merging
        /// An engine with one supplier.
        case single
    }

    /// The seeds of the simulations.
    public let seeds: ClosedRange<UInt64>
    /// The number of steps in each simulation.
    public let steps: Int
    /// True to print the progress.
    public let isLong: Bool
    private let kind: Kind

    /// Reads the numbers from the environment.
    ///
    /// - Parameters:
    ///   - usual: The default number of simulations.
    ///   - kind: The kind of engine.
    public init(_ environment: [String: String], usual: UInt64, _ kind: Kind = .merging) {
        self.kind = kind
        let count = environment["FIBER_SIMULATIONS"].flatMap(UInt64.init)
        if let seed = environment["FIBER_SEED"].flatMap(UInt64.init) {
            seeds = seed...seed + max(count ?? 1, 1) - 1
        } else {
            seeds = 1...max(count ?? usual, 1)
        }
        steps = environment["FIBER_STEPS"].flatMap(Int.init) ?? 40
        isLong = count != nil
    }

    /// Runs all simulations, each with an archive of its own, and returns the broken invariants. The usual run ends at
    /// the first one, a nightly run after twenty.
    public func run(in archive: () throws -> some Archive) async throws -> [InvariantViolation] {
        var violations: [InvariantViolation] = []
        for seed in seeds where violations.count < (isLong ? 20 : 1) {
            do {
                try await run(seed, in: archive())
            } catch let violation as InvariantViolation {
                violations.append(violation)
            }
        }
        return violations
    }

    /// Runs one simulation. Throws an ``InvariantViolation`` with the steps up to the broken invariant.
    private func run(_ seed: UInt64, in archive: some Archive) async throws {
        let stepWatch = StepWatch()
        try await stepWatch.watching("FIBER_SEED=\(seed)") {
            var simulation = try await Simulation(seed: seed, in: archive, kind, watchedBy: stepWatch)
            do {
                for _ in 0..<steps { try await simulation.performStep() }
                try await simulation.watch { try await $0.complete() }
                try simulation.checkCompleteness()
            } catch {
                throw InvariantViolation("\(error)\nFIBER_SEED=\(seed)\n\(simulation.log.joined(separator: "\n"))")
            }
        }
        if isLong, seed.isMultiple(of: 100) {
            let number = seed - seeds.lowerBound + 1
            print("\(number) of \(seeds.count) simulations, \(number * UInt64(steps)) steps")
        }
    }
}
