import EngineConcepts
import EngineTestSupport
import TestSupport
import Testing

@Suite("The order of tickets")
struct OrderTests {
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

    @Test("List changes consist of removals, insertions, moves and reloads")
    func listChanges() {
        struct Row: Identifiable, Equatable {
            let id: Int
            var text = ""
        }
        let old = [Row(id: 1), Row(id: 2), Row(id: 3), Row(id: 4)]
        let new = [Row(id: 4), Row(id: 1), Row(id: 3, text: "new"), Row(id: 5)]
        #expect(
            changes(from: old, to: new).steps == [
                .remove(2, at: 1), .move(4, from: 3, to: 0), .insert(5, at: 3), .reload(3, at: 2),
            ])
        #expect(changes(from: old, to: old).isEmpty)
    }

    private func key(_ seconds: Int64, _ supplier: SupplierID, _ native: Int64, _ item: String) -> OrderKey {
        OrderKey(
            time: Timestamp(seconds: seconds), nativeOrder: native, id: TicketID(supplier: supplier, item: item))
    }

    private func item(_ time: Timestamp?) -> SourceItem {
        SourceItem(id: "i", orderTime: time, body: TicketBody())
    }
}
