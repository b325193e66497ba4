import EngineConcepts
import EngineTestSupport
import Localization
import TerminalDriverTestSupport
import TerminalKit
import Testing

@testable import TerminalUI
@testable import ViewModels

@Suite("The screen of sources")
struct SourceManagerScreenTests {
    /// Draws two sources that failed, with the cursor on the first.
    private func lines(
        width: Int, height: Int = 14, cursor: Int = 0, health: SourceRow.Health = .failed, detail: String,
        coverage: SourceRow.Slot = .missing, unread: Int = 74, glyphs: Glyphs = .unicode,
        localizer: Localizer = .english
    ) -> [String] {
        let rows = ["Kerb Notes", "Pit Wall"]
            .map { name in
                SourceRow(
                    id: SupplierID("feed:\(name)"), name: name, address: name, kind: "feed", unread: unread,
                    topics: "", health: health, last: "failed", next: "in 23 h 59 min", detail: detail,
                    coverage: [SourceRow.Slot](repeating: coverage, count: 84))
            }
        let state = SourceManagerState(rows: rows, cursor: cursor)
        let appearance = Appearance(theme: .plain, glyphs: glyphs, localizer: localizer)
        var buffer = CellBuffer(size: Size(width: width, height: height))
        let lists = ListDrawing(appearance: appearance, hints: [])
        _ = SourceManagerScreen(lists: lists, measures: SourceManagerScreen.Measures(rows))
            .draw(state, input: nil, in: buffer.bounds, of: &buffer)
        return buffer.lines
    }

    private let error =
        "could not connect: the certificate of the server is for another name, which is www.kerb-notes.example, and ended on "
        + "Sunday; next attempt at 12:14"

