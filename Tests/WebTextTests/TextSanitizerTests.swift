import TestSupport
import Testing

@testable import WebText

@Suite("The text sanitizer")
struct TextSanitizerTests {
    @Test(
        "Characters that could harm a terminal or mislead a user are neutralised",
        arguments: [
            ("plain", "plain"),
            ("  two   spaces \n and\ta line ", "two spaces and a line"),
            ("\u{1b}[31mred\u{1b}[0m", "red"), ("A \u{1b}[1;38:5:9mbold\u{1b}[m  \u{1b}[2 qz", "A bold z"),
            ("\u{1b}]8;;https://a.example/é\u{1b}\\link\u{1b}]8;;\u{7} \u{1b}P1$r\u{1b}\\end", "link end"),
            ("\u{1b}(Ba\u{1b}7b\u{1b}c \u{1b}Mc\u{1b}", "ab c"), ("\u{1b}\u{1b}[Ka\u{1b}é\u{1b}[1;2", "aé"),
            ("a\u{1b}]0;open\u{1b}[Kb\nc\u{7}", "a]0;openb c"),
            ("\u{9b}31m\u{85}next", "31m next"),
            ("bell\u{7}back\u{8}del\u{7f}", "bellbackdel"),
            ("abc\u{202e}def\u{202c}", "abcdef"),
            ("\u{2066}isolated\u{2069}", "isolated"),
            ("pay\u{200b}pal\u{feff}", "paypal"),
            ("soft\u{ad}hyphen", "softhyphen"), ("no\u{ffff}character\u{fffe}", "nocharacter"),
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("a\u{200d}\u{200d}\u{200d}b", "a\u{200d}b"),
            ("👨\u{200d}👩\u{200d}👧", "👨\u{200d}👩\u{200d}👧"),
            ("❤\u{fe0f}\u{200d}🔥", "❤\u{fe0f}\u{200d}🔥"),
            ("🏴\u{e0067}\u{e0062}\u{e007f} flag", "🏴\u{e0067}\u{e0062}\u{e007f} flag"),
            ("hidden\u{e0041}\u{e0042}tags", "hiddentags"),
            ("e\u{301}", "e\u{301}"),
            ("日本語 テスト", "日本語 テスト"),
            ("line\u{2028}break", "line break"),
        ])
    func lines(text: String, expected: String) {
        #expect(TextSanitizer.line(text) == expected)
    }

    @Test("Text is cleaned the same as a whole, character by character and in any parts", arguments: [UInt64(1), 2, 3])
    func parts(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "word", "a", " ", " ", "  ", "\n", "\t", "\r\n", "é", "Größe", "\u{a0}", "\u{ad}", "…", "“quoted”", "日本",
            "一", "한국",
            "हिन्दी", "ไทย", "مَ", "שָ", "🚗", "👍🏽", "🏴\u{e0067}\u{e007f}", "❤\u{fe0f}", "\u{200d}", "\u{200b}", "e\u{301}",
            "\u{7f}", "\u{85}", "Tiếng Việt", "\u{202e}", "\u{3164}", "a sentence of plain words, which is long",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 1...12, using: &random))
                .map { _ in pieces.randomElement(using: &random) ?? "" }
            for keepsLines in [false, true] {
                var whole = ScalarCleaner(keepsLines: keepsLines, capacity: 64)
                clean(text.joined(), by: &whole)
                var parts = ScalarCleaner(keepsLines: keepsLines, capacity: 64)
                for part in text { clean(part, by: &parts) }
                var scalars = ScalarCleaner(keepsLines: keepsLines, capacity: 64)
                for scalar in text.joined().unicodeScalars { clean(String(scalar), by: &scalars) }
                #expect(whole.output == scalars.output, "\(text)")
                #expect(parts.output == scalars.output, "\(text)")
                #expect(whole.position == scalars.position)
            }
        }
    }

    private func clean(_ text: String, by cleaner: inout ScalarCleaner) {
        var text = text
        text.withUTF8 { cleaner.clean($0) }
    }

    @Test("Letters of every script stay, whatever is cleaned between them")
    func scripts() {
        let words = [
            "Größe", "Ελληνικά", "Привет", "שלום", "العربية", "日本語", "カタカナ", "한국어", "हिन्दी", "ไทย", "մեծ", "🚗👩\u{200d}👧",
        ]
        for word in words {
            for other in words {
                #expect(TextSanitizer.line("\(word)\u{202e}\(other)\u{0}\n\(word)") == "\(word)\(other) \(word)")
            }
        }
    }

    @Test(
        "A character that was cut becomes a replacement character", arguments: [[0xd8], [0xe5, 0xad], [0xeb], [0xc3]])
    func cut(bytes: [UInt8]) {
        for end in [[], Array("é".utf8), Array("x".utf8)] {
            let text = Array("العa".utf8) + bytes + end
            let line = text.withUnsafeBufferPointer { TextSanitizer.line($0) }
            #expect(line == String(decoding: text, as: UTF8.self))
            #expect(line.contains("\u{fffd}"))
        }
    }

    @Test("Stacked combining marks are limited")
    func marks() {
        let stacked = "z" + String(repeating: "\u{300}", count: 500) + "a"
        let cleaned = TextSanitizer.line(stacked)
        #expect(cleaned.unicodeScalars.count <= 12)
        #expect(cleaned.unicodeScalars.first == "z")
        #expect(cleaned.unicodeScalars.last == "a")
    }

    @Test("Line breaks are kept where they matter, however they are written")
    func keptLines() {
        #expect(TextSanitizer.lines("one\r\ntwo\rthree\n\n  four\t\u{1b}[Kx  ") == "one\ntwo\nthree\n\n  four\tx")
    }

    @Test("Sanitizing twice changes nothing more", arguments: [UInt64(11), 12, 13])
    func idempotent(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces: [Unicode.Scalar] = [
            "a", " ", "\n", "\r", "\t", "\u{1b}", "[", "]", "\u{7}", "\u{200d}", "\u{200c}", "\u{301}", "é", "日",
            "\u{202e}", "\u{fe0f}",
            "👩", "\u{7f}", "\u{9b}", "\u{200b}", "\u{1f3f4}", "\u{e0067}", "\u{2028}",
        ]
        for _ in 0..<3000 {
            var text = ""
            for _ in 0..<Int.random(in: 0...24, using: &random) {
                text.unicodeScalars.append(pieces[Int.random(in: 0..<pieces.count, using: &random)])
            }
            let line = TextSanitizer.line(text)
            #expect(TextSanitizer.line(line) == line, "seed \(seed): \(text.unicodeScalars.map(\.value))")
            let lines = TextSanitizer.lines(text)
            #expect(TextSanitizer.lines(lines) == lines, "seed \(seed): \(text.unicodeScalars.map(\.value))")
            #expect(!lines.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
        }
    }
}
