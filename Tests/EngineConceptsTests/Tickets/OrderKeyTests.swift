import EngineConcepts
import EngineTestSupport
import TestSupport
import Testing

@Suite("The order of tickets")
struct OrderKeyTests {
    @Test("Tickets are ordered newest first, then by supplier, native order and item", arguments: 1...20)
    func rules(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let sorted = [
            key(20, "b", 9, "z"), key(10, "a", 0, "x"), key(10, "a", 1, "a"), key(10, "b", 0, "a"),
            key(10, "b", 0, "b"), key(-10, "a", 0, "x"),
        ]
        #expect(sorted.shuffled(using: &random).sorted() == sorted)
    }

    @Test("A future date becomes the fetch time, and a missing one is marked as assumed")
    func clamping() {
        let seen = Timestamp(seconds: 1_000)
        let future = Ticket(item(Timestamp(seconds: 2_000)), of: "s", seen: seen)
        #expect(future.key.time == seen)
        #expect(future.shownTime == Timestamp(seconds: 2_000))
        let undated = Ticket(item(nil), of: "s", seen: seen)
        #expect(undated.key.time == seen)
        #expect(undated.timeIsAssumed)
    }

    private func key(_ seconds: Int64, _ supplier: SupplierID, _ native: Int64, _ item: String) -> OrderKey {
        OrderKey(
            time: Timestamp(seconds: seconds), nativeOrder: native, id: TicketID(supplier: supplier, item: item))
    }

    private func item(_ time: Timestamp?) -> SourceItem {
        SourceItem(id: "i", orderTime: time, body: TicketBody())
    }
}
