import TerminalKit
import Testing

@Suite("Widgets")
struct WidgetTests {
    private let theme = Theme.plain

    @Test("A toast inherits no style from beneath")
    func toast() {
        var buffer = CellBuffer(size: Size(width: 20, height: 1))
        buffer.fill(
            buffer.bounds, with: "x", style: Style(foreground: .rgb(0xff0000), attributes: [.bold, .underline]))
        Toast.draw("Done", .notice, in: buffer.bounds, of: &buffer, theme: .dark, glyphs: .unicode)
        #expect(buffer.lines[0].drop { $0 != "D" } == "Done", "no half of a word stands beside it")
        for x in 4..<20 { #expect(buffer[x, 0].style == Theme.dark[.toast]) }
    }

    @Test(
        "A reversed selection has no coloured text, and text that is reversed already differs from it",
        arguments: [
            ColorDepth.none, .sixteen,
        ])
    func reversedSelection(depth: ColorDepth) {
        let theme = Theme.dark.adapted(to: depth)
        var buffer = CellBuffer(size: Size(width: 6, height: 1), style: theme[.text])
        buffer.drawSelected(buffer.bounds, theme: theme, glyphs: .unicode) {
            $0.put("ab", at: Point(x: 1, y: 0), style: theme[.link])
            $0.put("cd", at: Point(x: 3, y: 0), style: theme[.tabActive])
        }
        #expect(buffer.lines == ["▌abcd"])
        #expect((1..<6).allSatisfy { buffer[$0, 0].style.foreground == .terminal })
        #expect((0..<6).filter { buffer[$0, 0].style.attributes.contains(.reverse) } == [0, 1, 2, 5])
    }

    @Test("A long toast wraps and ends at a word")
    func longToast() {
        let text = "A long way to say it: line 6 of the theme mine, column 6: this is what is wrong with it."
        var buffer = CellBuffer(size: Size(width: 40, height: 15))
        Toast.draw(text, .warning, in: buffer.bounds, of: &buffer, theme: .dark, glyphs: .unicode)
        let said = buffer.lines.map { $0.trimmingPrefix { $0 == " " || $0 == "⚠" } }
        #expect(said[..<12].allSatisfy { $0.isEmpty })
        #expect(said[12...].joined(separator: " ") == text)
        var small = CellBuffer(size: Size(width: 40, height: 10))
        Toast.draw(text + text, .notice, in: small.bounds, of: &small, theme: .dark, glyphs: .unicode)
        #expect(small.lines[..<5].allSatisfy { $0.isEmpty }, "half of the screen may be covered")
        #expect(small.lines[5].contains("A long way to say it:"))
        var large = CellBuffer(size: Size(width: 40, height: 60))
        let endless = Array(repeating: text, count: 9).joined(separator: " ")
        for glyphs in [Glyphs.unicode, .ascii] {
            Toast.draw(endless, .notice, in: large.bounds, of: &large, theme: .dark, glyphs: glyphs)
            #expect(large.lines[..<54].allSatisfy { $0.isEmpty })
            let said = large.lines[54...].map { $0.trimmingPrefix { " ·-".contains($0) } }.joined(separator: " ")
            #expect(said.hasSuffix(glyphs.ellipsis))
            let words = said.dropLast(glyphs.ellipsis.count)
            #expect(endless.hasPrefix(words + " "), "what it ends with is a whole word")
        }
    }

    private func press(_ keys: [Key], _ line: inout InputLine) -> Bool {
        keys.map { line.handle($0) }.allSatisfy { $0 }
    }

    @Test("The input line has readline's editing keys")
    func editing() {
        var line = InputLine("hello world")
        var isTaken = press([.control("w")], &line)
        #expect(isTaken && line.text == "hello ")
        isTaken = press([.control("a"), .character("日"), .named(.delete)], &line)
        #expect(isTaken && line.text == "日ello ")
        #expect(line.cursor == 1)
        isTaken = press([.control("k")], &line)
        line.insert("a\nb\u{1b}c")
        #expect(isTaken && line.text == "日a bc")
        isTaken = press([.named(.backspace)], &line)
        #expect(isTaken && line.text == "日a b")
        isTaken = press([.named(.enter)], &line)
        #expect(!isTaken)
        var buffer = CellBuffer(size: Size(width: 4, height: 1))
        let cursor = line.draw(in: buffer.bounds, of: &buffer, style: .plain)
        #expect(cursor == Point(x: 3, y: 0))
    }

    @Test("The cursor stays after typed combining marks")
    func combining() {
        var line = InputLine("e")
        line.insert("\u{301}")
        #expect(line.text == "e\u{301}")
        #expect(line.cursor == 1)
        let isTaken = press([.named(.backspace)], &line)
        #expect(isTaken && line.text.isEmpty)
    }

    @Test("A box shows its title and cuts long lines")
    func boxes() {
        var buffer = CellBuffer(size: Size(width: 20, height: 5))
        Modal.draw(
            title: "Remove?", lines: [TextLine("This cannot be undone by anybody.")], in: buffer.bounds, of: &buffer,
            theme: theme, glyphs: .ascii)
        #expect(
            buffer.lines == [
                "",
                " +- Remove? ------+",
                " | This cannot b~ |",
                " +----------------+",
                "",
            ])
    }

