import Coordinators
import EngineTestSupport
import FiberConfiguration
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModels

@testable import TerminalUI

@Suite("Changes of the user's files while the program runs")
struct ChoicesTests {
    private func keymap(_ changes: [KeyChange]) throws -> Keymap {
        try CommandTable.standard.keymap(changes: changes) { _, error in Issue.record(error) }
    }

    @Test("New keys apply at once to commands, hints and the open help, and the old keys do nothing")
    func keys() async throws {
        let fixture = try AppFixture(width: 100, height: 40)
        await fixture.startWithScene()
        let cursor = fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id
        try await fixture.press("?")
        let map = try keymap([
            KeyChange(context: "timeline", keys: "T", command: "down"),
            KeyChange(context: "timeline", keys: "j", command: nil),
            KeyChange(context: "everywhere", keys: "?", command: nil),
            KeyChange(context: "everywhere", keys: "H", command: "help"),
        ])
        fixture.app.apply(AppChoices(keymap: map))
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains(" T"), "\(fixture.terminal.text)")
        try await fixture.press("q")
        #expect(fixture.terminal.text.contains("H help"), "\(fixture.terminal.text)")
        try await fixture.press("j")
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id == cursor)
        try await fixture.press("T")
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id != cursor)
        try await fixture.end()
    }

    @Test("The user's key for the search or a new source works on screens that have no key for it")
    func keysElsewhere() async throws {
        let map = try keymap([
            KeyChange(context: "everywhere", keys: "ctrl-n", command: "search"),
            KeyChange(context: "everywhere", keys: "ctrl-p", command: "add"),
        ])
        let fixture = try AppFixture(keymap: map)
        await fixture.startWithScene()
        try await fixture.press("enter ctrl-n")
        #expect(fixture.app.coordinator?.timeline?.screen == .search)
        try await fixture.press("escape ctrl-p")
        #expect(fixture.app.coordinator?.timeline?.screen == .sources)
        try await fixture.end()
    }

    @Test("A new theme in the settings file and a changed theme file are drawn at once")
    func theme() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        let dark = fixture.terminal.frame
        fixture.session.settings.apply(.standard.with(["appearance.theme": .choice("light")]))
        await fixture.app.idle()
        let light = fixture.terminal.frame
        #expect(light != dark)
        let changed = Theme.all([ThemeDefinition(name: "light", inherits: "sepia")]) { Issue.record($0) }
        fixture.app.apply(AppChoices(keymap: try keymap([]), themes: changed))
        await fixture.app.idle()
        #expect(fixture.terminal.frame != light && fixture.terminal.frame != dark)
        try await fixture.end()
    }

    @Test("New density, time format and row templates apply at once, and the ticket under the cursor stays")
    func rows() async throws {
        let fixture = try AppFixture(width: 100, height: 40)
        await fixture.startWithScene()
        try await fixture.press("j j j")
        let timeline = try #require(fixture.app.coordinator?.timeline?.timeline)
        let current = timeline.state.current?.ticket?.id
        fixture.session.settings.apply(
            .standard.with(["appearance.density": .choice("compact"), "appearance.times": .choice("exact")]))
        await fixture.app.idle()
        #expect(timeline.state.density == .compact && timeline.state.timeStyle == .exact)
        #expect(timeline.state.current?.ticket?.id == current)
        fixture.app.apply(
            AppChoices(
                keymap: try keymap([]), rowTemplates: [.compact: try RowTemplate(["<{source}>", "<{author}>"])]))
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("<Pit Wall"), "\(fixture.terminal.text)")
        #expect(timeline.state.current?.ticket?.id == current)
        try await fixture.end()
    }

    @Test("The refresh interval can be set on the screen even if the file has an unusual value")
    func interval() async throws {
        let fixture = try AppFixture(width: 100, height: 40)
        await fixture.startWithScene()
        let settings = fixture.session.settings
        settings.apply(settings.file.with(["timeline.refresh-minutes": .number(7)]))
        try await fixture.press(", j j j j j j j j j j j j j j j j j")
        #expect(fixture.terminal.text.contains("7 min"), "\(fixture.terminal.text)")
        try await fixture.press("l")
        #expect(settings.refreshMinutes == 15)
        try await fixture.press("h h")
        #expect(settings.refreshMinutes == 5)
        try await fixture.press("h")
        #expect(settings.refreshMinutes == 0)
        try await fixture.end()
    }

    @Test("Settings that a changed file does not mention keep the choice made on the screen")
    func chosen() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("d")
        let timeline = try #require(fixture.app.coordinator?.timeline?.timeline)
        #expect(timeline.state.density == .roomy)
        fixture.session.settings.apply(fixture.session.settings.file.with(["appearance.times": .choice("exact")]))
        await fixture.app.idle()
        #expect(timeline.state.density == .roomy && timeline.state.timeStyle == .exact)
        try await fixture.end()
    }
}
