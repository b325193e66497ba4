import EngineConcepts
import EngineTestSupport
import TestSupport
import Testing

@Suite("Deriving gaps")
struct GapDerivationTests {
    @Test("Derived gaps equal those of a naive model that looks at every second", arguments: 1...60)
    func model(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let names: [SupplierID] = ["a", "b", "c", "d"]
        var visibleRanges = randomSet(&random)
        visibleRanges.insert(try #require(Timeframe(from: Timestamp(seconds: 60), downTo: Timestamp(seconds: 58))))
        var supplierStates: [SupplierID: SupplierState] = [:]
        for name in names.prefix(Int.random(in: 1...4, using: &random)) {
            var supplierState = SupplierState()
            for timeframe in randomSet(&random).timeframes {
                supplierState.ranges.coverage.add(Claim(timeframe))
            }
            if random.chance(50) {
                supplierState.ranges.lowerFloor(
                    to: .init(time: Timestamp(seconds: Int64.random(in: 0...40, using: &random)), reason: .threshold))
            }
            if random.chance(30), let hole = randomSet(&random).timeframes.first {
                supplierState.ranges.markUnreachable(hole, cause: .agedOut())
            }
            supplierStates[name] = supplierState
        }
        let gaps = GapDerivation.gaps(visibleRanges: visibleRanges, supplierStates: supplierStates)
        for second in -5..<60 {
            let time = Timestamp(seconds: Int64(second))
            let missing =
                supplierStates.filter { _, supplierState in
                    !supplierState.ranges.coverage.claimed.contains(time)
                        && supplierState.ranges.floor.map { time >= $0.time } ?? true
                }
                .keys
            let here = gaps.filter { $0.timeframe.contains(time) }
            #expect(here.count <= 1, "seed \(seed): second \(second) lies in \(here.count) gaps")
            if visibleRanges.contains(time) {
                #expect(Set(here.flatMap { $0.missing.map(\.supplier) }) == Set(missing), "seed \(seed), \(second)")
                #expect(here.allSatisfy { $0.kind == .partial }, "seed \(seed), \(second)")
            } else {
                #expect(here.allSatisfy { $0.kind == .full }, "seed \(seed), \(second)")
                #expect(
                    Set(missing).isSubset(of: here.flatMap { $0.missing.map(\.supplier) }), "seed \(seed), \(second)")
            }
        }
        #expect(gaps == gaps.sorted { $0.timeframe.start > $1.timeframe.start }, "seed \(seed)")
        for (upper, lower) in zip(gaps, gaps.dropFirst()) where upper.timeframe.end == lower.timeframe.start {
            #expect(upper.kind != lower.kind || upper.missing != lower.missing, "seed \(seed): gaps that are one")
        }
        let revealed = GapDerivation.revealed(visibleRanges: visibleRanges, supplierStates: supplierStates)
        for second in -5..<58 {
            let time = Timestamp(seconds: Int64(second))
            let isWhole = supplierStates.values.allSatisfy { supplierState in
                supplierState.ranges.coverage.claimed.contains(time)
                    || supplierState.ranges.floor.map { time < $0.time } ?? false
                    || supplierState.ranges.unreachable.contains { $0.timeframe.contains(time) }
            }
            #expect(revealed.contains(time) == (isWhole && !visibleRanges.contains(time)), "seed \(seed), \(second)")
        }
    }

    @Test("Before anything is loaded, all of time is one gap that names all suppliers")
    func empty() {
        let gaps = GapDerivation.gaps(
            visibleRanges: TimeframeSet(), supplierStates: ["b": SupplierState(), "a": SupplierState()])
        #expect(gaps.map(\.timeframe) == [.always])
        #expect(gaps.first?.missing.map(\.supplier) == ["a", "b"])
        #expect(GapDerivation.gaps(visibleRanges: TimeframeSet(), supplierStates: [:]).isEmpty)
    }

    @Test("A gap's identity can be printed and parsed")
    func names() throws {
        for timeframe in [
            try #require(Timeframe(from: Timestamp(seconds: 1_800_000_000), downTo: Timestamp(seconds: 1_700_000_000))),
            try #require(Timeframe.everythingBefore(Timestamp(seconds: 1_800_000_000))), .always,
        ] {
            let id = GapID(timeframe)
            #expect(GapID(id.description) == id)
        }
        #expect(GapID("g") == nil)
        #expect(GapID("nonsense") == nil)
    }

    private func randomSet(_ random: inout SeededGenerator) -> TimeframeSet {
        var set = TimeframeSet()
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let end = Int64.random(in: 0..<50, using: &random)
            let length = Int64.random(in: 1...15, using: &random)
            if let timeframe = Timeframe(
                from: Timestamp(seconds: min(end + length, 60)), downTo: Timestamp(seconds: end))
            {
                set.insert(timeframe)
            }
        }
        return set
    }
}
