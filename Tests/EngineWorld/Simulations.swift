import EngineTestSupport

/// Random lives, and how many of them.
///
/// `FIBER_SEED` replays one life; `FIBER_LIVES` and `FIBER_DEEDS` make a night's run longer, and make it tell how far it
/// is.
public struct Simulations: Sendable {
    /// Who lives.
    public enum Kind: Sendable {
        /// An engine that merges many suppliers.
        case merging
        /// An engine of one supplier.
        case single
    }

    /// The seeds of the lives to live.
    public let seeds: ClosedRange<UInt64>
    /// How many deeds each of them has.
    public let deeds: Int
    /// Whether to tell how far it is.
    public let isLong: Bool
    private let kind: Kind

    /// As many as the environment says.
    ///
    /// - Parameters:
    ///   - usual: how many lives where it says nothing.
    ///   - kind: who lives.
    public init(_ environment: [String: String], usual: UInt64, _ kind: Kind = .merging) {
        self.kind = kind
        let count = environment["FIBER_LIVES"].flatMap(UInt64.init)
        if let seed = environment["FIBER_SEED"].flatMap(UInt64.init) {
            seeds = seed...seed + max(count ?? 1, 1) - 1
        } else {
            seeds = 1...max(count ?? usual, 1)
        }
        deeds = environment["FIBER_DEEDS"].flatMap(Int.init) ?? 40
        isLong = count != nil
    }

    /// Lives them all, each in an archive of its own, and answers the laws that were broken. A night's run goes on after
    /// one; the usual run ends with it.
    public func live(in archive: () throws -> some Archive) async throws -> [LawViolation] {
        var breaches: [LawViolation] = []
        for seed in seeds where breaches.count < (isLong ? 20 : 1) {
            do {
                try await live(seed, in: archive())
            } catch let breach as LawViolation {
                breaches.append(breach)
            }
        }
        return breaches
    }

    /// Lives one life. Throws a ``Breach`` that tells the life up to where a law was broken.
    private func live(_ seed: UInt64, in archive: some Archive) async throws {
        var world = try await World(seed: seed, in: archive, kind)
        do {
            for _ in 0..<deeds {
                try await world.live()
            }
            try await world.watch { try await $0.complete() }
            try world.checkCompleteness()
        } catch {
            throw LawViolation("\(error)\nFIBER_SEED=\(seed)\n\(world.story.joined(separator: "\n"))")
        }
        if isLong, seed.isMultiple(of: 100) {
            let number = seed - seeds.lowerBound + 1
            print("\(number) of \(seeds.count) lives, \(number * UInt64(deeds)) deeds")
        }
    }
}
