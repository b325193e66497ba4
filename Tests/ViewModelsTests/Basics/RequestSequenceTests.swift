import Testing

@testable import ViewModels

@Suite("A sequence of requests")
struct RequestSequenceTests {
    @Test("Only the answer to the latest request counts, and until then the sequence is pending")
    func latestCounts() {
        var requests = RequestSequence()
        #expect(!requests.isPending)
        let first = requests.begin()
        let second = requests.begin()
        #expect(!requests.isLatest(first) && requests.isLatest(second))
        let isFirstTaken = requests.end(first)
        #expect(!isFirstTaken && requests.isPending)
        let isSecondTaken = requests.end(second)
        #expect(isSecondTaken && !requests.isPending)
    }
}
