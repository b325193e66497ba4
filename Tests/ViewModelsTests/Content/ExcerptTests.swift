import EngineConcepts
import Testing

@testable import ViewModels

@Suite("Excerpts and reading times")
struct ExcerptTests {
    @Test("An excerpt joins blocks, keeps entities at their words, and is cut at a word")
    func excerpt() throws {
        let text = StyledText(blocks: [
            .init(kind: .heading(level: 2), text: "Läge"),
            .init(kind: .preformatted, text: "code"),
            .init(text: "Two words", entities: [.init(.strong, 4..<9)]),
        ])
        let block = try #require(Excerpt.of(text).blocks.first)
        #expect(block.text == "Läge Two words")
        let range = try #require(block.entities.first?.range)
        #expect(String(decoding: Array(block.text.utf8)[range], as: UTF8.self) == "words")
        #expect(Excerpt.of(text, maximumBytes: 12).blocks.first?.text == "Läge Two…")
        let long = StyledText(plain: String(repeating: "é", count: 900))
        #expect(Excerpt.of(long, maximumBytes: 101).plainText.count == 51)
        #expect(Excerpt.of(StyledText()).isEmpty)
        let formula = StyledText(blocks: [.init(text: "E = mc2", entities: [.init(.superscript, 6..<7)])])
        #expect(Excerpt.of(formula).plainText == "E = mc²")
        let lines = StyledText(blocks: [StyledText.Block(kind: .preformatted, text: "a line\nand another")])
        #expect(Excerpt.of(lines).blocks == [StyledText.Block(text: "a line and another")])
    }

    @Test(
        "An excerpt that reaches its limit between two blocks ends in an ellipsis, without the next separator or marker"
    )
    func excerptBetweenBlocks() {
        let text = StyledText(blocks: [
            .init(text: "One two"), .init(kind: .listItem(depth: 1, marker: "•"), text: "three"), .init(text: "four"),
        ])
        for limit in 7...12 { #expect(Excerpt.of(text, maximumBytes: limit).plainText == "One two…", "\(limit)") }
        #expect(Excerpt.of(text, maximumBytes: 17).plainText == "One two • three…")
        #expect(Excerpt.of(text, maximumBytes: 100).plainText == "One two • three four")
    }

    @Test("Descriptions of pictures are not part of an excerpt")
    func picturesInExcerpts() throws {
        let text = StyledText(blocks: [
            StyledText.Block(text: "image", entities: [.init(.image, 0..<5, target: "u")]),
            StyledText.Block(
                text: "a chart Läge and more",
                entities: [.init(.image, 0..<7, target: "u"), .init(.strong, 8..<13), .init(.link, 14..<17)]),
        ])
        let block = try #require(Excerpt.of(text).blocks.first)
        #expect(block.text == "Läge and more")
        #expect(block.entities == [.init(.strong, 0..<5), .init(.link, 6..<9)])
    }

    @Test(
        "The reading time does not depend on the script, and is left out for short texts",
        arguments: ["words ", "слово ", "λόγια ", "كلمات ", "日本"])
    func readingTime(word: String) {
        #expect(StyledText(plain: String(repeating: word, count: 100)).readingMinutes == nil)
        #expect(StyledText(plain: String(repeating: word, count: 660)).readingMinutes == 3)
    }
}
