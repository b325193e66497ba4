import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("The app draws what has changed, in any size and with any colours")
struct AppDrawingTests {
    @Test("A selected gap has a single background colour with sixteen colours")
    func selectedGap() async throws {
        let fixture = try AppFixture(capabilities: TerminalCapabilities(depth: .sixteen))
        await fixture.startWithScene()
        try await fixture.press("} }")
        let buffer = try #require(fixture.terminal.frame?.buffer)
        let rows = buffer.bounds.rows.filter { buffer.line($0).hasPrefix("▌") }
        #expect(!rows.isEmpty)
        for y in rows {
            let looks = Set((1..<buffer.size.width - 1).map { buffer[$0, y].style })
            #expect(looks.allSatisfy { $0.attributes.contains(.reverse) && $0.foreground == .terminal })
        }
        try await fixture.end()
    }

    @Test("The cursor's ticket stays visible after resizing to the smallest and the largest screen")
    func resizing() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("j j")
        for (width, height) in [(40, 10), (200, 60), (20, 4), (1, 1), (80, 24)] {
            fixture.terminal.resize(width: width, height: height)
            await fixture.app.idle()
            if width >= 40 { #expect(fixture.terminal.text.contains("Show HN"), "\(width)×\(height)") }
        }
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == "3")
        try await fixture.end()
    }

    @Test("Nothing is drawn when nothing has changed")
    func silence() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("g")
        let frames = fixture.app.loop.framesDrawn
        fixture.track.emit(.progress(FillID(99), FillProgress(answeredCount: 1, requestedCount: 2)))
        for _ in 0..<100 { await Task.yield() }
        await fixture.app.idle()
        #expect(fixture.app.loop.framesDrawn == frames)
        try await fixture.end()
    }

    @Test("A wide terminal shows timeline and ticket side by side")
    func split() async throws {
        let fixture = try AppFixture(width: 160, height: 45)
        await fixture.startWithScene()
        try await fixture.press("j j j j enter")
        let text = fixture.terminal.text
        #expect(text.contains("Strategy Desk"))
        #expect(text.contains("What the data says"))
        // The keys are those of the ticket.
        let hints = try #require(fixture.terminal.lines.last)
        #expect(hints.contains("J next") && !hints.contains("open"), "\(hints)")
        try await fixture.press("q")
        #expect(!fixture.terminal.text.contains("What the data says"))
        #expect(fixture.terminal.lines.last?.contains("⏎ open") == true)
        try await fixture.end()
    }

    @Test("In the full width, an open ticket takes the whole screen, and gives it back", arguments: [160, 200])
    func fullWidth(width: Int) async throws {
        let fixture = try AppFixture(width: width, height: 45)
        func row(_ cells: [String], header: Bool = false) -> StyledText.Block {
            StyledText.Block(kind: .tableRow(header: header), text: cells.joined(separator: "\t"))
        }
        let heads = (1...14).map { "column \($0)" }
        let table = StyledText(blocks: [row(heads, header: true), row((1...14).map { "cell \($0)" })])
        fixture.track.commit(
            [
                Scene.ticket("1", of: "feed:kerb", minutes: 4, TicketBody(title: "Wide", text: .styled(table))),
                Scene.ticket("2", of: "feed:kerb", minutes: 9, TicketBody(title: "The other one")),
            ], gaps: [], visibleRanges: Scene.visibleRanges)
        await fixture.start()
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("The other one"))
        #expect(!fixture.terminal.lines.contains { $0.contains("column 1 ") && $0.contains("column 14") })
        try await fixture.press("W")
        #expect(!fixture.terminal.text.contains("The other one"))
        #expect(fixture.terminal.lines.contains { $0.contains("column 1 ") && $0.contains("column 14") })
        try await fixture.press("W")
        #expect(fixture.terminal.text.contains("The other one"))
        try await fixture.end()
    }

    @Test("A new theme applies at once and is stored", arguments: [ColorDepth.truecolor, .palette, .sixteen, .none])
    func themes(depth: ColorDepth) async throws {
        let fixture = try AppFixture(capabilities: TerminalCapabilities(depth: depth))
        await fixture.startWithScene()
        let before = fixture.terminal.frame
        try await fixture.press(":")
        await fixture.type("theme light\n")
        if depth == .truecolor { #expect(fixture.terminal.frame != before) }
        try await fixture.end()
        let kept = try SettingChoices(text: try #require(fixture.track.settings["settings"]))
        #expect(kept.values == ["appearance.theme": .choice("light")])
    }

    @Test("Hostile titles affect only their own cells")
    func hostile() async throws {
        let fixture = try AppFixture()
        let title = "a\u{1b}[2Jb\u{9b}31m\u{202e}c\u{0}d" + String(repeating: "e\u{301}\u{302}\u{303}", count: 400)
        fixture.track.commit([
            Scene.ticket(
                "1", of: "feed:a", minutes: 1,
                TicketBody(title: title, text: .plain(String(repeating: "x", count: 1_000_000)))),
            Scene.ticket("2", of: "feed:a", minutes: 2, TicketBody(title: "Honest")),
        ])
        await fixture.start()
        try await fixture.press("enter G q j")
        #expect(fixture.terminal.text.contains("Honest"))
        #expect(
            !fixture.terminal.text.unicodeScalars.contains {
                $0.value < 0x20 && $0 != "\n" || (0x7f..<0xa0).contains($0.value)
            })
        try await fixture.end()
    }
}
