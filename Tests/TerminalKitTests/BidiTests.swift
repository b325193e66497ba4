import TestSupport
import Testing

@testable import TerminalKit

@Suite("Text from right to left")
struct BidiTests {
    private func drawn(_ text: String) -> String {
        var buffer = CellBuffer(size: Size(width: 30, height: 1))
        buffer.put(text, at: Point(x: 0, y: 0))
        return buffer.line(0)
    }

    @Test("Hebrew is drawn from right to left, numbers and Latin from left to right")
    func order() {
        #expect(drawn("שלום") == "םולש")
        #expect(drawn("abc שלום 123 def") == "abc 123 םולש def")
        #expect(drawn("שלום (abc) 12") == "12 (abc) םולש")
        #expect(drawn("plain") == "plain")
    }

    @Test("Arabic letters take the forms that join them, one column each")
    func shaping() {
        #expect(drawn("سلام") == "\u{fee1}\u{fe8e}\u{fee0}\u{feb3}")
        #expect(TextWidth.width(of: "سلام") == 4)
    }

    @Test(
        "What stands beside it is not touched, whatever the text asks for",
        arguments: [
            "\u{202e}abc", "שלום\u{202e}", "\u{2067}אב\u{2066}", "אב\u{202a}cd", "\u{200f}", "א",
        ])
    func neighbours(text: String) {
        let line = TextLine([TextRun("left "), TextRun(text), TextRun(" right 12")])
        var buffer = CellBuffer(size: Size(width: 40, height: 1))
        let end = buffer.put(line, at: Point(x: 0, y: 0))
        #expect(end == line.width)
        #expect(buffer.line(0).hasPrefix("left "))
        #expect(buffer.line(0).hasSuffix(" right 12"))
        #expect(TextWidth.width(of: buffer.line(0)) == line.width)
        #expect(!buffer.line(0).unicodeScalars.contains { $0.properties.isBidiControl })
    }

    @Test("An isolated name is ordered by itself, takes no columns for its marks and does not turn the sentence")
    func isolates() {
        #expect(drawn("שלום abc") == "abc םולש")
        #expect(drawn("\u{2068}שלום\u{2069} abc 12:05") == "םולש abc 12:05")
        #expect(drawn("\u{2068}שלום\u{2069}, \u{2068}אב\u{2069} abc") == "םולש, בא abc")
        #expect(TextWidth.width(of: "\u{2068}שלום\u{2069} abc") == 8)
        #expect(drawn("\u{2068}abc") == "abc" && drawn("abc\u{2069} de") == "abc de")
    }

    @Test("Bidirectional overrides are ignored")
    func overrides() {
        #expect(drawn("\u{202e}exe.gpj\u{202c}") == "exe.gpj")
    }

    @Test("A wrapped paragraph is ordered line by line, and its direction is that of its first letter")
    func wrapped() {
        let text = "אחת שתים abc def שלוש ארבע"
        let lines = TextWrap.lines(StyledString(text), .init(width: 10))
        #expect(lines.map(\.text) == ["אחת שתים", "abc def", "שלוש ארבע"])
        var buffer = CellBuffer(size: Size(width: 10, height: 3))
        for (row, line) in lines.enumerated() { buffer.put(line, at: Point(x: 0, y: row)) }
        #expect(buffer.lines == ["םיתש תחא", "abc def", "עברא שולש"])
    }

    @Test("Styles stay with their letters")
    func styles() {
        let bold = Style(attributes: .bold)
        let text = StyledString("אב גד", spans: [.init(0..<4, bold)])
        let line = TextWrap.lines(text, .init(width: 10))[0]
        var buffer = CellBuffer(size: Size(width: 10, height: 1))
        buffer.put(line, at: Point(x: 0, y: 0))
        #expect(buffer.line(0) == "דג בא")
        #expect(buffer[0, 0].style == .plain)
        #expect(buffer[4, 0].style == bold)
    }

