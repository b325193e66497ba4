import EngineConcepts
import Testing

@testable import FeedParsing

@Suite("Entities in plain text")
struct PlainTextTests {
    @Test(
        "A bracket at the end of an address belongs to it only if it was opened there",
        arguments: [
            ("(see http://a.example/x_(y)).", "http://a.example/x_(y)"), ("http://a.example/(x", "http://a.example/(x"),
            ("http://a.example/x)))", "http://a.example/x"), ("http://a.example/(x))!)", "http://a.example/(x)"),
        ])
    func brackets(text: String, address: String) {
        #expect(PlainText.entities(in: text).map(\.target) == [address])
    }

    /// Following each sign to the end of the text, or counting the brackets again for each of them, would take minutes.
    @Test(
        "Endless signs are read in linear time", .timeLimit(.minutes(30)),
        arguments: [("@.", [] as [String]), (")", ["http://a.example/x"]), (")!", ["http://a.example/x"])])
    func endless(piece: String, addresses: [String]) {
        let text = (addresses.first ?? "") + String(repeating: piece, count: 200_000)
        #expect(PlainText.entities(in: text).compactMap(\.target) == addresses)
    }
}
