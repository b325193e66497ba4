import Coordinators
import EngineTestSupport
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModels

@testable import TerminalUI

/// The keys that work on every screen.
@Suite("Keys that work on every screen")
struct EverywhereTests {
    nonisolated private static let screens: [(keys: String, screen: ScreenName)] = [
        ("", .timeline), ("j enter", .ticket), ("j enter u", .links), ("?", .help), ("!", .messages),
        ("E", .sources), (",", .settings), (", d", .developer), (", c", .credits),
    ]

    @Test("The general keys work on every screen with key commands, and Escape leads back", arguments: 0..<9)
    func everywhere(index: Int) async throws {
        let (keys, screen) = Self.screens[index]
        let fixture = try AppFixture(width: 100, height: 24)
        fixture.track.commit(Scene.tickets, gaps: [], visibleRanges: Scene.visibleRanges)
        await fixture.start()
        try await fixture.press(keys)
        let flow = try #require(fixture.app.coordinator?.timeline)
        #expect(flow.screen == screen)
        let doors: [(key: String, screen: ScreenName)] = [
            (":", .command), (",", .settings), ("E", .sources), ("!", .messages), ("?", .help),
        ]
        for door in doors where door.screen != screen {
            try await fixture.press(door.key)
            #expect(flow.screen == door.screen, "\(door.key) on \(screen)")
            try await fixture.press("escape")
            #expect(flow.screen == screen, "back from \(door.screen) to \(screen)")
        }
        try await fixture.end()
    }

    @Test("A message appears above the completion list and the search keys, never over them")
    func messageAndPrompt() async throws {
        let fixture = try AppFixture()
        fixture.track.commit(Scene.tickets, gaps: [], visibleRanges: Scene.visibleRanges)
        await fixture.start()
        fixture.session.messages.failure("Kerb Notes: nobody answers.")
        try await fixture.press(":")
        await fixture.type("the")
        #expect(fixture.terminal.text.contains("theme NAME"))
        #expect(fixture.terminal.text.contains("thread "))
        #expect(fixture.terminal.text.contains("Kerb Notes: nobody answers."))
        try await fixture.press("escape /")
        #expect(fixture.terminal.text.contains("^S save as topic"))
        #expect(fixture.terminal.text.contains("Kerb Notes: nobody answers."))
        try await fixture.end()
    }
}
