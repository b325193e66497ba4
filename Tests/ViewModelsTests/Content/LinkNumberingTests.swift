import EngineConcepts
import Testing

@testable import ViewModels

@Suite("Numbers of links")
struct LinkNumberingTests {
    @Test("Links are numbered in reading order without duplicates, and entities stay at their words")
    func numbering() throws {
        let text = StyledText(blocks: [
            .init(
                text: "See here and there, here.",
                entities: [
                    .init(.emphasis, 0..<25), .init(.link, 4..<8, target: "https://a.example"),
                    .init(.link, 13..<18, target: "https://b.example"),
                    .init(.link, 20..<24, target: "https://a.example"),
                ])
        ])
        let (numbered, links, _) = LinkNumbering.number(text)
        #expect(numbered.plainText == "See here[1] and there[2], here[1].")
        #expect(links.map(\.url) == ["https://a.example", "https://b.example"])
        #expect(links.map(\.text) == ["here", "there"])
        let bytes = Array(numbered.plainText.utf8)
        let words = numbered.blocks[0].entities.map { String(decoding: bytes[$0.range], as: UTF8.self) }
        #expect(words == ["See here[1] and there[2], here[1].", "here", "[1]", "there", "[2]", "here", "[1]"])
    }
}
