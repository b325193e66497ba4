import Testing

@testable import Queries

@Suite("Words found as they are typed")
struct FoldedTextTests {
    private func matches(of words: String, in text: String) -> [String] {
        FoldedText(text).ranges(of: FoldedText(words))
            .map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
    }

    @Test("A match ends with a whole character, although the character folds to several letters")
    func wholeCharacters() {
        #expect(matches(of: "s", in: "ß") == ["ß"])
        #expect(matches(of: "stras", in: "Die Straße") == ["Straß"])
        #expect(matches(of: "strasse", in: "Die Straße") == ["Straße"])
        #expect(matches(of: "a", in: "Cæsar") == ["æ", "a"])
        #expect(matches(of: "sar", in: "Cæsar") == ["sar"])
    }

    @Test("A match begins at a character")
    func beginnings() {
        #expect(matches(of: "se", in: "Straße") == [])
        #expect(matches(of: "e", in: "\u{65}\u{301}te") == ["\u{65}\u{301}", "e"])
    }
}
