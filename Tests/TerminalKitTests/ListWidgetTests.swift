import TerminalKit
import Testing

@Suite("Lists, tabs, tables and scroll bars")
struct ListWidgetTests {
    private let theme = Theme.plain

    private func picker(_ names: [String], selected: Int?, width: Int, height: Int) -> CellBuffer {
        var buffer = CellBuffer(size: Size(width: width, height: height))
        let rows = names.map { Picker.Row($0, detail: "does \($0)") }
        Picker(rows, selected: selected, theme: theme, glyphs: .ascii).draw(in: buffer.bounds, of: &buffer)
        return buffer
    }

    @Test("A picker keeps the selected row visible and shows a scroll bar")
    func picking() {
        let names = ["add", "bottom", "cancel", "density", "export"]
        #expect(
            picker(names, selected: 0, width: 30, height: 3).lines == [
                "|add       does add          #",
                " bottom    does bottom       |",
                " cancel    does cancel       |",
            ])
        #expect(
            picker(names, selected: 4, width: 30, height: 3).lines == [
                " cancel    does cancel       |",
                " density   does density      |",
                "|export    does export       #",
            ])
        var buffer = CellBuffer(size: Size(width: 30, height: 8))
        Picker(names.map { Picker.Row($0) }, selected: 4, theme: theme, glyphs: .ascii)
            .draw(in: Rect(x: 0, y: 4, width: 30, height: 3), of: &buffer)
        #expect(buffer[9, 4].style.target == .row(2))
        #expect(buffer[9, 7].style.target == nil)
        #expect(buffer[9, 3].style.target == nil)
    }

    @Test("Matches are marked, by bold and underline without colours")
    func highlights() {
        var buffer = CellBuffer(size: Size(width: 12, height: 1))
        Picker([Picker.Row("日ab", matched: [0, 2])], selected: nil, theme: theme, glyphs: .ascii)
            .draw(in: buffer.bounds, of: &buffer)
        #expect(buffer.line(0) == " 日ab")
        #expect(buffer[1, 0].style.attributes.contains([.bold, .underline]))
        #expect(!buffer[3, 0].style.attributes.contains(.underline))
        #expect(buffer[4, 0].style.attributes.contains([.bold, .underline]))
    }

    private func tabs(_ selected: Int, _ columns: Int) -> Tabs {
        Tabs(
            ["0 All", "1 F1", "2 WEC", "3 Swift", "4 World"], selected: selected, columns: columns, theme: theme,
            glyphs: .ascii)
    }

    @Test("Of tabs that do not fit, the farthest are left out")
    func tabs() {
        #expect(tabs(0, 40).line.text == " 0 All  1 F1  2 WEC  3 Swift  4 World ")
        #expect(tabs(0, 20).line.text == " 0 All  1 F1  ~")
        #expect(tabs(4, 20).line.text == "~  3 Swift  4 World ")
        #expect(tabs(2, 20).line.text == "~  1 F1  2 WEC  ~")
        #expect(tabs(2, 20).visible == 1..<3)
        for columns in 0...60 { #expect(tabs(3, columns).line.width <= columns, "\(columns)") }
    }

    @Test("The selected tab is shown in any width, cut and without signs if need be")
    func narrowTabs() {
        #expect(tabs(3, 13).line.text == "~  3 Swift  ~")
        #expect(tabs(3, 12).line.text == " 3 Swift ")
        #expect(tabs(3, 7).line.text == " 3 Swi~")
        #expect(tabs(3, 1).line.text == "~")
        // Its neighbour would fit.
        let wide = Tabs(["a", "A wide one", "b"], selected: 1, columns: 8, theme: theme, glyphs: .ascii)
        #expect(wide.line.text == " A wide~" && wide.visible == 1..<2)
    }

    @Test("A table's columns are as wide as they need to be, and the least needed go first")
    func tables() {
        let columns = [
            Table.Column("source", minimum: 8), Table.Column("topic", minimum: 5, maximum: 10, expendability: 2),
            Table.Column("n", minimum: 3, maximum: 3, isRight: true, expendability: 1),
        ]
        func lines(_ width: Int) -> [String] {
            let table = Table(columns, preferred: [15, 6, 2], total: width)
            let cells = [TextLine("Kerb Notes 日本"), TextLine("racing"), TextLine("42")]
            return [table.header(.plain, ellipsis: "~").text, table.line(cells, ellipsis: "~").text]
        }
        #expect(lines(32) == ["source               topic     n", "Kerb Notes 日本      racing   42"])
        #expect(lines(27) == ["source           topic    n", "Kerb Notes 日本  raci~   42"])
        #expect(lines(16) == ["source         n", "Kerb Notes~   42"])
        #expect(lines(9) == ["source   ", "Kerb Not~"])
        #expect(lines(3) == ["so~", "Ke~"])
    }

    @Test("Columns that want too much share the width")
    func shares() {
        let columns = [Table.Column("", minimum: 4), Table.Column("", minimum: 4), Table.Column("", minimum: 4)]
        #expect(Table(columns, preferred: [30, 5, 30], total: 29).widths == [10, 5, 10])
        #expect(Table(columns, preferred: [5, 5, 5], total: 40, fills: false).widths == [5, 5, 5])
        #expect(Table(columns, preferred: [5, 5, 5], total: 40).widths == [5, 5, 26])
        #expect(Table(columns, preferred: [9, 9, 9], total: 5).widths.allSatisfy { $0 >= 0 })
    }

    @Test("The scroll bar's thumb can be dragged to both ends")
    func dragging() throws {
        let bar = try #require(ScrollBar(length: 10, offset: 45, visible: 10, count: 100))
        #expect(bar.thumbLength == 1)
        #expect(bar.isThumb(5))
        #expect(bar.offset(at: 0) == 0)
        #expect(bar.offset(at: 9) == 90)
        #expect(bar.offset(at: -5) == 0)
        #expect(bar.offset(at: 50) == 90)
        for line in 0..<10 {
            let moved = try #require(ScrollBar(length: 10, offset: bar.offset(at: line), visible: 10, count: 100))
            #expect(moved.isThumb(line))
        }
        #expect(ScrollBar(length: 10, offset: 0, visible: 10, count: 10) == nil)
    }
}
