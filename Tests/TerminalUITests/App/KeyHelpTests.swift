import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Queries
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Hints and help for keys on the screen")
struct KeyHelpTests {
    @Test("The hint of the key that marks says what it does with the current item")
    func markHint() async throws {
        let fixture = try AppFixture(width: 200)
        await fixture.startWithScene()
        #expect(fixture.terminal.lines.last?.contains("m read ") == true, "\(fixture.terminal.text)")
        try await fixture.press("m")
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.marks.isRead == true)
        #expect(fixture.terminal.lines.last?.contains("m mark unread ") == true, "\(fixture.terminal.text)")
        try await fixture.press("m")
        #expect(fixture.terminal.lines.last?.contains("m read ") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The hint of Enter says what it does with the current row")
    func enterHint() async throws {
        let fixture = try AppFixture(width: 120)
        await fixture.startWithScene()
        #expect(fixture.terminal.lines.last?.hasPrefix(" ⏎ open   ? help") == true, "\(fixture.terminal.text)")
        try await fixture.press("}")
        #expect(fixture.terminal.lines.last?.hasPrefix(" ⏎ fill   ? help") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A timeline that could not be read names no keys for its rows, but the one that tries again")
    func failureHints() async throws {
        let fixture = try AppFixture(width: 120)
        fixture.track.fail(with: SupplierError(.unreachable, "The disk is gone."))
        await fixture.start()
        let hints = try #require(fixture.terminal.lines.last)
        #expect(hints.contains("r refresh") && !hints.contains("⏎ open") && !hints.contains("} gap"), "\(hints)")
        fixture.track.fail(with: nil)
        try await fixture.end()
    }

    @Test("The help does not name the key that opened it")
    func hintsOfHelp() async throws {
        let fixture = try AppFixture(width: 80)
        await fixture.startWithScene()
        try await fixture.press("?")
        #expect(fixture.terminal.lines.last == " / find   : command   q back")
        try await fixture.end()
    }

    @Test("On a wide screen the names of commands are near their descriptions")
    func wideHelp() async throws {
        let fixture = try AppFixture(width: 200, height: 50)
        await fixture.startWithScene()
        try await fixture.press("?")
        let line = try #require(fixture.line(with: "next unread item"))
        let name = try #require(line.firstRange(of: "next-unread"))
        #expect(line.distance(from: line.startIndex, to: name.lowerBound) < 120, "\(line)")
        try await fixture.end()
    }

    @Test("Help, hints and completion of keys use the chosen language")
    func keysInSpanish() async throws {
        let fixture = try AppFixture(width: 120, localizer: .spanish)
        await fixture.startWithScene()
        let hints = try #require(fixture.terminal.text.split(separator: "\n").last)
        #expect(hints.contains("abrir") && hints.contains("ayuda"))
        try await fixture.press("?")
        #expect(fixture.terminal.text.contains("En la cronología"))
        #expect(fixture.terminal.text.contains("abrir la entrada; rellenar el hueco"))
        try await fixture.press("q :")
        await fixture.type("gap")
        #expect(fixture.terminal.text.contains("hueco siguiente"))
        try await fixture.press("escape")
        try await fixture.end()
    }

    @Test("A letter without a command on the screen says so", arguments: ["enter x", "enter X", ", R"])
    func unusedKey(keys: String) async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press(keys)
        let text = fixture.terminal.text
        #expect(text.contains("\(keys.suffix(1)) does nothing here · ? lists the keys"), "\(text)")
        try await fixture.end()
    }

    @Test("The help finds commands without a key, and shows that they are typed")
    func commandsWithoutKeys() async throws {
        let fixture = try AppFixture(width: 120)
        await fixture.startWithScene()
        try await fixture.press("? /")
        await fixture.type("never show")
        let line = fixture.terminal.lines.first { $0.contains("never show this gap") }
        let words = line?.split(separator: " ").map(String.init) ?? []
        #expect(words.first == ":" && words.last == "dismiss-gap", "\(fixture.terminal.text)")
        try await fixture.press("escape q")
        try await fixture.end()
    }

    @Test("At 80 columns the help is whole in every language: no text is cut, and no name of a command is left out")
    func wholeHelp() async throws {
        for localizer in [Localizer.english, .spanish] {
            let fixture = try AppFixture(width: 80, height: 900, localizer: localizer)
            await fixture.startWithScene()
            try await fixture.press("?")
            let lines = fixture.terminal.lines
            let entries = fixture.app.ui.texts.help(first: [.timeline]).flatMap(\.entries)
            for entry in entries {
                #expect(lines.contains { $0.hasSuffix(" \(entry.command)") }, "\(entry.command)")
            }
            let cut = lines.filter { $0.hasSuffix("…") }
            #expect(cut.isEmpty, "\(cut)")
            try await fixture.end()
        }
    }

