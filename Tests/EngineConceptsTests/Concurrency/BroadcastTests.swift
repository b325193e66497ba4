import Testing

@testable import EngineConcepts

@Suite("Broadcast", .timeLimit(.minutes(30)))
struct BroadcastTests {
    private let numbers = Broadcast<Int>()

    @Test("Adding and cancelling listeners on several threads while values are sent never deadlocks")
    func comingAndGoing() async {
        for round in 0..<500 {
            let values = numbers.values()
            let listener = Task { for await _ in values {} }
            async let first: Void = send(round)
            async let second: Void = send(-round)
            listener.cancel()
            _ = await (first, second)
            await listener.value
        }
    }

    @Test("A listener gets the latest value, also if others have ended")
    func latest() async {
        var ended: AsyncStream<Int>? = numbers.values()
        var values = numbers.values(includesLatest: true).makeAsyncIterator()
        numbers.send(1)
        ended = nil
        numbers.send(2)
        #expect(await values.next() == 2)
        #expect(ended == nil && numbers.latest == 2)
    }

    @concurrent private func send(_ number: Int) async { numbers.send(number) }
}
