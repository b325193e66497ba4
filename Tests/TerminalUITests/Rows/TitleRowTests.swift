import EngineConcepts
import TerminalKit
import Testing

@testable import TerminalUI
@testable import ViewModels

@Suite("Titles of rows")
struct TitleRowTests {
    @Test("Text from right to left is at the right end of its room, with the ellipsis at its left end")
    func direction() {
        let key = OrderKey(time: AppFixture.now, nativeOrder: 0, id: TicketID(supplier: "feed:a", item: "1"))
        let row = TicketRow(
            key: key, shownTime: key.time, time: RowTime(text: "", brief: ""), marks: Marks(), reactions: [],
            topics: [],
            emphasis: .plain, badges: [], excerpt: StyledText(blocks: [.init(text: "שלום: one two three four")]),
            facts: [], source: "Kerb",
            kind: "feed")
        let layout = TicketRowLayout(
            appearance: Appearance(theme: .plain), columns: RowColumns(width: 80, timeStyle: .relative),
            density: .regular, keys: ShownKeys(labels: [.toggleWarning: "w", .open: "o"]))
        func drawn(lines: Int) -> CellBuffer {
            var buffer = CellBuffer(size: Size(width: 20, height: 2))
            let body = layout.body(of: row, base: .text, room: 20, maximumLines: lines)
            buffer.put(body.map(\.left), in: buffer.bounds)
            return buffer
        }
        let whole = drawn(lines: 2)
        #expect(whole[19, 0].text == "ש" && whole.line(1).hasSuffix("four") && whole.line(1).hasPrefix("  "))
        let cut = drawn(lines: 1)
        #expect(cut[19, 0].text == "ש" && cut.line(0).trimmingPrefix(" ").hasPrefix("…"), "\(cut.lines)")
    }

    @Test("A title that runs from right to left begins at the right like its text", arguments: [60, 80, 200])
    func titleFromRightToLeft(width: Int) {
        let key = OrderKey(time: AppFixture.now, nativeOrder: 0, id: TicketID(supplier: "feed:a", item: "1"))
        let row = TicketRow(
            key: key, shownTime: key.time, time: RowTime(text: "", brief: ""), marks: Marks(), reactions: [],
            topics: [],
            emphasis: .plain, badges: [], title: String(repeating: "שלום ", count: 30),
            excerpt: StyledText(blocks: [.init(text: "שלום")]), facts: [], source: "Kerb", kind: "feed")
        let columns = RowColumns(width: width, timeStyle: .relative)
        let layout = TicketRowLayout(
            appearance: Appearance(theme: .plain), columns: columns, density: .regular,
            keys: ShownKeys(labels: [.toggleWarning: "w", .open: "o"]))
        let titles = layout.headline(of: row).lines.map(\.left)
        #expect(titles.count == 2 && Set(titles.map(\.width)).count == 1)
        #expect(titles.allSatisfy { $0.width <= columns.measure })
        let text = layout.body(of: row, base: .text, room: columns.measure, maximumLines: 1)
        #expect(width < 200 || titles[0].width == text[0].left.width)
    }

    @Test("The name of the rule that highlights is beside its sign where it fits, and gives way to the title")
    func highlightingRule() {
        func first(title: String, width: Int) -> String {
            let key = OrderKey(time: AppFixture.now, nativeOrder: 0, id: TicketID(supplier: "feed:a", item: "1"))
            let row = TicketRow(
                key: key, shownTime: key.time, time: RowTime(text: "", brief: ""), marks: Marks(), reactions: [],
                topics: [],
                emphasis: .highlighted("grids"), badges: [], title: title, excerpt: StyledText(), facts: [],
                source: "Kerb", kind: "feed")
            let headline = TicketHeadline(
                appearance: Appearance(theme: .plain), columns: RowColumns(width: width, timeStyle: .relative),
                density: .regular, row: row)
            return headline.lines[0].right.text
        }
        #expect(first(title: "Lap", width: 60).contains("✦ grids"))
        let long = first(title: String(repeating: "lap ", count: 11), width: 60)
        #expect(long.contains("✦") && !long.contains("grids"))
    }

    @Test(
        "A title that is cut ends in an ellipsis at every width",
        arguments: Density.allCases,
        [
            String(repeating: "word ", count: 200), String(repeating: "x", count: 1000),
            String(repeating: "字", count: 500),
        ])
    func ellipsis(density: Density, title: String) {
        let key = OrderKey(time: AppFixture.now, nativeOrder: 0, id: TicketID(supplier: "feed:a", item: "1"))
        let row = TicketRow(
            key: key, shownTime: key.time, time: RowTime(text: "", brief: ""), marks: Marks(), reactions: [],
            topics: [],
            emphasis: .plain, badges: [], title: title, excerpt: StyledText(), facts: [], source: "Kerb", kind: "feed")
        for width in 10...240 {
            let layout = TicketRowLayout(
                appearance: Appearance(theme: .plain), columns: RowColumns(width: width, timeStyle: .relative),
                density: density, keys: ShownKeys(labels: [.toggleWarning: "w", .open: "o"]))
            let lines = layout.lines(of: row).lines.map(\.left.text)
            #expect(lines.last?.hasSuffix("…") == true, "at \(width): \(lines)")
        }
    }
}
