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

    @Test("A short i is the same letter whether it is written as one or two", arguments: ["й", "и\u{306}"])
    func shortI(letter: String) {
        let text = "Ча\(letter)ковски\(letter)"
        for typed in ["й", "и\u{306}"] { #expect(matches(of: typed, in: text) == [letter, letter]) }
        #expect(matches(of: "и", in: text) == [letter, "и", letter])
    }

    @Test("A match begins at a character")
    func beginnings() {
        #expect(matches(of: "se", in: "Straße") == [])
        #expect(matches(of: "e", in: "\u{65}\u{301}te") == ["\u{65}\u{301}", "e"])
    }
}
