import TerminalKit
import Testing

@testable import TerminalUI

@Suite("Lists")
struct ListDrawingTests {
    @Test("The current row reaches both edges of the screen, with the cursor at the left one", arguments: [40, 80])
    func currentRow(width: Int) {
        let theme = Theme.dark
        var buffer = CellBuffer(size: Size(width: width, height: 8))
        let lists = ListDrawing(appearance: Appearance(theme: theme), hints: [])
        let content = lists.frame(title: "Links", summary: "", in: buffer.bounds, of: &buffer)
        lists.drawRows(["one", "two"], cursor: 1, in: content, of: &buffer) { [TextLine($1)] }
        #expect(buffer.line(2).hasPrefix("▌") && buffer.line(2).hasSuffix("two"))
        #expect((0..<width).allSatisfy { buffer[$0, 2].style.background == theme[.selection].background })
        #expect((0..<width).allSatisfy { buffer[$0, 1].style.background == theme[.text].background })
    }

    @Test(
        "Of a thousand rows only those are composed of which a line is visible, and the list shows the end of the current one",
        arguments: [0, 1, 500, 998, 999])
    func visibleRows(cursor: Int) {
        var buffer = CellBuffer(size: Size(width: 40, height: 7))
        let lists = ListDrawing(appearance: Appearance(theme: .plain), hints: [])
        var composed = Set<Int>()
        lists.drawRows([Int](0..<1000), cursor: cursor, in: buffer.bounds, of: &buffer) { index, row in
            composed.insert(index)
            return [TextLine("row \(row)"), TextLine("below \(row)")]
        }
        let all = (0..<1000).flatMap { ["row \($0)", "below \($0)"] }
        let first = max(0, cursor * 2 + 1 - 6)
        let shown = buffer.lines.map { String($0.drop { "▌ ".contains($0) }) }
        #expect(shown == Array(all[first..<first + 7]))
        #expect(composed == Set((first..<first + 7).map { $0 / 2 }))
    }

    @Test("A question is dim and a sign is not, however many words they have; the typed text is neither")
    func labels() {
        let theme = Theme.dark
        let lists = ListDrawing(appearance: Appearance(theme: theme), hints: [])
        func colors(_ label: InputLabel) -> [Color] {
            var buffer = CellBuffer(size: Size(width: 40, height: 1))
            let cursor = lists.drawInput(InputLine("two words"), label, in: buffer.bounds, of: &buffer)
            return [buffer[1, 0].style.foreground, buffer[cursor.x - 1, 0].style.foreground]
        }
        for text in ["Language", "Reading width"] {
            #expect(colors(.question(text)) == [theme[.dim].foreground, theme[.input].foreground])
            #expect(colors(.sign(text)) == [theme[.accent].foreground, theme[.input].foreground])
        }
    }

    @Test("The width of a list's columns is measured again only if its rows have changed")
    func measuredOnce() {
        var widths = CachedValue<[String], Int>()
        var measuredCount = 0
        func measure(_ rows: [String]) -> Int {
            widths.value(for: rows) { rows in
                measuredCount += 1
                return rows.map(\.count).max() ?? 0
            }
        }
        let measured = [measure(["a"]), measure(["a"]), measure(["abc"])]
        #expect(measured == [1, 1, 3])
        #expect(measuredCount == 2)
    }

    @Test("A sheet composes only its visible lines")
    func visibleSheetLines() {
        var buffer = CellBuffer(size: Size(width: 40, height: 6))
        var composed = Set<Int>()
        OverlayLines(appearance: Appearance(theme: .plain))
            .draw(1000, cursor: 500, selected: 500, in: buffer.bounds, of: &buffer) { index in
                composed.insert(index)
                return TextLine("  line \(index)")
            }
        #expect(composed == Set(498...500))
        #expect(buffer.line(4).contains("line 500"))
    }

    @Test("The lines of a sheet end one column before the edge, as those of lists do")
    func sheetMargin() {
        var buffer = CellBuffer(size: Size(width: 20, height: 6))
        OverlayLines(appearance: Appearance(theme: .plain))
            .draw([TextLine(String(repeating: "x", count: 30))], in: buffer.bounds, of: &buffer)
        #expect(buffer.line(4) == String(repeating: "x", count: 18) + "…")
    }

    @Test("The keys at the end of a sheet stay visible wherever the cursor is", arguments: [0, 4, 9])
    func sheetFooter(cursor: Int) {
        var buffer = CellBuffer(size: Size(width: 40, height: 8))
        OverlayLines(appearance: Appearance(theme: .plain))
            .draw(
                10, cursor: cursor, selected: cursor, footer: TextLine(" keys"), in: buffer.bounds, of: &buffer
            ) { TextLine("  line \($0)") }
        #expect(buffer.line(6) == " keys")
        #expect(buffer.lines.contains { $0.hasSuffix("line \(cursor)") }, "\(buffer.lines)")
    }

    @Test("The selected line of a sheet is marked over its whole width")
    func selectedLine() {
        let theme = Theme.dark
        var buffer = CellBuffer(size: Size(width: 30, height: 6))
        OverlayLines(appearance: Appearance(theme: theme))
            .draw([TextLine("  one"), TextLine("  two")], cursor: 1, selected: 1, in: buffer.bounds, of: &buffer)
        #expect(buffer.line(4) == "▌ two")
        #expect((0..<30).allSatisfy { buffer[$0, 4].style.background == theme[.selection].background })
        #expect((0..<30).allSatisfy { buffer[$0, 3].style.background == theme[.modal].background })
    }
}
