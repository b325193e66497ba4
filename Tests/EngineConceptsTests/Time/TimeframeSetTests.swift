import EngineConcepts
import EngineTestSupport
import FoundationBasics
import TestSupport
import Testing

@Suite("A set of timeframes")
struct TimeframeSetTests {
    @Test("A set of timeframes equals a list of seconds after random insertions and removals", arguments: 1...40)
    func model(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var set = TimeframeSet()
        var model = Array(repeating: false, count: 60)
        for _ in 0..<80 {
            let end = Int.random(in: 0..<59, using: &random)
            let start = Int.random(in: end + 1...60, using: &random)
            let timeframe = try #require(
                Timeframe(from: Timestamp(seconds: Int64(start)), downTo: Timestamp(seconds: Int64(end))))
            let puts = random.chance(60)
            for second in end..<start { model[second] = puts }
            if puts {
                set.insert(timeframe)
            } else {
                set.remove(timeframe)
            }
            #expect((0..<60).map { set.contains(Timestamp(seconds: Int64($0))) } == model, "seed \(seed)")
            #expect(zip(set.timeframes, set.timeframes.dropFirst()).allSatisfy { $0.end > $1.start }, "seed \(seed)")
            let holes = set.holes(in: timeframe)
            #expect(
                (end..<start).allSatisfy { holes.contains(Timestamp(seconds: Int64($0))) == !model[$0] }, "seed \(seed)"
            )
            var filled = set
            filled.formUnion(holes)
            #expect(filled.contains(timeframe), "seed \(seed)")
        }
    }

    @Test("A timeframe that would be empty or reversed cannot be decoded", arguments: [(5, 5), (4, 5)])
    func emptyTimeframe(start: Int, end: Int) throws {
        let valid = try JSONDecoder().decode(Timeframe.self, from: Data(#"{"start":6,"end":5}"#.utf8))
        #expect(valid == Timeframe(from: Timestamp(milliseconds: 6), downTo: Timestamp(milliseconds: 5)))
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Timeframe.self, from: Data(#"{"start":\#(start),"end":\#(end)}"#.utf8))
        }
    }

    @Test("A claim is rounded inwards to whole seconds")
    func wholeSeconds() throws {
        let claim = try #require(
            Timeframe(from: Timestamp(milliseconds: 9_999), downTo: Timestamp(milliseconds: 4_001)))
        #expect(claim.wholeSeconds == Timeframe(from: Timestamp(seconds: 9), downTo: Timestamp(seconds: 5)))
        let brief = try #require(
            Timeframe(from: Timestamp(milliseconds: 4_900), downTo: Timestamp(milliseconds: 4_100)))
        #expect(brief.wholeSeconds == nil)
        let before = try #require(Timeframe.everythingBefore(Timestamp(milliseconds: -1)))
        #expect(before.wholeSeconds == Timeframe.everythingBefore(Timestamp(seconds: -1)))
    }
}
