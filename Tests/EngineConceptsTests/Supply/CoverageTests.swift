import EngineConcepts
import Foundation
import TestSupport
import Testing

@Suite("The coverage of a supplier")
struct CoverageTests {
    /// Returns the range between two times in seconds.
    private func range(_ start: Int64, _ end: Int64) throws -> Timeframe {
        try #require(Timeframe(from: Timestamp(seconds: start), downTo: Timestamp(seconds: end)))
    }

    @Test("A range withdrawn for inserted items is stored as withdrawn and unsettled, as in former versions")
    func storedForm() throws {
        let former =
            #"{"claimed":[{"end":5000,"start":9000}],"doubted":[{"end":1000,"start":4000}],"exact":[],"newerTokens":[],"#
            + #""olderTokens":[],"unsettled":[{"end":7000,"start":9000},{"end":2000,"start":4000}]}"#
        let coverage = try JSONDecoder().decode(Coverage.self, from: Data(former.utf8))
        #expect(try coverage.unsettled.timeframes == [range(9, 7)])
        #expect(try coverage.withdrawn.timeframes == [range(4, 1)])
        #expect(try coverage.inserted.timeframes == [range(4, 2)])
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let stored = try encoder.encode(coverage)
        #expect(String(decoding: stored, as: UTF8.self) == former)
    }

    @Test("A range withdrawn for inserted items is complete and need not be read again when it is bridged")
    func bridgedAgain() throws {
        let rest = try range(6, 1)
        var coverage = Coverage()
        coverage.add(Claim(try range(9, 1)))
        coverage.withdrawInserted(TimeframeSet(rest))
        #expect(coverage.inserted(below: rest.start) == rest && coverage.unsettled.isEmpty)
        coverage.bridge(rest)
        #expect(try coverage.claimed.timeframes == [range(9, 1)])
        #expect(coverage.withdrawn.isEmpty && coverage.inserted.isEmpty && coverage.unsettled.isEmpty)
    }

    @Test("A range withdrawn for inserted items stays one beside an unsettled one, until more is missing in it")
    func unsettledAround() throws {
        let rest = try range(6, 5)
        var coverage = Coverage()
        coverage.add(Claim(try range(9, 5)))
        coverage.withdrawInserted(TimeframeSet(rest))
        coverage.markSettled(try range(9, 5), before: Timestamp(seconds: 0))
        #expect(try coverage.unsettled.timeframes == [range(9, 6)])
        #expect(coverage.inserted.timeframes == [rest])
        coverage.withdraw(TimeframeSet(rest))
        #expect(coverage.withdrawn.timeframes == [rest] && coverage.inserted.isEmpty)
    }

    @Test("Nothing is claimed and withdrawn, and coverage survives storing, after any changes", arguments: 1...40)
    func anyChanges(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var coverage = Coverage()
        for _ in 0..<60 {
            let end = Int64.random(in: 0..<20, using: &random)
            let changed = try range(Int64.random(in: end + 1...20, using: &random), end)
            let settled = Timestamp(seconds: Int64.random(in: 0...20, using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1: coverage.add(Claim(changed), settledBefore: settled)
            case 2: coverage.bridge(changed)
            case 3: coverage.markSettled(changed, before: settled)
            case 4: coverage.withdraw(coverage.claimed.intersection(changed))
            case 5: coverage.withdrawInserted(TimeframeSet(changed))
            case 6: coverage.reinstateInserted(in: changed)
            default: coverage.reinstate(changed)
            }
            let (claimed, withdrawn) = (coverage.claimed, coverage.withdrawn)
            #expect(withdrawn.subtracting(claimed) == withdrawn, "seed \(seed)")
            #expect(coverage.unsettled.subtracting(claimed).isEmpty, "seed \(seed)")
            #expect(coverage.inserted.subtracting(withdrawn).isEmpty, "seed \(seed)")
            let stored = try JSONEncoder().encode(coverage)
            #expect(try JSONDecoder().decode(Coverage.self, from: stored) == coverage, "seed \(seed)")
        }
    }
}
