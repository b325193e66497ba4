import TerminalKit
import Testing

@testable import TerminalUI

@Suite("Lists")
struct ListDrawingTests {
    @Test("The current row reaches both edges of the screen, with the cursor at the left one", arguments: [40, 80])
    func currentRow(width: Int) {
        let theme = Theme.dark
        var buffer = CellBuffer(size: Size(width: width, height: 8))
        let lists = ListDrawing(appearance: RenderStyle(theme: theme), hints: [])
        let content = lists.frame(title: "Links", summary: "", in: buffer.bounds, of: &buffer)
        lists.drawRows(["one", "two"], cursor: 1, in: content, of: &buffer) { [TextLine($1)] }
        #expect(buffer.line(2).hasPrefix("▌") && buffer.line(2).hasSuffix("two"))
        #expect((0..<width).allSatisfy { buffer[$0, 2].style.background == theme[.selection].background })
        #expect((0..<width).allSatisfy { buffer[$0, 1].style.background == theme[.text].background })
    }

    @Test("The selected line of a sheet is marked over its whole width")
    func selectedLine() {
        let theme = Theme.dark
        var buffer = CellBuffer(size: Size(width: 30, height: 6))
        OverlayLines(appearance: RenderStyle(theme: theme))
            .draw(
                [TextLine("  one"), TextLine("  two")], cursor: 1, selected: 1, in: buffer.bounds, of: &buffer)
        #expect(buffer.line(4) == "▌ two")
        #expect((0..<30).allSatisfy { buffer[$0, 4].style.background == theme[.selection].background })
        #expect((0..<30).allSatisfy { buffer[$0, 3].style.background == theme[.modal].background })
    }
}
