import EngineConcepts
import EngineTestSupport
import Foundation
import Testing

@Suite("Messages")
struct MessageTests {
    @Test("A message with arguments of every type survives encoding")
    func encoding() throws {
        let message = Message(
            "key",
            [
                "text": "a", "number": 7, "duration": .duration(.milliseconds(1500)), "bytes": .bytes(12),
                "time": .time(Timestamp(milliseconds: 1)), "date": .date(Timestamp(milliseconds: 2)),
                "list": .list(["a", .message(Message("inner", ["count": 2]))]),
            ])
        let error = SupplierError(.refused, message, cause: "HTTP", retryAt: Timestamp(milliseconds: 3))
        #expect(try JSONDecoder().decode(SupplierError.self, from: JSONEncoder().encode(error)) == error)
    }

    @Test("An error that is stored with plain words is read as they are")
    func plainWords() throws {
        let stored = Data(#"{"code":"refused","message":"It is down."}"#.utf8)
        let error = try JSONDecoder().decode(SupplierError.self, from: stored)
        #expect(error == SupplierError(.refused, .verbatim("It is down.")))
    }

    @Test("A shortened message keeps both ends of its texts, also in lists and messages, and all text of no catalogue")
    func shortened() {
        let long = "abcdefghijkl"
        let message = Message(
            "key",
            [
                "text": .text(long), "exact": "0123456789", "list": .list([.text(long), 7]),
                "message": .message(Message("inner", ["text": .text(long)])), "kept": .message(.verbatim(long)),
            ])
        let short = Message.Argument.text("abcdef…jkl")
        let shortened = Message(
            "key",
            [
                "text": short, "exact": "0123456789", "list": .list([short, 7]),
                "message": .message(Message("inner", ["text": short])), "kept": .message(.verbatim(long)),
            ])
        #expect(message.shortened(to: 10) == shortened)
    }

    @Test("An error without a message of its own is unexpected")
    func unexpected() {
        struct Odd: Error {}
        #expect(Message(Odd()).key == "unexpectedError")
        #expect(Message(SupplierError(.gone, Message("gone", ["host": "a"]))) == Message("gone", ["host": "a"]))
    }

    @Test("Several messages are joined in order, and none is nil")
    func sentences() {
        let (a, b, c) = (Message("a"), Message("b"), Message("c"))
        #expect(Message.sentences([]) == nil)
        #expect(Message.sentences([a]) == a)
        #expect(Message.sentences([a, b, c]) == .sentences(.sentences(a, b), c))
        #expect(Message.sentences([Message("a", ["x": 1]), b, c])?.code == "a")
    }
}
