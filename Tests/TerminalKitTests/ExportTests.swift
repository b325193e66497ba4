import TerminalKit
import Testing

@Suite("Cells as pictures and as text for other terminals")
struct ExportTests {
    private static let base = Style(foreground: .rgb(0x111111), background: .rgb(0xeeeeee))

    private func buffer() -> CellBuffer {
        var buffer = CellBuffer(size: Size(width: 12, height: 2), style: Self.base)
        buffer.put("a<b & c", at: Point(x: 1, y: 0), style: Style(foreground: .rgb(0xff0000), attributes: [.bold]))
        buffer.put("漢字 👩‍🚀", at: Point(x: 0, y: 1), style: Style(background: .palette(196), attributes: [.underline]))
        return buffer
    }

    @Test("A picture places every character by its column, escapes XML and has the colours of the cells")
    func svg() {
        let picture = SVGExport(buffer(), base: Self.base)
        #expect(picture.width == 12 * 8.4 && picture.height == 36)
        #expect(picture.svg.hasPrefix("<svg ") && picture.svg.hasSuffix("</svg>\n"))
        #expect(picture.svg.contains("fill=\"#eeeeee\"/>"))
        #expect(
            picture.svg.contains(
                "<text x=\"8.4 16.8 25.2 33.6 42 50.4 58.8\" y=\"13.3\" fill=\"#ff0000\" font-weight=\"bold\">a&lt;b &amp; c</text>"
            ), "\(picture.svg)")
        for (text, x) in [("漢", "0"), ("字", "16.8"), ("👩‍🚀", "42")] {
            #expect(picture.svg.contains("<text x=\"\(x)\" y=\"31.3\""), "\(picture.svg)")
            #expect(picture.svg.contains(">\(text)</text>"), "\(picture.svg)")
        }
        #expect(picture.svg.contains("fill=\"#ff0000\"/>") && picture.svg.contains("text-decoration=\"underline\""))
    }

    @Test("A picture within covers its cells, and its address cannot leave its attribute")
    func pictures() {
        let export = SVGExport(
            buffer(), base: Self.base,
            pictures: [.init(area: Rect(x: 2, y: 0, width: 5, height: 2), address: "data:a\"b<c")])
        #expect(
            export.svg.contains(
                "<image x=\"16.8\" y=\"0\" width=\"42\" height=\"36\" preserveAspectRatio=\"xMinYMin meet\" "
                    + "href=\"data:a&quot;b&lt;c\"/>"), "\(export.svg)")
    }

    @Test("Text from right to left stays in the order of its cells")
    func rightToLeft() {
        var buffer = CellBuffer(size: Size(width: 6, height: 2), style: Self.base)
        buffer.put("ab", at: .init(x: 0, y: 0))
        buffer.put("\u{feee}\u{fee3}", at: .init(x: 0, y: 1))
        let lines = SVGExport(buffer, base: Self.base).svg.split(separator: "\n").filter { $0.hasPrefix("<text") }
        #expect(lines.map { $0.contains("unicode-bidi=\"bidi-override\"") } == [false, true])
    }

    @Test("Characters that XML forbids never reach a picture")
    func forbidden() {
        var buffer = CellBuffer(size: Size(width: 4, height: 1), style: Self.base)
        buffer.put("a\u{fffe}b", at: .init(x: 0, y: 0))
        #expect(!SVGExport(buffer, base: Self.base).svg.unicodeScalars.contains("\u{fffe}"))
    }

    @Test("Text for other terminals sets each style once and ends every line with the terminal's own")
    func ansi() {
        let lines = buffer().ansi(base: Self.base).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 3 && lines[2].isEmpty)
        let plain = "\u{1b}[0;38;2;17;17;17;48;2;238;238;238m"
        #expect(lines[0] == "\(plain) \u{1b}[0;38;2;255;0;0;48;2;238;238;238;1ma<b & c\(plain)    \u{1b}[0m")
        #expect(lines[1].contains("漢字 👩‍🚀") && lines[1].hasSuffix("\u{1b}[0m"), "\(lines[1])")
    }
}
