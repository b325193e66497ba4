import TerminalKit
import Testing

@Suite("Widgets")
struct WidgetTests {
    private let theme = Theme.plain

    @Test("a toast inherits no style from beneath")
    func toast() {
        var buffer = CellBuffer(size: Size(width: 20, height: 1))
        buffer.fill(
            buffer.bounds, with: "x", style: Style(foreground: .rgb(0xff0000), attributes: [.bold, .underline]))
        Toast.draw("Done", .notice, in: buffer.bounds, of: &buffer, theme: .dark, glyphs: .unicode)
        #expect(buffer.lines[0].drop { $0 != "D" } == "Done", "no half of a word stands beside it")
        for x in 4..<20 { #expect(buffer[x, 0].style == Theme.dark[.toast]) }
    }

    @Test("a long toast wraps and ends at a word")
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

    @Test("the anchor row keeps its line, and rows fill the viewport around it")
    func anchoring() {
        let layout = RowLayout(indices: 0..<100, anchor: 50, line: 4, viewport: 10) { $0.isMultiple(of: 2) ? 3 : 1 }
        #expect(layout.placement(of: 50)?.top == 4)
        #expect(layout.placements.first?.top ?? 1 <= 0)
        #expect(layout.placements.last?.bottom ?? 0 >= 10)
        for (upper, lower) in zip(layout.placements, layout.placements.dropFirst()) {
            #expect(upper.bottom == lower.top)
            #expect(upper.index + 1 == lower.index)
        }
        #expect(layout.row(at: 5) == 50)
    }

    @Test("the first and last rows stick to the edges, and few rows start at the top")
    func ends() {
        let top = RowLayout(indices: 0..<100, anchor: 0, line: 5, viewport: 10) { _ in 3 }
        #expect(top.placements.first?.top == 0)
        #expect(top.placements.last?.bottom ?? 0 >= 10)
        let bottom = RowLayout(indices: 0..<100, anchor: 99, line: 0, viewport: 10) { _ in 3 }
        #expect(bottom.placements.last?.bottom == 10)
        let few = RowLayout(indices: 0..<2, anchor: 1, line: 7, viewport: 10) { _ in 3 }
        #expect(few.placements.map(\.top) == [0, 3])
        #expect(RowLayout(indices: 0..<0, anchor: 0, line: 0, viewport: 10) { _ in 1 }.placements.isEmpty)
    }

    @Test("only rows near the viewport are measured")
    func windowed() {
        var asked: Set<Int> = []
        _ = RowLayout(indices: 0..<1_000_000, anchor: 500_000, line: 10, viewport: 60) { index in
            asked.insert(index)
            return 3
        }
        #expect(asked.count < 30)
    }

    @Test("a row is revealed with the least movement")
    func revealing() {
        #expect(RowLayout.line(revealing: 3, at: 4, viewport: 10) == 4)
        #expect(RowLayout.line(revealing: 3, at: 9, viewport: 10) == 7)
        #expect(RowLayout.line(revealing: 3, at: -2, viewport: 10) == 0)
        #expect(RowLayout.line(revealing: 3, at: -2, viewport: 10, margin: 2) == 2)
        #expect(RowLayout.line(revealing: 30, at: 5, viewport: 10) == 0)
    }

    private func press(_ keys: [Key], _ line: inout InputLine) -> Bool {
        keys.map { line.take($0) }.allSatisfy { $0 }
    }

    @Test("the input line has readline's editing keys")
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

    @Test("the cursor stays after typed combining marks")
    func combining() {
        var line = InputLine("e")
        line.insert("\u{301}")
        #expect(line.text == "e\u{301}")
        #expect(line.cursor == 1)
        let isTaken = press([.named(.backspace)], &line)
        #expect(isTaken && line.text.isEmpty)
    }

    @Test("a box shows its title and cuts long lines")
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

    @Test("a progress bar shows a start, and is full only at the end")
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

    @Test("the scroll bar's thumb begins at the top and ends at the bottom")
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

    @Test("hints that do not fit are left out whole")
    func hints() {
        let line = TextLine.hints([("q", "quit"), ("?", "help")], columns: 10, theme: theme)
        #expect(line.text == "q quit")
    }

    @Test("text is scrolled no further than its end")
    func scrolling() {
        var view = TextView()
        view.scroll(by: 100, count: 30, viewport: 10)
        #expect(view.offset == 20)
        view.reveal(3, count: 30, viewport: 10)
        #expect(view.offset == 3)
        view.scroll(by: -100, count: 30, viewport: 10)
        #expect(view.offset == 0)
    }
}
