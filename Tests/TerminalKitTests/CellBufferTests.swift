import TerminalKit
import TestSupport
import Testing

@Suite("Cell buffers")
struct CellBufferTests {
    private let red = Style(foreground: .rgb(0xff0000))
    private let ground = Style(foreground: .rgb(0xffffff), background: .rgb(0x000080))

    @Test("Text is drawn at its position and clipped")
    func putting() {
        var buffer = CellBuffer(size: Size(width: 5, height: 2))
        buffer.put("abcdefgh", at: Point(x: 2, y: 0))
        buffer.put("xyz", at: Point(x: -1, y: 1))
        buffer.put("never", at: Point(x: 0, y: 2))
        buffer.put("never", at: Point(x: 0, y: -1))
        #expect(buffer.lines == ["  abc", "yz"])
    }

    @Test("Text without a background keeps the one beneath")
    func layering() {
        var buffer = CellBuffer(size: Size(width: 4, height: 1))
        buffer.fill(buffer.bounds, style: ground)
        buffer.put("ab", at: Point(x: 0, y: 0), style: red.with(.bold))
        #expect(buffer[0, 0].style == Style(foreground: .rgb(0xff0000), background: .rgb(0x80), attributes: .bold))
        #expect(buffer[2, 0].style == ground)
    }

    @Test("Cells refer to a terminal image, also when clipped")
    func images() {
        let image = TerminalImage(identifier: 0x123456, size: Size(width: 3, height: 2), png: [1], depth: .truecolor)
        var buffer = CellBuffer(size: Size(width: 4, height: 2), style: ground)
        buffer.put(CellPicture(image), at: Point(x: -1, y: 1))
        #expect(buffer.lines == ["", "\u{10EEEE}\u{305}\u{30D}\u{10EEEE}\u{305}\u{30E}"])
        #expect(buffer[0, 1].style == Style(foreground: .rgb(0x123456), background: ground.background))
        #expect(buffer[2, 1].style == ground)
        #expect(buffer.images == [image])
        var empty = CellBuffer(size: Size(width: 4, height: 2))
        empty.put(CellPicture(image), at: Point(x: 4, y: 0))
        #expect(empty.images.isEmpty)
    }

    @Test("Overwriting half of a wide character blanks the other half", arguments: 0..<6)
    func halves(column: Int) {
        var buffer = CellBuffer(size: Size(width: 6, height: 1))
        buffer.put("日本語", at: Point(x: 0, y: 0))
        buffer.put("x", at: Point(x: column, y: 0))
        for x in 0..<6 {
            let cell = buffer[x, 0]
            if cell.width == 2 { #expect(buffer[x + 1, 0].width == 0) }
            if cell.width == 0 { #expect(buffer[x - 1, 0].width == 2) }
        }
        #expect(buffer[column, 0].text == "x")
    }

    @Test("A wide character that does not fit at the edge is left out")
    func wideAtEdge() {
        var buffer = CellBuffer(size: Size(width: 3, height: 1))
        buffer.put("日本", at: Point(x: 0, y: 0))
        #expect(buffer.lines == ["日"])
        buffer.put("日本", at: Point(x: -1, y: 0))
        #expect(buffer.lines == [" 本"])
    }

    @Test("Control characters and a fifth combining mark reach no cell")
    func hostile() {
        var buffer = CellBuffer(size: Size(width: 40, height: 1))
        let zalgo = "o" + String(repeating: "\u{301}", count: 400)
        buffer.put("\u{1b}[2J\u{7f}\u{9b}1m\u{202e}\u{200b}\r\n\t\(zalgo)end", at: Point(x: 0, y: 0))
        #expect(buffer.line(0) == "\u{fffd}[2J\u{fffd}\u{fffd}1m   o\u{301}\u{301}\u{301}\u{301}end")
    }

    @Test("A diff finds exactly the changed cells")
    func difference() {
        var old = CellBuffer(size: Size(width: 10, height: 3))
        old.put("hello 日本", at: Point(x: 0, y: 1))
        var new = old
        #expect(BufferDiff.runs(from: old, to: new).isEmpty)
        new.put("J", at: Point(x: 0, y: 1))
        new.put("a", at: Point(x: 7, y: 1))
        new.overlay(red, on: Rect(x: 0, y: 2, width: 2, height: 1))
        #expect(
            BufferDiff.runs(from: old, to: new) == [
                .init(y: 1, columns: 0..<1), .init(y: 1, columns: 6..<8), .init(y: 2, columns: 0..<2),
            ])
    }

    @Test("Cells compare clusters by content")
    func clusters() {
        var old = CellBuffer(size: Size(width: 4, height: 1))
        var new = old
        old.put("e\u{301}", at: Point(x: 1, y: 0))
        new.put("a\u{301}", at: Point(x: 0, y: 0))
        new.put(" ", at: Point(x: 0, y: 0))
        new.put("e\u{301}", at: Point(x: 1, y: 0))
        #expect(BufferDiff.runs(from: old, to: new).isEmpty)
        #expect(old == new)
    }

    @Test(
        "Painting the differences of any two frames makes the second out of the first",
        arguments: 1...40 as ClosedRange<UInt64>)
    func paintingDifferences(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let size = Size(width: Int.random(in: 1...30, using: &random), height: Int.random(in: 1...6, using: &random))
        let old = scribble(size, &random)
        let new = scribble(size, &random)
        var cells = (0..<size.height).map { y in (0..<size.width).map { old[$0, y] } }
        for run in BufferDiff.runs(from: old, to: new) {
            #expect(new[run.columns.lowerBound, run.y].width != 0, "seed \(seed): a run begins in half a character")
            for x in run.columns { cells[run.y][x] = new[x, run.y] }
        }
        let expected = (0..<size.height).map { y in (0..<size.width).map { new[$0, y] } }
        #expect(cells == expected, "seed \(seed)")
    }

    private func scribble(_ size: Size, _ random: inout SeededGenerator) -> CellBuffer {
        let pieces = ["a", "日", "e\u{301}", "👍🏽", "\u{1b}", "plain text", "한국어", " ", "🇩🇪"]
        var buffer = CellBuffer(size: size)
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            let point = Point(
                x: Int.random(in: -3...size.width, using: &random), y: Int.random(in: 0..<size.height, using: &random))
            buffer.put(
                pieces[Int.random(in: 0..<pieces.count, using: &random)], at: point,
                style: Bool.random(using: &random) ? red : .plain)
        }
        return buffer
    }

    @Test("ASCII mode replaces punctuation and keeps letters")
    func punctuation() {
        var buffer = CellBuffer(size: Size(width: 24, height: 1))
        buffer.put("a–b · “c” … né 日 →", at: Point(x: 0, y: 0))
        buffer.replacePunctuation()
        let row = (0..<24).map { buffer[$0, 0].text }.joined()
        #expect(row.hasPrefix("a-b - \"c\" ~ né 日 >"))
    }
}
