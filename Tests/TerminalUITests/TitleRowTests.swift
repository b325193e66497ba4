import EngineConcepts
import TerminalKit
import Testing

@testable import TerminalUI
@testable import ViewModels

@Suite("Titles of rows")
struct TitleRowTests {
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
            key: key, shownTime: key.time, time: "", briefTime: "", marks: Marks(), reactions: [], topics: [],
            emphasis: .plain, badges: [], title: title, excerpt: StyledText(), facts: [], source: "Kerb", kind: "feed")
        for width in 10...240 {
            let layout = TicketRowLayout(
                appearance: RenderStyle(theme: .plain), columns: TimelineColumns(width: width, timeStyle: .relative),
                density: density, warningKey: "w", openKey: "o")
            let lines = layout.lines(of: row).lines.map(\.left.text)
            #expect(lines.last?.hasSuffix("…") == true, "at \(width): \(lines)")
        }
    }
}
