import EngineConcepts
import EngineTestSupport
import Localization
import TerminalDriver
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalUI

@Suite("Notes on authors on the screens")
struct NoteScreenTests {
    private func fixture(
        width: Int = 120, height: Int = 40, localizer: Localizer = .english,
        rowTemplates: [Density: RowTemplate] = [:], write: ((String) -> Void)? = nil
    ) async throws -> AppFixture {
        let notes = FakeNotes()
        for (index, list) in [(0, "drivers"), (0, "press"), (3, "press")] {
            guard let author = Scene.tickets[index].shownAuthor else { continue }
            notes.set(
                AuthorNote(text: list == "press" ? "on the pit wall since 2019" : "ex-driver", label: list), of: list,
                on: author, in: Scene.tickets[index].supplier)
        }
        let fixture = try AppFixture(
            width: width, height: height, localizer: localizer, rowTemplates: rowTemplates, outlines: Scene.thread,
            notes: notes, write: write)
        await fixture.startWithScene()
        return fixture
    }

    @Test("Alt-n asks for a note on the author, which then is beside the name, before everything else")
    func prompt() async throws {
        let fixture = try await fixture()
        #expect(fixture.line(with: "Pit Wall Live ✓  @pitwall  ✎ drivers: ex-driver · press: on the pit") != nil)
        try await fixture.press("alt-n")
        #expect(fixture.line(with: "Note on Pit Wall Live:") != nil)
        #expect(fixture.line(with: "✎ drivers: ex-driver  #drivers") != nil)
        #expect(fixture.line(with: "Empty removes the note.") != nil)
        await fixture.type("calm #team")
        try await fixture.press("enter")
        #expect(fixture.line(with: "Pit Wall Live ✓  @pitwall  ✎ calm · drivers: ex-driver · press") != nil)
        #expect(fixture.terminal.text.contains("Note on Pit Wall Live written."))
        try await fixture.press("alt-n")
        #expect(fixture.line(with: "Note on Pit Wall Live: calm #team") != nil)
        try await fixture.press("ctrl-u enter")
        #expect(fixture.line(with: "calm") == nil && fixture.line(with: "✎ drivers: ex-driver") != nil)
        try await fixture.press("U")
        #expect(fixture.line(with: "✎ calm · drivers") != nil)
        try await fixture.press("alt-n")
        await fixture.type("not this")
        try await fixture.press("escape")
        #expect(fixture.line(with: "not this") == nil && fixture.line(with: "✎ calm · drivers") != nil)
        try await fixture.end()
    }

