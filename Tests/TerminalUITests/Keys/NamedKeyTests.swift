import EngineTestSupport
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModels

@testable import TerminalUI

@Suite("Keys that messages name")
struct NamedKeyTests {
    private func keymap(_ changes: (context: String, keys: String, command: String?)...) throws -> Keymap {
        let changes = changes.map { KeyChange(context: $0.context, keys: $0.keys, command: $0.command) }
        return try CommandTable.standard.keymap(changes: changes) { _, error in Issue.record(error) }
    }

    private func markAllRead(_ keymap: Keymap) async throws -> String? {
        let fixture = try AppFixture(keymap: keymap)
        await fixture.startWithScene()
        try await fixture.press("A A")
        let text = fixture.session.messages.history.last?.text
        try await fixture.end()
        return text
    }

    @Test("A message names the key that the user gave to its command, and without a key the command")
    func message() async throws {
        #expect(try await markAllRead(try keymap()) == "6 items marked as read · U undoes")
        let changed = try keymap(("current-ticket", "Z", "undo"), ("current-ticket", "U", nil))
        #expect(try await markAllRead(changed) == "6 items marked as read · Z undoes")
        let without = try keymap(("current-ticket", "U", nil))
        #expect(try await markAllRead(without) == "6 items marked as read · :undo undoes")
    }

    @Test("What an empty timeline advises follows a change of the keys at once")
    func advice() async throws {
        let fixture = try AppFixture()
        await fixture.start()
        #expect(fixture.terminal.text.contains("r refreshes, a adds a page"), "\(fixture.terminal.text)")
        fixture.app.apply(AppChoices(keymap: try keymap(("timeline", "r", "add"), ("timeline", "a", nil))))
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains(":refresh refreshes, r adds a page"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The search names the keys that move between its results")
    func search() async throws {
        let map = try keymap(("timeline-matches", "+", "next-match"), ("timeline-matches", "n", nil))
        let fixture = try AppFixture(keymap: map)
        await fixture.startWithScene()
        try await fixture.press("/")
        #expect(fixture.terminal.text.contains("go there, then + N"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A key is that of the topmost screen with the command, or of the context that the message names")
    func contexts() throws {
        let map = try keymap(
            ("sources", "Z", "undo"), ("sources", "U", nil), ("drafts", "U", nil), ("timeline", "F", "refresh"),
            ("timeline", "r", nil))
        func keys(_ screens: KeyContext...) -> ScreenKeys {
            ScreenKeys(keymap: map, glyphs: .unicode, screens: screens.map(\.screenContexts))
        }
        #expect(keys(.timeline).label(of: "undo", in: nil) == "U")
        #expect(keys(.sources, .timeline).label(of: "undo", in: nil) == "Z")
        // Of the help, the command is that of the screen below.
        #expect(keys(.help, .sources, .timeline).label(of: "undo", in: nil) == "Z")
        #expect(keys(.drafts, .timeline).label(of: "undo", in: nil) == nil)
        #expect(keys(.sources, .timeline).label(of: "refresh", in: "timeline") == "F")
        #expect(keys(.timeline).label(of: "pause", in: nil) == "p")
        #expect(keys(.timeline).label(of: "drafts", in: nil) == "M-p")
        #expect(keys().label(of: "undo", in: nil) == "U")
    }

    @Test("A key that an inner context gives to another command is not named")
    func covered() throws {
        let map = try keymap(("timeline", "@", "refresh"))
        let keys = ScreenKeys(keymap: map, glyphs: .unicode, screens: [KeyContext.timeline.screenContexts])
        #expect(keys.label(of: "accounts", in: nil) == nil)
        #expect(keys.label(of: "accounts", in: "sources") == "@")
    }
}