    @Test("Cut right-to-left text has its ellipsis on the left")
    func truncation() {
        let field = TextLine([TextRun("name: "), TextRun("שלום עולם")]).truncated(to: 11, ellipsis: "…")
        var buffer = CellBuffer(size: Size(width: 12, height: 1))
        buffer.put(field, at: Point(x: 0, y: 0))
        #expect(buffer.line(0) == "name: …םולש")
        let wrapped = TextWrap.lines(StyledString("שלום עולם גדול"), .init(width: 9, maximumLines: 1))[0]
        var second = CellBuffer(size: Size(width: 12, height: 1))
        second.put(wrapped, at: Point(x: 0, y: 0))
        #expect(wrapped.width <= 9)
        #expect(second.line(0).hasPrefix("…"))
    }

    @Test("Spaces between two pieces of a line stay between them")
    func spacesBetween() {
        var line = TextLine("שלום")
        line.append("  עולם ", .plain)
        line.append("9", .plain)
        var buffer = CellBuffer(size: Size(width: 14, height: 1))
        buffer.put(line, at: Point(x: 0, y: 0))
        #expect(line.width == 12 && buffer.line(0) == "םולש  םלוע 9")
    }

    @Test("An input line's cursor is where the next letter appears")
    func cursor() {
        func column(_ text: String, _ back: Int = 0) -> Int {
            var line = InputLine(text)
            for _ in 0..<back { _ = line.handle(.named(.left)) }
            var buffer = CellBuffer(size: Size(width: 20, height: 1))
            return line.draw(in: buffer.bounds, of: &buffer, style: .plain).x
        }
        #expect(column("abc") == 3)
        #expect(column("שלום") == 0)
        #expect(column("שלום", 4) == 4)
        #expect(column("ab שלום", 2) == 5)
    }

    @Test("Drawn text takes exactly its computed width", arguments: 1...200 as ClosedRange<UInt64>)
    func properties(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "אבג ", "سلام", "abc ", "12", "(", ")", "日本", "👍🏽", " ", "\u{202e}", "\u{2067}", "\n", "שָׁ", "-", "\u{200f}",
        ]
        let text = (0..<Int.random(in: 0...40, using: &random))
            .map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }.joined()
        for line in TextWrap.lines(
            StyledString(text, spans: [.init(3..<9, Style(attributes: .bold))]), .init(width: 12))
        {
            var buffer = CellBuffer(size: Size(width: 40, height: 1), style: Style(background: .palette(1)))
            let end = buffer.put(line, at: Point(x: 2, y: 0), over: Style(background: .palette(2)))
            #expect(end == 2 + line.width, "seed \(seed)")
            for x in 0..<40 {
                let isInside = (2..<end).contains(x)
                #expect(buffer[x, 0].style.background == .palette(isInside ? 2 : 1), "seed \(seed), column \(x)")
            }
        }
        let field = text.filter { $0 != "\n" }
        var buffer = CellBuffer(size: Size(width: 200, height: 1))
        #expect(buffer.put(field, at: Point(x: 0, y: 0)) == TextWidth.width(of: field), "seed \(seed)")
    }

    @Test("Analysing a paragraph in pieces changes no line break", arguments: 1...100 as ClosedRange<UInt64>)
    func pieces(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = [
            "well-known ", "12.5 ", "$9 ", "日本語、", "「", "」", "🇩🇪", "👍🏽", "a/b", "…", "אב ", "e.g. ", "\u{a0}", "\n", "  ",
        ]
        let text = (0..<60).map { _ in words[Int.random(in: 0..<words.count, using: &random)] }.joined()
        var whole = LineBreaks(text, stride: 100_000)
        var parts = LineBreaks(text, stride: 64)
        var offset = 0
        for character in text {
            #expect(
                whole.mayBreak(before: offset) == parts.mayBreak(before: offset), "seed \(seed), byte \(offset)")
            offset += character.utf8.count
        }
    }
}
