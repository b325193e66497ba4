import TerminalKit
import TestSupport
import Testing

@Suite("Wrapping text")
struct TextWrapTests {
    private func wrap(_ text: String, _ width: Int, lines: Int? = nil) -> [String] {
        TextWrap.lines(StyledString(text), .init(width: width, maximumLines: lines)).map(\.text)
    }

    @Test("Words wrap whole, and spaces at a break are dropped")
    func words() {
        #expect(wrap("the quick brown fox", 10) == ["the quick", "brown fox"])
        #expect(wrap("the  quick   ", 5) == ["the", "quick"])
        #expect(wrap("abc", 3) == ["abc"])
        #expect(wrap("", 3) == [])
    }

    @Test("Line feeds end lines, empty lines stay")
    func hardLines() {
        #expect(wrap("a\n\nb\r\nc", 9) == ["a", "", "b", "c"])
        #expect(wrap("ab cd\nef", 3) == ["ab", "cd", "ef"])
    }

    @Test("A word wider than a line is broken, but never inside of a cluster")
    func longWords() {
        #expect(wrap("abcdefgh", 3) == ["abc", "def", "gh"])
        #expect(wrap("x abcdefgh y", 4) == ["x", "abcd", "efgh", "y"])
        #expect(wrap("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 5) == ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"])
        #expect(wrap("日本", 1) == ["日", "本"])
    }

    @Test("Ideographs break anywhere but before closing and after opening punctuation")
    func ideographs() {
        #expect(wrap("日本語テキスト", 6) == ["日本語", "テキス", "ト"])
        #expect(wrap("日本語、です。", 6) == ["日本", "語、で", "す。"])
        #expect(wrap("日「本語」", 4) == ["日", "「本", "語」"])
        #expect(wrap("読むlines", 6) == ["読む", "lines"])
    }

    @Test("Lines end after hyphens and slashes between letters, not inside of numbers")
    func hyphens() {
        #expect(wrap("well-known fact", 6) == ["well-", "known", "fact"])
        #expect(wrap("a -5 b", 3) == ["a", "-5", "b"])
        #expect(wrap("and/or this", 5) == ["and/", "or", "this"])
        #expect(wrap("2026-11-20", 12) == ["2026-11-20"])
    }

    @Test("A space that does not break is kept together")
    func glue() {
        #expect(wrap("aa 12\u{a0}min", 6) == ["aa", "12\u{a0}min"])
    }

    @Test("Text beyond the last line ends with an ellipsis")
    func maximum() {
        #expect(wrap("one two three four", 9, lines: 1) == ["one two…"])
        #expect(wrap("one two three four", 7, lines: 2) == ["one two", "three…"])
        #expect(wrap("one two", 7, lines: 1) == ["one two"])
        #expect(wrap("one\ntwo", 7, lines: 1) == ["one…"])
        #expect(wrap("one\n\n", 7, lines: 1) == ["one"])
        #expect(wrap("abcdefgh", 4, lines: 1) == ["abc…"])
    }

    @Test("Prefixes of the first and of other lines count in the width")
    func prefixes() {
        let lines = TextWrap.lines(
            StyledString("one two three"),
            .init(width: 7, firstPrefix: TextLine("• "), restPrefix: TextLine("  ")))
        #expect(lines.map(\.text) == ["• one", "  two", "  three"])
        #expect(lines.map(\.width) == [5, 5, 7])
    }

    @Test("Preformatted lines are cut instead of wrapped")
    func keptLines() {
        let lines = TextWrap.lines(StyledString("  let x = 1\nlet"), .init(width: 8, longLines: .cut(skipping: 0)))
        #expect(lines.map(\.text) == ["  let x…", "let"])
    }

