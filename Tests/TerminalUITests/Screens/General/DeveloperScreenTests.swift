import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import TerminalDriver
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalUI

@Suite("The developer section, the credits and the history of messages")
struct DeveloperScreenTests {
    private func fixture(_ width: Int, _ height: Int) async throws -> AppFixture {
        let fixture = try AppFixture(
            width: width, height: height, diagnostics: FakeDiagnostics.example(at: AppFixture.now))
        fixture.setScene()
        fixture.track.setStatistics(.example(since: AppFixture.now.advanced(by: .seconds(-3600))))
        await fixture.start()
        return fixture
    }

    @Test("The developer section shows the log and filters it by level and by words")
    func log() async throws {
        let fixture = try await fixture(96, 12)
        try await fixture.press(", d v v")
        #expect(fixture.terminal.text.contains("2 of 5 lines"))
        #expect(fixture.terminal.text.contains("disk full"))
        #expect(!fixture.terminal.text.contains("program.launch"))
        try await fixture.press("/")
        await fixture.type("503")
        #expect(fixture.terminal.text.contains("host=paddock.example"))
        #expect(!fixture.terminal.text.contains("disk full"))
        try await fixture.press("escape q q")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.end()
    }

    @Test("A find that was kept is lifted by Esc, and only then does Esc leave the screen")
    func liftedFind() async throws {
        let fixture = try await fixture(96, 12)
        try await fixture.press(", d /")
        await fixture.type("nowhere\n")
        #expect(fixture.terminal.text.contains("No entry contains “nowhere”."))
        try await fixture.press("escape")
        #expect(fixture.app.coordinator?.timeline?.screen == .developer)
        #expect(fixture.terminal.text.contains("program.launch"))
        try await fixture.press("escape ? /")
        await fixture.type("star\n")
        try await fixture.press("escape")
        #expect(fixture.app.coordinator?.timeline?.screen == .help)
        try await fixture.press("escape")
        #expect(fixture.app.coordinator?.timeline?.screen == .settings)
        try await fixture.end()
    }

    @Test("The log's filter is neither in the title of another page nor lifted by Esc there")
    func filterOfLog() async throws {
        let fixture = try await fixture(96, 12)
        try await fixture.press(", d /")
        await fixture.type("503\n")
        #expect(fixture.terminal.lines[0].contains("503"))
        try await fixture.press("tab")
        #expect(!fixture.terminal.lines[0].contains("503"), "\(fixture.terminal.text)")
        try await fixture.press("shift-tab")
        #expect(fixture.terminal.lines[0].contains("503"))
        try await fixture.press("tab escape")
        #expect(fixture.app.coordinator?.timeline?.screen == .settings)
        try await fixture.end()
    }

    @Test("A slash finds a setting, and Esc shows all of them again before it leaves the screen")
    func foundSetting() async throws {
        let fixture = try await fixture(96, 24)
        try await fixture.press(", /")
        await fixture.type("reading-width")
        #expect(fixture.terminal.lines.last?.hasPrefix(" / reading-width") == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("78") && !fixture.terminal.text.contains("Density"))
        await fixture.type("\n")
        try await fixture.press("right")
        #expect(fixture.session.settings.current.number("appearance.reading-width") == 90)
        try await fixture.press("escape")
        #expect(fixture.app.coordinator?.timeline?.screen == .settings)
        #expect(fixture.terminal.text.contains("Density"), "\(fixture.terminal.text)")
        try await fixture.press("/")
        await fixture.type("no such setting")
        #expect(fixture.terminal.text.contains("No setting matches “no such setting”."))
        await fixture.type("\n")
        let hints = fixture.terminal.lines.last ?? ""
        #expect(hints.contains("/ find") && !hints.contains("change") && !hints.contains("reset"), "\(hints)")
        try await fixture.press("escape escape")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.end()
    }

