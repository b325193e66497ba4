import EngineConcepts
import EngineStandard
import TestSupport
import Testing

@Suite("A loser tree")
struct LoserTreeTests {
    @Test("Merging runs equals sorting, with at most n·⌈log2 k⌉ comparisons", arguments: 1...12)
    func loserTree(runs count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        let runs = (0..<count)
            .map { run in
                (0..<Int.random(in: 0...200, using: &random))
                    .map { index in
                        OrderKey(
                            time: Timestamp(seconds: Int64.random(in: 0...50, using: &random)), nativeOrder: 0,
                            id: TicketID(supplier: SupplierID("s\(run)"), item: "\(index)"))
                    }
                    .sorted()
            }
        func precedes(_ lhs: LoserTree.Position, _ rhs: LoserTree.Position) -> Bool {
            runs[lhs.run][lhs.index] < runs[rhs.run][rhs.index]
        }
        var tree = LoserTree(counts: runs.map(\.count), precedes: precedes)
        var merged: [OrderKey] = []
        while let place = tree.next(precedes: precedes) { merged.append(runs[place.run][place.index]) }
        #expect(merged == runs.flatMap(\.self).sorted())
        let levels = count == 1 ? 0 : Int.bitWidth - (count - 1).leadingZeroBitCount
        #expect(tree.comparisons <= merged.count * levels)
    }
}