    @Test("A kept line that is too wide continues after a space near the edge, or else anywhere, and loses nothing")
    func continuedLines() {
        var options = TextWrap.Options(width: 12, longLines: .continued(after: TextLine("> ")))
        func lines(_ text: String) -> [String] { TextWrap.lines(StyledString(text), options).map(\.text) }
        #expect(lines("let alpha = beta") == ["let alpha = ", "> beta"])
        #expect(lines("let alphabet = 1") == ["let alphabet", ">  = 1"])
        #expect(lines("if a {\n  abcdefghijklmnop\n}") == ["if a {", "  abcdefghij", "> klmnop", "}"])
        #expect(lines("x abcdefghijklmnopqrstuvwxyz") == ["x abcdefghij", "> klmnopqrst", "> uvwxyz"])
        options.width = 5
        #expect(lines("ab cdefghi") == ["ab cd", "> efg", "> hi"])
    }

    @Test("Styles lie over the base, and the later one wins")
    func styles() {
        let bold = Style(attributes: .bold)
        let blue = Style(foreground: .palette(4))
        let green = Style(foreground: .palette(2))
        let text = StyledString(
            "ab cd ef", base: Style(background: .palette(0)),
            spans: [.init(0..<8, blue), .init(3..<5, green), .init(4..<8, bold), .init(7..<99, .plain)])
        let lines = TextWrap.lines(text, .init(width: 5))
        #expect(lines.map(\.text) == ["ab cd", "ef"])
        let base = Style(background: .palette(0))
        #expect(
            lines[0].runs == [
                TextRun("ab ", blue.over(base)), TextRun("c", green.over(base)),
                TextRun("d", bold.over(green.over(base))),
            ])
        #expect(lines[1].runs.first == TextRun("e", bold.over(blue.over(base))))
    }

    @Test("Each line has the byte range that it shows")
    func sources() {
        let text = "één twee drie"
        for line in TextWrap.lines(StyledString(text), .init(width: 4)) {
            let bytes = Array(text.utf8)[line.source]
            #expect(String(decoding: bytes, as: UTF8.self) == line.text)
        }
    }

    @Test("Wrapping random text loses, doubles and overflows nothing", arguments: 1...200 as ClosedRange<UInt64>)
    func properties(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "a", "word ", "日本", "、", "「", "👍🏽", "e\u{301}", "-", "/", " ", "\n", "longlonglongword", "\u{200b}", "🇩🇪",
            "12.5",
        ]
        let text = (0..<Int.random(in: 0...60, using: &random))
            .map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }
            .joined()
        let width = Int.random(in: 2...30, using: &random)
        let lines = TextWrap.lines(StyledString(text), .init(width: width))
        for line in lines {
            #expect(line.width <= width || TextWidth.width(of: line.text) <= 2, "seed \(seed)")
            #expect(line.width == TextWidth.width(of: line.text), "seed \(seed)")
        }
        func visible(_ text: String) -> [Character] { text.filter { !$0.isWhitespace && $0 != "\u{200b}" }.map { $0 } }
        #expect(visible(lines.map(\.text).joined()) == visible(text), "seed \(seed)")
    }

    /// Quadratic time would take hours.
    @Test("A word of a megabyte wraps in linear time", .timeLimit(.minutes(30)))
    func linear() {
        let long = String(repeating: "x", count: 1_000_000)
        #expect(wrap(long, 80).count == 12_500)
        #expect(wrap(long, 80, lines: 3).count == 3)
    }

    @Test("Text flows around a corner in its first lines")
    func corner() {
        let text = StyledString("one two three four five six seven eight", base: .plain)
        let options = TextWrap.Options(width: 16, corner: .init(lines: 2, columns: 6))
        #expect(TextWrap.lines(text, options).map(\.text) == ["one two", "three four", "five six seven", "eight"])
        let tiny = TextWrap.Options(width: 4, corner: .init(lines: 1, columns: 9))
        #expect(TextWrap.lines(StyledString("ab cd", base: .plain), tiny).map(\.text) == ["a", "b cd"])
    }
}
