import TestSupport
import Testing

@testable import TerminalKit

@Suite("A text area")
struct TextAreaTests {
    private func area(_ text: String, height: Int = 3) -> TextArea {
        var area = TextArea(text)
        area.layout(in: Size(width: 10, height: height))
        return area
    }

    private func drawn(_ area: TextArea) -> (lines: [String], cursor: Point) {
        var buffer = CellBuffer(size: Size(width: 10, height: 3))
        let cursor = area.draw(in: buffer.bounds, of: &buffer, style: .plain)
        let lines = buffer.lines
        return (lines, cursor)
    }

    private func press(_ keys: [Key], _ area: inout TextArea) {
        for key in keys { _ = area.handle(key) }
    }

    @Test("Long lines wrap at words, and the rows around the cursor are visible")
    func wrapping() {
        let shown = drawn(area("one two three four five"))
        #expect(shown.lines == ["one two", "three four", "five"])
        #expect(shown.cursor == Point(x: 4, y: 2))
        let longer = drawn(area("one two three four five six seven eight"))
        #expect(longer.lines == ["five six", "seven", "eight"])
        #expect(longer.cursor == Point(x: 5, y: 2))
    }

    @Test("A word wider than the area is broken anywhere, and a space at the edge takes no row of its own")
    func longWords() {
        #expect(drawn(area("abcdefghijklm")).lines == ["abcdefghij", "klm", ""])
        let atEdge = drawn(area("abcdefghij "))
        #expect(atEdge.lines == ["abcdefghij", "", ""])
        #expect(atEdge.cursor == Point(x: 9, y: 0))
    }

    @Test("Enter begins a line, and up and down keep their column across shorter lines")
    func vertical() {
        var area = area("abcdef\nx\nabcdef")
        press([.named(.up), .named(.up)], &area)
        #expect(area.cursor == 6)
        press([.named(.down)], &area)
        #expect(area.cursor == 8)
        press([.named(.down), .named(.enter), .character("z")], &area)
        #expect(area.text == "abcdef\nx\nabcdef\nz")
        press([.named(.up), .named(.up), .named(.up), .named(.up)], &area)
        #expect(area.cursor == 0)
    }

    @Test("Page up and page down move by a row in an area of one row")
    func pagesOfOneRow() {
        var area = area("a\nb\nc", height: 1)
        press([.named(.pageUp)], &area)
        #expect(area.cursor == 3)
        press([.named(.pageDown)], &area)
        #expect(area.cursor == 5)
    }

    @Test("Up and down keep the column on the screen in a line that is read from right to left")
    func verticalAcrossDirections() {
        var area = area("אבגד\nabcd")
        press([.named(.left), .named(.left), .named(.left), .named(.up)], &area)
        #expect(area.cursor == 3)
        #expect(drawn(area).cursor == Point(x: 1, y: 0))
        press([.named(.down)], &area)
        #expect(area.cursor == 6)
    }

    @Test("Up and down start from the new column after a completion")
    func verticalAfterCompletion() {
        var area = area("@p\nabcdefgh")
        press([.named(.up)], &area)
        area.complete(from: 0, with: "@pit")
        press([.named(.down)], &area)
        #expect(area.text == "@pit\nabcdefgh" && area.cursor == 9)
    }

    @Test("Home, end and the keys that cut work on the row of the cursor")
    func rowKeys() {
        var area = area("one two three\nfour")
        press([.named(.up), .named(.home)], &area)
        #expect(area.cursor == 8)
        press([.control("k")], &area)
        #expect(area.text == "one two \nfour")
        press([.control("k")], &area)
        #expect(area.text == "one two four")
        press([.control("y")], &area)
        #expect(area.text == "one two \nfour")
        press([.control("z"), .control("z"), .control("z")], &area)
        #expect(area.text == "one two three\nfour")
    }

    @Test("A paste keeps its lines and loses control characters, and a completion replaces the word before the cursor")
    func insertion() {
        var area = area("")
        area.insert("a\tb\r\nc\u{1b}[31m")
        #expect(area.text == "a b\nc[31m")
        area.replace(with: "hello @pi there")
        press([Key(.named(.home), .control), .alt("f"), .alt("f")], &area)
        #expect(area.cursor == 9)
        area.complete(from: 6, with: "@pitwall")
        #expect(area.text == "hello @pitwall there" && area.cursor == 14)
    }

    @Test("Random keys keep the cursor inside of the text and of the area", arguments: 0..<20)
    func random(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let keys: [Key] =
            "ab é\u{1f468}\u{200d}\u{1f469}漢אב ".map { .character($0) }
            + [.named(.enter), .named(.up), .named(.down), .named(.left), .named(.right), .named(.home), .named(.end)]
            + [.named(.backspace), .named(.delete), .named(.pageUp), .named(.pageDown)]
            + "wukydtz".map { .control($0) } + "bfd".map { .alt($0) }
        var area = TextArea()
        for _ in 0..<300 {
            if Int.random(in: 0..<40, using: &generator) == 0 {
                area.layout(
                    in: Size(
                        width: Int.random(in: 1...30, using: &generator),
                        height: Int.random(in: 1...6, using: &generator)))
            }
            if let key = keys.randomElement(using: &generator) { _ = area.handle(key) }
            #expect(area.cursor >= 0 && area.cursor <= area.text.count)
            area.layout(in: Size(width: 10, height: 3))
            let cursor = drawn(area).cursor
            #expect(cursor.x >= 0 && cursor.x < 10 && cursor.y >= 0 && cursor.y < 3)
        }
    }
}
