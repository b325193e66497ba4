import EngineConcepts
import FiberConfiguration
import Localization
import TerminalDriverTestSupport
import TerminalKit
import Testing

@testable import TerminalUI
@testable import ViewModels

@Suite("Rows of one line")
struct CompactRowTests {
    @Test("Facts are shown as long as they fit, and only later ones need room for a separator")
    func facts() {
        let key = OrderKey(time: AppFixture.now, nativeOrder: 0, id: TicketID(supplier: "feed:a", item: "1"))
        let row = TicketRow(
            key: key, shownTime: key.time, time: RowTime(text: "", brief: ""), marks: Marks(), reactions: [],
            topics: [],
            emphasis: .plain, badges: [], excerpt: StyledText(),
            facts: ["214 points", "12 votes"].map { FactText(role: .points, text: $0) }, source: "Kerb", kind: "feed")
        let layout = TicketRowLayout(
            appearance: Appearance(theme: .plain), columns: RowColumns(width: 80, timeStyle: .relative),
            density: .regular, keys: ShownKeys(labels: [.toggleWarning: "w", .open: "o"]))
        #expect(layout.footer(of: row).facts(room: 9).text == "")
        #expect(layout.footer(of: row).facts(room: 10).text == "214 points")
        #expect(layout.footer(of: row).facts(room: 20).text == "214 points")
        #expect(layout.footer(of: row).facts(room: 21).text == "214 points   12 votes")
    }

    @Test(
        "The rule that muffles a ticket is in the quotation marks of the language",
        arguments: [(Localizer.english, "“quiet”: "), (.spanish, "«quiet»: ")])
    func muffledRow(localizer: Localizer, name: String) {
        let key = OrderKey(time: AppFixture.now, nativeOrder: 0, id: TicketID(supplier: "feed:a", item: "1"))
        let row = TicketRow(
            key: key, shownTime: key.time, time: RowTime(text: "", brief: ""), marks: Marks(), reactions: [],
            topics: [],
            emphasis: .muffled("quiet"), badges: [], excerpt: StyledText(), facts: [], source: "Kerb", kind: "feed")
        let layout = TicketRowLayout(
            appearance: Appearance(theme: .plain, localizer: localizer),
            columns: RowColumns(width: 80, timeStyle: .relative), density: .regular,
            keys: ShownKeys(labels: [.toggleWarning: "w", .open: "o"]))
        #expect(layout.muffled(row, by: "quiet", room: 60).left.text.contains(name))
    }

    @Test("Titles begin in one column, after a column of sources that is at most a quarter of the screen")
    func table() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        fixture.session.settings.density = .compact
        await fixture.app.idle()
        let lines = fixture.terminal.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        func column(of title: String) -> Int? {
            lines.lazy
                .compactMap { line in
                    line.firstRange(of: title).map { line.distance(from: line.startIndex, to: $0.lowerBound) }
                }
                .first
        }
        let columns = ["Show HN", "Why the kerb", "Noche en Boxes", "Slow Corner"].map(column)
        #expect(Set(columns).count == 1 && columns[0] != nil, "\(lines)")
        #expect(column(of: "Kerb Notes ").map { $0 < 20 } == true)
        try await fixture.end()
    }

    @Test(
        "On a very narrow screen rows have no time, and their text begins in its column", arguments: TimeStyle.allCases)
    func veryNarrow(style: TimeStyle) {
        let columns = RowColumns(width: 20, timeStyle: style)
        #expect(columns.timeWidth == 0 && columns.text == columns.timeStart && columns.textWidth == 16)
        #expect(RowColumns(width: 30, timeStyle: style).timeWidth > 0)
    }

    @Test("The heading of a day is a line of its own above its first row")
    func heading() async throws {
        let fixture = try AppFixture(settings: ["timeline.day-headings": .flag(true)])
        await fixture.startWithScene()
        let lines = fixture.terminal.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let heading = lines.firstIndex { $0.contains("─ Today ─") }
        let first = lines.firstIndex { $0.contains("Pit Wall Live") }
        #expect(heading != nil && first == heading.map { $0 + 1 }, "\(lines)")
        try await fixture.end()
    }
}
