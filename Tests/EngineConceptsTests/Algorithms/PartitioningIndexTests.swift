import EngineConcepts
import Testing

@Suite("Searching a sorted collection")
struct PartitioningIndexTests {
    @Test("The search finds the first element that meets the condition, in arrays and in slices", arguments: 0...40)
    func first(count: Int) {
        let elements = (0..<count).map { $0 / 3 }
        for bound in -1...(count / 3 + 1) {
            let first = elements.firstIndex { $0 >= bound } ?? elements.endIndex
            #expect(elements.partitioningIndex { $0 >= bound } == first)
            let slice = elements.dropFirst(2)
            #expect(slice.partitioningIndex { $0 >= bound } == slice.firstIndex { $0 >= bound } ?? slice.endIndex)
        }
    }

    @Test("The search compares a logarithmic number of elements")
    func logarithmic() {
        var comparisons = 0
        _ = (0..<1_000_000)
            .partitioningIndex {
                comparisons += 1
                return $0 >= 333_333
            }
        #expect(comparisons <= 20)
    }
}