    @Test(
        "Beside a box, no text keeps a background or colours that are reversed",
        arguments: [
            Theme.dark, .dark.adapted(to: .sixteen), .plain,
        ])
    func shade(theme: Theme) {
        var buffer = CellBuffer(size: Size(width: 20, height: 5), style: theme[.text])
        buffer.put(" fiber ", at: Point(x: 0, y: 0), style: theme[.plate])
        buffer.put(" All ", at: Point(x: 10, y: 4), style: theme[.tabActive])
        Modal.draw(title: "", lines: [], in: buffer.bounds, of: &buffer, theme: theme, glyphs: .ascii)
        for point in [Point(x: 3, y: 0), Point(x: 12, y: 4)] {
            let style = buffer[point].style
            #expect(style.background == theme[.text].background && !style.attributes.contains(.reverse))
            #expect(style.attributes.contains(.dim))
        }
    }

    @Test("A progress bar shows a start, and is full only at the end")
    func gauges() {
        func gauge(_ done: Int, _ total: Int) -> String {
            TextLine.gauge(done, of: total, columns: 5, theme: theme, glyphs: .ascii).text
        }
        #expect(gauge(0, 32) == "-----")
        #expect(gauge(1, 32) == "#----")
        #expect(gauge(31, 32) == "####-")
        #expect(gauge(32, 32) == "#####")
        #expect(gauge(7, 0) == "#####")
    }

    @Test("The scroll bar's thumb begins at the top and ends at the bottom")
    func scrollBars() {
        func bar(_ offset: Int) -> String {
            var buffer = CellBuffer(size: Size(width: 1, height: 5))
            buffer.scrollBar(in: buffer.bounds, offset: offset, visible: 5, count: 25, theme: theme, glyphs: .ascii)
            return buffer.lines.joined()
        }
        #expect(bar(0) == "#||||")
        #expect(bar(10) == "||#||")
        #expect(bar(20) == "||||#")
    }

    @Test("Hints that do not fit are left out whole")
    func hints() {
        let hints = [("q", "quit"), ("?", "help")].map { KeyHint(.character($0.0), $0.1, glyphs: .unicode) }
        let line = TextLine.hints(hints, columns: 10, theme: theme)
        #expect(line.text == "q quit")
        #expect(line.runs.allSatisfy { $0.style.target == .press(.character("q")) })
    }

    @Test("Esc at the end of the hints is kept, and all but the first give way to it")
    func escapeHint() {
        let hints = [(Key.named(.enter), "go"), (.character("o"), "open"), (.named(.escape), "back")]
            .map { KeyHint($0.0, $0.1, glyphs: .unicode) }
        func text(_ columns: Int) -> String { TextLine.hints(hints, columns: columns, theme: theme).text }
        let whole = text(80)
        #expect(whole.contains("o open") && whole.hasSuffix("   Esc back"))
        #expect(text(whole.count) == whole)
        #expect(text(whole.count - 1) == whole.replacing("   o open", with: ""))
        let short = whole.replacing("   o open", with: "")
        #expect(text(short.count) == short)
        #expect(text(short.count - 1) == short.replacing("   Esc back", with: ""))
    }

    @Test("A list begins at its top until the line of the cursor is below, and ends at its end")
    func firstLines() {
        let area = Rect(x: 0, y: 5, width: 10, height: 4)
        #expect([0, 3, 4, 8, 9, 20].map { area.firstLine(showing: $0, of: 10) } == [0, 0, 1, 5, 6, 6])
        #expect(area.firstLine(showing: 2, of: 3) == 0)
    }

    @Test("Lines are drawn from an offset on, as many as there is room for, and cut at the edge")
    func lines() {
        let lines = ["one", "two", "three and more", "four"].map { TextLine($0) }
        var buffer = CellBuffer(size: Size(width: 8, height: 4))
        buffer.put(lines, from: 1, in: Rect(x: 1, y: 1, width: 6, height: 2), ellipsis: "~")
        #expect(buffer.lines == ["", " two", " three~", ""])
        buffer.put(lines, from: 2, in: Rect(x: 1, y: 1, width: 6, height: 2))
        #expect(buffer.lines == ["", " three", " foure~", ""])
    }
}
