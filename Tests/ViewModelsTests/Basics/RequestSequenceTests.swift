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

    @Test("The answer to a cancelled request does not count, and none is pending")
    func cancelled() {
        var requests = RequestSequence()
        let request = requests.begin()
        requests.cancel()
        #expect(!requests.isPending)
        let isTaken = requests.end(request)
        #expect(!isTaken && !requests.isPending)
    }
}