    @Test("Log entries can be read completely, even on the smallest screen")
    func wholeLines() async throws {
        let fixture = try await fixture(40, 10)
        try await fixture.press(", d /")
        await fixture.type("503\n")
        let isCut = fixture.terminal.text.contains("…")
        #expect(isCut, "\(fixture.terminal.text)")
        try await fixture.press("enter")
        let words = fixture.terminal.lines.dropFirst(2).joined(separator: " ")
        #expect(words.contains("host=paddock.example") && words.contains("503"), "\(fixture.terminal.text)")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("…"))
        try await fixture.end()
    }

    @Test("Wrapped log entries take the colours of another theme")
    func wrappedColors() async throws {
        let fixture = try await fixture(80, 24)
        try await fixture.press(", d enter")
        let former = try #require(fixture.terminal.frame).buffer
        fixture.session.settings.choose(theme: "light")
        await fixture.app.idle()
        let changed = try #require(fixture.terminal.frame).buffer
        #expect(changed != former)
        try await fixture.press("q d enter")
        #expect(fixture.terminal.frame?.buffer == changed)
        try await fixture.end()
    }

    @Test("The history can be scrolled to its end after messages came while it is open")
    func laterMessages() async throws {
        let fixture = try await fixture(80, 24)
        for number in 1...40 { fixture.session.messages.show("message \(number).") }
        try await fixture.press("!")
        for number in 41...60 { fixture.session.messages.show("message \(number).") }
        try await fixture.press("G")
        #expect(fixture.line(with: " message 1.") != nil, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Only the page of the log names the key that wraps its entries")
    func hints() async throws {
        let fixture = try await fixture(120, 12)
        try await fixture.press(", d")
        #expect(fixture.terminal.lines.last?.contains("⏎ whole") == true, "\(fixture.terminal.text)")
        for _ in 1...3 {
            try await fixture.press("tab")
            let hints = fixture.terminal.lines.last ?? ""
            #expect(hints.contains("Tab page") && !hints.contains("whole"), "\(hints)")
        }
        try await fixture.end()
    }

    @Test("Numbers of the developer section are whole or left out", arguments: [40, 60, 80])
    func wholeNumbers(width: Int) async throws {
        let fixture = try await fixture(width, 10)
        try await fixture.press(", d tab tab")
        let rows = fixture.terminal.lines.filter { $0.contains(" All ") || $0.contains(" Kerb Notes ") }
        #expect(rows.count == 2, "\(fixture.terminal.text)")
        for row in rows { #expect(row.contains(" ms") && !row.contains("…"), "\(row)") }
        try await fixture.press("tab")
        for number in ["1.2 ms", "4.4 ms", "12.0 ms"] {
            #expect(fixture.terminal.text.contains(number), "\(fixture.terminal.text)")
        }
        #expect(["P50", "P99", "worst"].allSatisfy(fixture.terminal.text.contains), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The developer section and the problem report can be opened by command from any screen")
    func commands() async throws {
        let fixture = try await fixture(90, 20)
        try await fixture.press(":")
        await fixture.type("report-problem")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("/reports/one.txt"))
        try await fixture.press(":")
        await fixture.type("developer")
        try await fixture.press("enter tab")
        #expect(fixture.app.coordinator?.timeline?.screen == .developer)
        #expect(fixture.terminal.text.contains("12,345"))
        try await fixture.end()
    }

    @Test("The bar shows performance figures when they are turned on")
    func performance() async throws {
        let fixture = try await fixture(140, 12)
        #expect(!fixture.terminal.text.contains("48 MB"))
        try await fixture.press(":")
        await fixture.type("performance")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("48 MB  6 items"))
        try await fixture.end()
    }

    @Test("The credits name each project and its licence")
    func credits() async throws {
        let fixture = try await fixture(80, 14)
        try await fixture.press(", c G")
        #expect(fixture.terminal.text.contains("zlib"))
        #expect(fixture.terminal.text.contains("Zlib"))
        try await fixture.end()
    }
}