    @Test(
        "A part that is loaded differs from all by its sign, which is explained", arguments: [Glyphs.unicode, .ascii])
    func coverage(glyphs: Glyphs) {
        func bars(_ slot: SourceRow.Slot) -> String {
            lines(width: 100, height: 24, detail: "", coverage: slot, glyphs: glyphs)
                .first { $0.contains("Pit Wall") }.map { String($0.suffix(14)) } ?? ""
        }
        let signs = [SourceRow.Slot.covered, .partial, .missing].map { bars($0) }
        #expect(Set(signs).count == 3 && signs.allSatisfy { Set($0).count == 1 }, "\(signs)")
        let legend = lines(width: 100, height: 24, detail: "", glyphs: glyphs)[22]
        #expect(
            signs.allSatisfy { legend.contains("\($0.prefix(1)) ") } && legend.contains("partly loaded"), "\(legend)")
    }

    @Test(
        "Numbers of unread items end below their title, apart from the topics, in every language",
        arguments: [Localizer.english, .spanish])
    func unread(localizer: Localizer) throws {
        let lines = lines(width: 80, detail: "", localizer: localizer)
        let title = localizer(.columnUnread)
        func end(of text: String) throws -> Int {
            let line = try #require(lines.first { $0.contains(text) })
            let range = try #require(line.ranges(of: text).first)
            return line[..<range.upperBound].count
        }
        let ends = (try end(of: title), try end(of: "74"))
        #expect(ends.0 == ends.1, "\(lines)")
        #expect(lines.contains { $0.contains("\(title)  ") } && lines.contains { $0.contains("74  ") }, "\(lines)")
    }

    @Test("Large numbers of unread items have their thousands apart")
    func grouped() {
        #expect(lines(width: 80, detail: "", unread: 12_074).contains { $0.contains("12,074  ") })
    }

    @Test("Short names leave their columns to the detail beside them", arguments: [130, 160])
    func details(width: Int) {
        let detail = "not loaded before 11:02"
        let rows = lines(width: width, detail: detail).filter { $0.contains(detail) }
        #expect(rows.count == 2 && rows[0].contains("Kerb Notes  ") && rows[1].contains("Pit Wall"), "\(rows)")
        #expect(rows.allSatisfy { $0.contains("failed") }, "\(rows)")
    }

    @Test("No source moves with the cursor, whose detail is below the list", arguments: [50, 80, 100, 180])
    func steadyRows(width: Int) {
        for health in [SourceRow.Health.well, .failed] {
            let places = [0, 1]
                .map { cursor -> [Int?] in
                    let lines = lines(width: width, cursor: cursor, health: health, detail: error)
                    #expect(lines.contains { $0.contains("12:14") }, "\(lines)")
                    return ["Kerb Notes", "Pit Wall"].map { name in lines.firstIndex { $0.contains(name) } }
                }
            #expect(places[0] == places[1] && !places[0].contains(nil), "\(places)")
        }
    }

    @Test("The time of the next request is never cut", arguments: [80, 94, 99, 100, 101, 120, 200])
    func nextRequest(width: Int) {
        let row = lines(width: width, detail: "").first { $0.contains("Kerb Notes") } ?? ""
        #expect(row.contains("in 23 h 59 min") || !row.contains(" in "), "\(row)")
        #expect(width < 100 || row.contains("in 23 h 59 min"), "\(row)")
    }

    @Test(
        "Without room for all, errors are shown in a line, and that of the selected source also in full below the list",
        arguments: [(50, 12), (180, 14)])
    func fullError(width: Int, height: Int) {
        let lines = lines(width: width, height: height, detail: error)
        // Lines may end after a hyphen.
        let text = lines.joined().filter { $0 != "▌" && $0 != " " }
        #expect(text.contains(error.filter { $0 != " " }), "\(lines)")
        #expect(lines.count { $0.contains("could not connect") } == 3, "\(lines)")
        #expect(lines.count { $0.contains("12:14") } == 1, "\(lines)")
    }

    @Test("Errors are whole below their sources if there is room for all", arguments: [50, 80, 100])
    func wholeErrors(width: Int) {
        let lines = lines(width: width, height: 30, detail: error)
        #expect(lines.count { $0.contains("could not connect") } == 2, "\(lines)")
        #expect(lines.count { $0.contains("12:14") } == 2, "\(lines)")
        #expect(!lines.contains { $0.contains("…") }, "\(lines)")
    }

    @Test("A reason is whole beside its source where a shorter coverage leaves room", arguments: [135, 140, 160])
    func reasons(width: Int) {
        let reason = "not loaded before Fri 13 Nov, 11:54"
        let lines = lines(width: width, height: 24, health: .well, detail: reason)
        #expect(lines.count { $0.contains("┄   \(reason)") } == 2, "\(lines)")
    }

    @Test("The hint of the key that pauses says that it resumes a paused source")
    func resuming() async throws {
        let fixture = try AppFixture(width: 160)
        var status = SupplierStatus(
            id: "feed:a", name: "Kerb Notes", kind: "feed", requests: RequestHistory(.healthy))
        status.hasCrashed = true
        fixture.track.setSuppliers([status])
        await fixture.start()
        try await fixture.press("E")
        let hints = fixture.terminal.lines.last ?? ""
        #expect(hints.contains("p resume") && !hints.contains("p pause"), "\(hints)")
        try await fixture.end()
    }

    @Test("Every source is seen when the list is read page by page")
    func pages() async throws {
        let fixture = try AppFixture()
        let names = (101...170).map { "Source \($0)" }
        fixture.track.setSuppliers(
            names.map { name in
                SupplierStatus(
                    id: SupplierID("feed:\(name)"), name: name, kind: "feed", requests: RequestHistory(.healthy))
            })
        await fixture.start()
        try await fixture.press("E")
        var seen: Set<String> = []
        for _ in 0..<10 {
            seen.formUnion(names.filter { fixture.line(with: $0) != nil })
            try await fixture.press("pagedown")
        }
        #expect(seen.count == names.count)
        try await fixture.end()
    }

    @Test("Sources that cannot be changed are listed without the keys that change them or undo that")
    func fixedSources() async throws {
        let fixture = try AppFixture(width: 160, fixedReason: .verbatim("They are fixed."))
        await fixture.startWithScene()
        try await fixture.press("E")
        let hints = fixture.terminal.lines.last ?? ""
        #expect(hints.contains("r refresh") && !hints.contains("pause") && !hints.contains("undo"), "\(hints)")
        try await fixture.end()
    }
}
