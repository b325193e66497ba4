import Coordinators
import EngineConcepts
import FoundationBasics
import Localization
import TerminalKit
import Testing
import ViewModels

@testable import TerminalUI

/// The toy command of docs/guides/adding-a-command.md, which is one row.
@Suite("The guide to adding a command")
struct AddingACommandTests {
    private static let table = CommandTable(CommandTable.standard.groups + [TimelineController.toyCommands])

    private func fixture(keymap: Keymap? = nil) async throws -> AppFixture {
        let fixture = try AppFixture(commands: Self.table, keymap: keymap)
        await fixture.startWithScene()
        return fixture
    }

    private func current(of fixture: AppFixture) -> String? {
        fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item
    }

    @Test("The guide's command is performed by its key, with a count")
    func key() async throws {
        let fixture = try await fixture()
        try await fixture.press("alt-j")
        #expect(current(of: fixture) == "3")
        try await fixture.press("g alt-1 alt-j")
        #expect(current(of: fixture) == "3")
        try await fixture.end()
    }

    @Test("The guide's command can be typed, on other screens as well")
    func typed() async throws {
        let fixture = try await fixture()
        try await fixture.press(", :")
        await fixture.type("leap\n")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        #expect(current(of: fixture) == "3")
        try await fixture.end()
    }

    @Test("The help and the hints list the guide's command")
    func listed() async throws {
        let fixture = try await fixture()
        let texts = fixture.app.ui.texts
        #expect(texts.help(first: [.timeline])[0].entries.contains { $0.command == "leap" })
        #expect(texts.hints(in: [.timeline]).contains { $0.text == "command.leap.hint" })
        try await fixture.end()
    }

    @Test("The user can give the guide's command another key")
    func changed() async throws {
        let keymap = try Self.table.keymap(
            changes: [KeyChange(context: "timeline", keys: "ctrl-n", command: "leap")]
        ) { Issue.record("\($0): \($1)") }
        let fixture = try await fixture(keymap: keymap)
        try await fixture.press("ctrl-n")
        #expect(current(of: fixture) == "3")
        try await fixture.end()
    }

    @Test("Texts that the guide's command lacks are found")
    func texts() {
        for localizer in Localizer.all {
            #expect(Self.table.missingTexts(in: localizer) == ["command.leap.help", "command.leap.hint"])
        }
    }

    @Test("The guide shows the file of its command as it is")
    func guide() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let code = try String(contentsOf: here.appending(path: "ToyCommand.swift"), encoding: .utf8)
        let guide = here.appending(path: "../../../docs/guides/adding-a-command.md")
        let blocks = try String(contentsOf: guide, encoding: .utf8).split(separator: "```swift\n").dropFirst()
        #expect(blocks.map { String($0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex)) } == [code])
    }
}