    @Test("The end of the help can be reached where descriptions take several lines")
    func endOfHelp() async throws {
        let fixture = try AppFixture(width: 40, height: 10, localizer: .spanish)
        await fixture.startWithScene()
        let contexts = try #require(fixture.app.stack.top).contexts
        try await fixture.press("? G")
        let last = try #require(fixture.app.ui.texts.help(first: contexts).last?.entries.last)
        #expect(fixture.line(with: last.command) != nil, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The descriptions of all commands begin in one column, also of those without keys", arguments: [80, 120])
    func alignedHelp(width: Int) async throws {
        let fixture = try AppFixture(width: width, height: 60)
        await fixture.startWithScene()
        try await fixture.press("?")
        let columns = try ["next row", "never show this gap", "never show gaps of its sources"]
            .map { text in
                let line = try #require(fixture.line(with: text))
                return line.distance(from: line.startIndex, to: try #require(line.firstRange(of: text)).lowerBound)
            }
        #expect(Set(columns).count == 1, "\(columns)")
        try await fixture.end()
    }

    @Test("The open help takes the colours of another theme", arguments: Theme.builtIn.filter { $0.palette != nil })
    func theme(_ theme: Theme) async throws {
        let fixture = try AppFixture(capabilities: .init(depth: .truecolor))
        await fixture.startWithScene()
        try await fixture.press("?")
        fixture.session.settings.choose(theme: theme.name)
        try await fixture.press("k")
        let buffer = try #require(fixture.terminal.frame).buffer
        let row = try #require(fixture.terminal.lines.firstIndex { $0.contains("next row") })
        #expect(buffer[4, row].text == "j" && buffer[4, row].style.foreground == theme[.text].foreground)
        try await fixture.end()
    }

    @Test("The scroll bar of the help can be clicked and dragged from end to end")
    func scrollBar() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("?")
        let beginning = fixture.terminal.text
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: 79, y: 22))))
        await fixture.app.idle()
        let end = fixture.terminal.text
        #expect(end != beginning)
        try await fixture.press("G")
        #expect(fixture.terminal.text == end)
        fixture.terminal.send(.mouse(MouseEvent(.drag(.left), at: Point(x: 79, y: 2))))
        await fixture.app.idle()
        #expect(fixture.terminal.text == beginning)
        fixture.terminal.send(.mouse(MouseEvent(.wheelDown, at: Point(x: 20, y: 9))))
        await fixture.app.idle()
        #expect(fixture.terminal.text != beginning)
        try await fixture.end()
    }

    @Test("A count is shown while it is typed and disappears when it is cancelled")
    func count() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("alt-1 alt-2")
        #expect(fixture.terminal.lines[22].hasPrefix(" 12"))
        try await fixture.press("escape")
        #expect(!fixture.terminal.lines[22].hasPrefix(" 12"))
        try await fixture.end()
    }

    @Test("The possible keys after the first key of a sequence are listed")
    func continuations() async throws {
        let keymap = try CommandTable.standard.keymap(
            changes: [
                KeyChange(context: "timeline", keys: "g g", command: "top"),
                KeyChange(context: "timeline", keys: "g e", command: "bottom"),
            ]
        ) { Issue.record("\($0): \($1)") }
        let fixture = try AppFixture(keymap: keymap)
        await fixture.startWithScene()
        try await fixture.press("g")
        #expect(fixture.terminal.lines[19].hasPrefix("│ g  newest row"))
        #expect(fixture.terminal.lines[20].hasPrefix("│ e  oldest row"))
        #expect(fixture.terminal.lines[22].hasPrefix(" g "))
        fixture.session.messages.failure(Array(repeating: "A long error.", count: 10).joined(separator: " "))
        await fixture.app.idle()
        #expect(fixture.terminal.lines[17].hasPrefix("│ g  newest row"), "above a message: \(fixture.terminal.text)")
        #expect(fixture.terminal.lines[19].hasPrefix("╰"))
        #expect(fixture.terminal.lines[20].hasPrefix(" g "))
        #expect(fixture.terminal.lines[21].hasPrefix(" ⚠ A long error."))
        try await fixture.press("e")
        #expect(!fixture.terminal.text.contains("│ g"))
        try await fixture.end()
    }

    @Test(
        "While a line is typed into, the hints are its keys and not those of the screen",
        arguments: [
            "E a", ", j j j enter", "? /", ", d /", "enter /", "/ c ctrl-s", "t down ctrl-r",
            "h down down enter ctrl-r",
            "@ a", "P alt-w",
        ])
    func promptHints(keys: String) async throws {
        let topic = Topic(name: "F1", query: try Query(parsing: "car"))
        let fixture = try AppFixture(
            width: 100, library: Library(topics: [topic]), diagnostics: FakeDiagnostics.example(at: AppFixture.now),
            posting: FakePosting(), accounts: FakeAccounts())
        fixture.setScene()
        try await fixture.labelTickets()
        await fixture.start()
        try await fixture.press(keys)
        let bottom = fixture.terminal.lines.suffix(2).joined(separator: "\n")
        let enters = bottom.count { $0 == "⏎" }
        #expect(bottom.contains("⏎ confirm   Esc cancel"), "\(fixture.terminal.text)")
        #expect(enters == 1 && !bottom.contains("^"), "\(fixture.terminal.text)")
        try await fixture.end()
    }
}
