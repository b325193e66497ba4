import EngineConcepts
import TerminalKit
import Testing

@testable import TerminalUI
@testable import ViewModels

@Suite("Rows of gaps")
struct GapRowTests {
    private func line(_ width: Int, _ sizes: [String]) throws -> String {
        let gap = Gap(
            timeframe: try #require(Timeframe(from: Timestamp(seconds: 600), downTo: Timestamp(seconds: 0))),
            kind: .partial, missing: [.init(supplier: "feed:a", cause: .notAsked)])
        let row = GapRow(
            gap: gap, parts: [gap], size: sizes[0], briefSizes: Array(sizes.dropFirst()), suppliers: "A",
            activity: .idle(offer: "try again"))
        let layout = GapRowLayout(
            appearance: Appearance(theme: .plain), columns: TimelineColumns(width: width, timeStyle: .relative),
            density: .regular, keys: ShownKeys(labels: [.open: "⏎"]))
        let lines = try #require(layout.lines(of: row).lines.first)
        #expect(lines.left.width + lines.right.width <= width, "\(width)")
        return lines.left.text + lines.right.text
    }

    @Test("Names, then the words of the offer, give way to the time, which is never cut", arguments: 40...140)
    func times(width: Int) throws {
        let sizes = [
            "Don't Hit Save, research!rsc and 33 more not loaded 17:57–09:02",
            "Don't Hit Save and 34 more not loaded 17:57–09:02",
            "35 sources not loaded 17:57–09:02",
        ]
        let line = try line(width, sizes)
        #expect(line.contains("17:57–09:02") && line.contains("⏎"), "\(line)")
        #expect(width < 120 || line.contains("33 more"), "\(line)")
    }
}
