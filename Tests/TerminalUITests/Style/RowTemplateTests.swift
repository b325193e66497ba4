import EngineTestSupport
import FiberConfiguration
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Row templates")
struct RowTemplateTests {
    private func screen(_ density: Density, _ template: [String], keys: String) async throws -> [String] {
        let fixture = try AppFixture(
            capabilities: .init(depth: .none), rowTemplates: [density: try RowTemplate(template)])
        await fixture.startWithScene()
        try await fixture.press(keys)
        let lines = fixture.terminal.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        try await fixture.end()
        return lines
    }

    @Test("Fields of a template have their width, and those after {>} are aligned to the right")
    func columns() async throws {
        let lines = try await screen(.compact, ["{kind} {author:8}│ {text}{>}{marks}{counts:>12}"], keys: "d d")
        #expect(
            lines[2...4] == [
                "▌●     4m ⬢ Pit Wal…│ Box, box. Car 16 out in P4 on hards, nine …  ↻ 128   ★ 2…",
                " ●    11m ⬢ Strateg…│ The undercut is worth 1.8 s a lap right no…",
                " ●    23m ▲         │                                              214 points …",
            ])
    }

    @Test("A text that is wider than its line ends in an ellipsis")
    func wideText() async throws {
        let lines = try await screen(.compact, ["{text}"], keys: "d d")
        #expect(lines[2] == "▌●     4m Box, box. Car 16 out in P4 on hards, nine seconds behind @car14. Two…")
    }

    @Test("Lines whose fields are all empty are left out, and the text has its maximum number of lines")
    func lines() async throws {
        let lines = try await screen(.regular, ["{via}", "{title}{>}{source}", "{text*1}", "→ {link} {{}}"], keys: "")
        #expect(
            lines[2...9] == [
                "▌●     4m Pit Wall Live                                                mastodon",
                "▌         Box, box. Car 16 out in P4 on hards, nine seconds behind @car14. Two…",
                "▌         → racenotes.example/strategy-call {}",
                "",
                " ●    11m ↻ boosted by Lap Chart",
                "          Strategy Desk                                                mastodon",
                "          The undercut is worth 1.8 s a lap right now. Watch lap 31.",
                "",
            ])
    }

    @Test(
        "An error in a template is reported with line, column and the valid choices",
        arguments: [
            (["{title}", "  {titel}"], 2, 3, "There is no field {titel}"),
            (["{title"], 1, 1, "is not closed"), (["a } b"], 1, 3, "closes nothing"),
            (["{source:0}"], 1, 1, "from 1 to 200"), (["{source:x}"], 1, 1, "from 1 to 200"),
            (["{text*99}"], 1, 1, "from 1 to 20"), (["{>}{>}"], 1, 4, "only one right end"),
            (["x {text*2}"], 1, 11, "alone in its line"), (["{text*2} x"], 1, 9, "alone in its line"),
        ])
    func mistakes(lines: [String], line: Int, column: Int, words: String) {
        #expect {
            _ = try RowTemplate(lines)
        } throws: { error in
            guard let error = error as? RowTemplateError else { return false }
            return error.line == line && error.column == column && error.failure.english.contains(words)
        }
    }

    @Test("The value of a setting is read as a template only if the setting holds one")
    func settings() throws {
        let compact = try #require(Setting.named("rows.compact"))
        #expect(RowTemplate.error(in: .words(["{title}", "{titel}"]), of: compact)?.line == 2)
        #expect(RowTemplate.error(in: .words(["{title}"]), of: compact) == nil)
        #expect(RowTemplate.error(in: .words([]), of: compact) == nil)
        let other = try #require(Setting.all.first { $0.kind == .words && $0.table != "rows" })
        #expect(RowTemplate.error(in: .words(["{titel}"]), of: other) == nil)
    }
}