    @Test("What can be typed is whole on narrow screens", arguments: ["alt-n", "alt-i"])
    func narrow(key: String) async throws {
        let fixture = try await fixture(width: 40, height: 16)
        try await fixture.press(key)
        let shown = fixture.terminal.lines.joined().filter { $0 != " " }
        let name: MessageKey = key == "alt-n" ? .noteHint : .personHint
        let hint = Localizer.english(name).filter { $0 != " " }
        #expect(shown.contains(hint), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Keys and pasted text that come before the present note is read are added to it, in their order")
    func early() async throws {
        let fixture = try await fixture()
        try await fixture.press("alt-n")
        await fixture.type("calm\n")
        try fixture.terminal.press("alt-n")
        fixture.terminal.type(" and")
        fixture.terminal.send(.paste(" right"))
        fixture.terminal.type(" again")
        await fixture.app.idle()
        #expect(fixture.line(with: "Note on Pit Wall Live: calm and right again") != nil, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Esc closes the prompt before the present note is read, with what was typed for it")
    func earlyEscape() async throws {
        let fixture = try await fixture()
        let calls = fixture.track.calls
        try fixture.terminal.press("alt-n")
        fixture.terminal.type("lQ")
        try fixture.terminal.press("escape")
        await fixture.app.idle()
        #expect(fixture.app.stack.top is TimelineController, "\(fixture.terminal.text)")
        #expect(fixture.terminal.isStarted && fixture.track.calls == calls)
        try await fixture.end()
    }

    @Test("A note is typed on the command line too, which completes known labels")
    func typed() async throws {
        let fixture = try await fixture()
        try await fixture.press(":")
        await fixture.type("note #dri")
        #expect(fixture.line(with: "#drivers") != nil)
        try await fixture.press("tab enter")
        #expect(fixture.line(with: "✎ #drivers · drivers: ex-driver") != nil)
        try await fixture.press(":")
        await fixture.type("note")
        try await fixture.press("enter")
        #expect(fixture.line(with: "Note on Pit Wall Live:") != nil)
        try await fixture.press("escape")
        try await fixture.end()
    }

    @Test("A screen of 80 columns drops the handle for a note, and a narrow one shows only the user's own")
    func narrow() async throws {
        let fixture = try await fixture(width: 80)
        #expect(fixture.line(with: "Pit Wall Live ✓  ✎ drivers: ex-driver") != nil)
        try await fixture.end()
        let narrow = try await self.fixture(width: 60)
        #expect(narrow.line(with: "Pit Wall Live ✓  @pitwall") != nil && narrow.line(with: "ex-driver") == nil)
        try await narrow.press(":")
        await narrow.type("note calm and right about tyres, mostly")
        try await narrow.press("enter")
        #expect(narrow.line(with: "Pit Wall Live ✓  ✎ calm") != nil)
        for line in narrow.terminal.lines { #expect(TextWidth.width(of: line) <= 60) }
        try await narrow.end()
    }

    @Test("Below a title, the note is with the author's name among the counts")
    func article() async throws {
        let fixture = try await fixture()
        #expect(fixture.line(with: "Kerb Notes  ✎ press: on the pit wall since 2019") != nil)
        try await fixture.end()
    }

    @Test("Every density and a template of the user's own have the notes")
    func densities() async throws {
        let fixture = try await fixture()
        try await fixture.press("d")
        #expect(fixture.line(with: "✎ drivers: ex-driver") != nil)
        try await fixture.press("d")
        #expect(fixture.line(with: "✎ drivers: ex-driver") != nil)
        try await fixture.end()
        let template = try RowTemplate(["{author} <{note}>"])
        let own = try await self.fixture(rowTemplates: [.regular: template])
        #expect(own.line(with: "Pit Wall Live <✎ drivers: ex-driver · press: on the pit wall since 2019>") != nil)
        try await own.end()
    }

    @Test("The opened ticket has each note in a line with its label")
    func ticket() async throws {
        let fixture = try await fixture()
        try await fixture.press("enter")
        #expect(fixture.line(with: "✎ drivers: ex-driver  #drivers") != nil)
        #expect(fixture.line(with: "✎ press: on the pit wall since 2019  #press") != nil)
        try await fixture.press("alt-n")
        await fixture.type("calm")
        try await fixture.press("enter")
        #expect(fixture.line(with: "✎ calm") != nil)
        try await fixture.end()
    }

    @Test("A thread and a profile have the notes beside the names, and write them")
    func thread() async throws {
        let fixture = try await fixture()
        try await fixture.press("T")
        #expect(fixture.line(with: "Pit Wall Live ✓  @pitwall  ✎ drivers: ex-driver") != nil)
        try await fixture.press("alt-n")
        await fixture.type("calm")
        try await fixture.press("enter")
        #expect(fixture.line(with: "✎ calm · drivers: ex-driver") != nil)
        try await fixture.press("q alt-a")
        #expect(fixture.line(with: "✎ calm · drivers: ex-driver") != nil)
        try await fixture.end()
    }

    @Test("Linear mode says the notes, and asks in words")
    func linear() async throws {
        var said = ""
        let fixture = try await fixture(write: { said += $0 })
        #expect(said.contains("Note: drivers: ex-driver"))
        try await fixture.press("alt-n")
        #expect(said.contains("Note on Pit Wall Live:") && said.contains("press: on the pit wall since 2019"))
        await fixture.type("calm")
        try await fixture.press("enter")
        #expect(said.contains("Note on Pit Wall Live written."))
        try await fixture.press("j k")
        #expect(said.contains("Note: calm"))
        try await fixture.end()
    }

    @Test("The prompt is in Spanish too, and has ASCII signs where there are no others")
    func spanish() async throws {
        let fixture = try await fixture(localizer: .spanish)
        try await fixture.press("alt-n")
        #expect(fixture.line(with: "Nota sobre Pit Wall Live:") != nil)
        try await fixture.press("escape")
        try await fixture.end()
    }
}
