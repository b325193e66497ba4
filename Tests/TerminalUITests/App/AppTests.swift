import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("The app in a terminal in memory")
struct AppTests {
    @Test("The hint of the key that marks says what it does with the current item")
    func markHint() async throws {
        let fixture = try AppFixture(width: 200)
        fixture.setScene()
        await fixture.start()
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
        fixture.setScene()
        await fixture.start()
        #expect(fixture.terminal.lines.last?.hasPrefix(" ⏎ open   ? help") == true, "\(fixture.terminal.text)")
        try await fixture.press("}")
        #expect(fixture.terminal.lines.last?.hasPrefix(" ⏎ fill   ? help") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A ticket can be opened, left for its neighbour, followed to its link and closed by keys")
    func reading() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        #expect(fixture.terminal.lines[0].contains("6 of 6"))
        try await fixture.press("j j enter")
        #expect(fixture.terminal.text.contains("Show HN: a terminal reader"))
        try await fixture.press("J")
        #expect(fixture.terminal.text.contains("What the data says"))
        try await fixture.press("1")
        #expect(await fixture.browser.urls == ["https://example.org/telemetry"])
        try await fixture.press("q")
        #expect(fixture.terminal.lines[0].contains("4 of 6"))
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == "4")
        try fixture.terminal.press("q")
        #expect(try await fixture.ending() == .finished)
        #expect(!fixture.terminal.isStarted)
        #expect(fixture.track.settings["timeline.position"]?.contains("\"4\"") == true)
    }

    @Test("A notice goes with the next key, and an error stays")
    func notices() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        fixture.session.messages.show("No code here.")
        fixture.app.loop.setNeedsDisplay()
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("No code here."))
        try await fixture.press("j")
        #expect(!fixture.terminal.text.contains("No code here."))
        fixture.session.messages.failure("It is broken.")
        try await fixture.press("j")
        #expect(fixture.terminal.text.contains("It is broken."))
        try await fixture.end()
    }

    @Test("A selected gap has a single background colour with sixteen colours")
    func selectedGap() async throws {
        let fixture = try AppFixture(capabilities: TerminalCapabilities(depth: .sixteen))
        fixture.setScene()
        await fixture.start()
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

    @Test("Enter on a gap fills it, and its row shows the progress and then the new tickets")
    func filling() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        try await fixture.press("} }")
        try await fixture.press("enter")
        guard case .fill(let id, let gap, .newer, .pool) = fixture.track.calls.last else {
            Issue.record("no fill: \(fixture.track.calls)")
            return
        }
        fixture.track.emit(.fill(id, gap: gap, .filling))
        fixture.track.emit(.progress(id, FillProgress(answeredCount: 1, requestedCount: 2)))
        await fixture.shown { $0.contains("loading 1/2") }
        let came = Scene.ticket("9", of: "hn:newest", minutes: 90, TicketBody(title: "It came"))
        fixture.track.commit(
            Scene.tickets + [came], gaps: [Scene.gaps[0], Scene.gaps[2]], visibleRanges: Scene.visibleRanges)
        fixture.track.emit(.fill(id, gap: gap, .done(FillOutcome(inserted: 1))))
        await fixture.shown { $0.contains("It came") && $0.contains("1 item loaded") }
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == "9")
        try await fixture.end()
    }

    @Test("The cursor's ticket stays visible after resizing to the smallest and the largest screen")
    func resizing() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        try await fixture.press("j j")
        for (width, height) in [(40, 10), (200, 60), (20, 4), (1, 1), (80, 24)] {
            fixture.terminal.resize(width: width, height: height)
            await fixture.app.idle()
            if width >= 40 { #expect(fixture.terminal.text.contains("Show HN"), "\(width)×\(height)") }
        }
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == "3")
        try await fixture.end()
    }

    @Test("A gap is filled down to a typed date; without a gap under the cursor no date is asked for")
    func fillUntil() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        try await fixture.press("alt-g")
        #expect(fixture.terminal.text.contains("Move to a gap first"))
        try await fixture.press("} alt-g")
        await fixture.type("2026-11-20 11:20")
        try await fixture.press("enter")
        let time = try #require(Timestamp(rfc3339: "2026-11-20T11:20:00Z"))
        guard case .fill(_, _, .newer, .until(time)) = fixture.track.calls.last else {
            Issue.record("no fill: \(fixture.track.calls)")
            return
        }
        try await fixture.end()
    }

    @Test("Nothing is drawn when nothing has changed")
    func silence() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        try await fixture.press("g")
        let frames = fixture.app.framesDrawn
        fixture.track.emit(.progress(FillID(99), FillProgress(answeredCount: 1, requestedCount: 2)))
        for _ in 0..<100 { await Task.yield() }
        await fixture.app.idle()
        #expect(fixture.app.framesDrawn == frames)
        try await fixture.end()
    }

    @Test("A line with an unknown or ambiguous argument stays open, with the possible arguments above it")
    func refusedArgument() async throws {
        let fixture = try AppFixture(width: 70)
        fixture.setScene()
        await fixture.start()
        let formerTheme = fixture.session.settings.themes
        let lines: [(text: String, reason: String)] = [
            ("theme nonesuch", "There is no theme “nonesuch”. Available: dark, light"),
            ("th d", "“d” could be any of: dark, dusk."),
            ("only-source kerb notes 2", "There is no “kerb notes 2”. Available:"),
            ("goto kerb", "“kerb” is not a date."),
        ]
        for (text, reason) in lines {
            try await fixture.press(":")
            await fixture.type("\(text)\n")
            #expect(fixture.terminal.text.contains(reason), "\(fixture.terminal.text)")
            #expect(fixture.terminal.lines.last?.hasPrefix(" : \(text) ") == true)
            // A long list of arguments has as many lines as it needs.
            if text.hasPrefix("theme") { #expect(fixture.terminal.text.contains("plain.")) }
            try await fixture.press("escape")
        }
        #expect(fixture.session.settings.themes == formerTheme)
        try await fixture.end()
    }

    @Test("A command that needs an argument asks for it in the line, with the possible ones above")
    func missingArgument() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        try await fixture.press(":")
        await fixture.type("theme\n")
        #expect(fixture.terminal.lines.last?.hasPrefix(" : theme ") == true)
        #expect(fixture.terminal.text.contains("high-contrast-light"), "\(fixture.terminal.text)")
        await fixture.type("du\n")
        #expect(fixture.session.settings.themes.first == "dusk")
        try await fixture.end()
    }

    @Test("Letters that only one command has run it, and of several commands all are named")
    func commandByLetters() async throws {
        let fixture = try AppFixture(width: 120)
        fixture.setScene()
        await fixture.start()
        try await fixture.press(":")
        await fixture.type("oib\n")
        #expect(
            fixture.terminal.text.contains("“oib” could be any of: open-in-browser, open-in-background"),
            "\(fixture.terminal.text)")
        try await fixture.press("ctrl-u")
        await fixture.type("oibw\n")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        #expect(await fixture.browser.urls == ["https://racenotes.example/strategy-call"])
        try await fixture.end()
    }

    @Test("A command can be typed and completed, and an unknown one is reported")
    func commandLine() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        try await fixture.press(":")
        await fixture.type("unread-o")
        try await fixture.press("tab")
        #expect(fixture.terminal.lines.last?.hasPrefix(" : unread-only ") == true)
        try await fixture.press("enter")
        #expect(fixture.terminal.lines[0].contains("unread only"))
        try await fixture.press("escape :")
        await fixture.type("frobnicate\n")
        #expect(fixture.terminal.text.contains("Unknown command “frobnicate”"))
        try await fixture.press("escape :")
        await fixture.type("goto 8:00\n")
        #expect(
            fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == "5"
                || fixture.terminal.text.contains("not loaded"))
        try await fixture.end()
    }

    @Test("A content warning opened in the timeline or in the ticket is open in both")
    func liftedWarning() async throws {
        let fixture = try AppFixture(width: 60, height: 40)
        fixture.setScene()
        await fixture.start()
        let warned = try #require(Scene.tickets.first { $0.body.contentWarning != nil })
        let timeline = try #require(fixture.app.coordinator?.timeline?.timeline)
        for _ in 0..<10 where timeline.state.current?.ticket?.id != warned.id { try await fixture.press("j") }
        #expect(fixture.terminal.text.contains("race result"))
        try await fixture.press("z enter")
        #expect(fixture.terminal.text.contains("Car 14 wins by a nose."), "\(fixture.terminal.text)")
        try await fixture.press("z q")
        #expect(timeline.revealed.isEmpty)
        try await fixture.press("enter z K J q")
        #expect(timeline.revealed == [warned.id])
        try await fixture.end()
    }

    @Test("Arguments of commands are completed without deleting typed text")
    func arguments() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        try await fixture.press(":")
        await fixture.type("theme du")
        try await fixture.press("tab")
        #expect(fixture.terminal.lines.last?.hasPrefix(" : theme dusk ") == true)
        try await fixture.press("ctrl-u")
        await fixture.type("goto ye")
        try await fixture.press("tab")
        #expect(fixture.terminal.lines.last?.hasPrefix(" : goto yesterday ") == true)
        try await fixture.press("ctrl-u")
        await fixture.type("search some words")
        try await fixture.press("tab")
        #expect(fixture.terminal.lines.last?.hasPrefix(" : search some words ") == true)
        try await fixture.press("ctrl-u")
        await fixture.type("frobnicate x")
        try await fixture.press("tab")
        #expect(fixture.terminal.lines.last?.hasPrefix(" : frobnicate x ") == true)
        // The only possible command is followed by its arguments.
        try await fixture.press("ctrl-u")
        await fixture.type("dens")
        try await fixture.press("tab tab tab enter")
        #expect(fixture.app.coordinator?.timeline?.timeline.state.density == .regular)
        try await fixture.press(":")
        await fixture.type("source kerb\n")
        #expect(fixture.terminal.lines[0].contains("Kerb Notes"), "\(fixture.terminal.text)")
        try await fixture.press(":")
        await fixture.type("density huge\n")
        #expect(fixture.terminal.text.contains("There is no “huge”. Available: compact"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A pasted address opens the sources with the address in the prompt")
    func pasting() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        fixture.terminal.send(.paste("https://a.example/feed\n"))
        await fixture.app.idle()
        #expect(fixture.terminal.lines.last?.contains("https://a.example/feed") == true)
        try await fixture.press("enter")
        #expect(fixture.session.messages.history.map(\.text).contains("Added New"))
        try await fixture.end()
    }

    @Test(
        "A pasted address opens the sources from every screen",
        arguments: ["j enter", "j enter u", "?", ",", "!"])
    func pastingElsewhere(keys: String) async throws {
        let fixture = try AppFixture(width: 100)
        fixture.track.commit(Scene.tickets, gaps: [], visibleRanges: Scene.visibleRanges)
        await fixture.start()
        try await fixture.press(keys)
        fixture.terminal.send(.paste("a.example/feed"))
        await fixture.app.idle()
        #expect(fixture.app.coordinator?.timeline?.screen == .sources)
        #expect(fixture.terminal.lines.last?.contains("a.example/feed") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Pasted text that leads to no source is reported")
    func pastingWords() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        fixture.terminal.send(.paste("some words"))
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("The pasted text is not an address."))
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.end()
    }

    @Test(
        "A timeline command typed on another screen runs in the timeline",
        arguments: [
            ("filtered", ScreenName.filtered), ("topics", .topics), ("goto 3h", .timeline),
            ("search car", .search), ("unread-only", .timeline), ("next-gap", .timeline),
        ])
    func typedElsewhere(line: String, screen: ScreenName) async throws {
        let fixture = try AppFixture(library: Library())
        fixture.setScene()
        await fixture.start()
        for keys in ["j j j enter", ", j", "?"] {
            try await fixture.press(keys)
            try await fixture.press(":")
            await fixture.type("\(line)\n")
            let flow = try #require(fixture.app.coordinator?.timeline)
            #expect(flow.screen == screen, "after \(keys)")
            flow.backToTimeline()
            #expect(flow.screen == .timeline)
        }
        if line == "goto 3h" {
            #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.gap?.gap == Scene.gaps[1])
        }
        try await fixture.end()
    }

    @Test("An abbreviated command runs with its argument, completes it, and names the candidates if there are several")
    func abbreviatedCommand() async throws {
        let fixture = try AppFixture(width: 120)
        fixture.setScene()
        await fixture.start()
        // `thread` begins alike, but takes no argument.
        try await fixture.press(":")
        await fixture.type("th lig\n")
        #expect(fixture.session.settings.themes.first == "light")
        try await fixture.press(":")
        await fixture.type(" them rac")
        try await fixture.press("tab")
        #expect(fixture.terminal.lines.last?.hasPrefix(" : them racing ") == true, "\(fixture.terminal.text)")
        try await fixture.press("enter")
        #expect(fixture.session.settings.themes.first == "racing")
        try await fixture.press(":")
        await fixture.type("th\n")
        #expect(fixture.terminal.text.contains("“th” could be any of: thread, theme."), "\(fixture.terminal.text)")
        try await fixture.press("ctrl-c :")
        await fixture.type("s car\n")
        #expect(
            fixture.terminal.text.contains("“s” could be any of: search, save, sources."), "\(fixture.terminal.text)")
        try await fixture.press("tab")
        #expect(fixture.terminal.lines.last?.hasPrefix(" : search car ") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A command of another screen names that screen and stays in the line")
    func typedInVain() async throws {
        let fixture = try AppFixture(width: 120)
        fixture.setScene()
        await fixture.start()
        try await fixture.press(":")
        await fixture.type("pause\n")
        #expect(
            fixture.terminal.text.contains("“pause” only works in the list of sources."),
            "\(fixture.terminal.text)")
        #expect(fixture.app.coordinator?.timeline?.screen == .command)
        try await fixture.end()
    }

    @Test("The first click selects a row, the second opens it, and the wheel scrolls")
    func mouse() async throws {
        let fixture = try AppFixture(height: 30)
        fixture.setScene()
        await fixture.start()
        let line = try #require(fixture.terminal.lines.firstIndex { $0.contains("Show HN") })
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: 20, y: line))))
        await fixture.app.idle()
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == "3")
        fixture.terminal.send(.mouse(MouseEvent(.wheelDown, at: Point(x: 20, y: line))))
        await fixture.app.idle()
        #expect(fixture.terminal.lines.firstIndex { $0.contains("Show HN") } == line - 3)
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: 20, y: line - 3))))
        await fixture.app.idle()
        #expect(fixture.app.coordinator?.timeline?.screen == .ticket)
        try await fixture.end()
    }

    @Test("A wide terminal shows timeline and ticket side by side")
    func split() async throws {
        let fixture = try AppFixture(width: 160, height: 45)
        fixture.setScene()
        await fixture.start()
        try await fixture.press("j j j j enter")
        let text = fixture.terminal.text
        #expect(text.contains("Strategy Desk"))
        #expect(text.contains("What the data says"))
        try await fixture.press("q")
        #expect(!fixture.terminal.text.contains("What the data says"))
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
        fixture.setScene()
        await fixture.start()
        let before = fixture.terminal.frame
        try await fixture.press(":")
        await fixture.type("theme light\n")
        if depth == .truecolor { #expect(fixture.terminal.frame != before) }
        try await fixture.end()
        let kept = try SettingChoices(text: try #require(fixture.track.settings["settings"]))
        #expect(kept.values == ["appearance.theme": .choice("light")])
    }

    @Test("A signal ends the program after everything is written")
    func signal() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        try await fixture.press("j j j")
        fixture.terminal.send(.signal(.terminate))
        #expect(try await fixture.ending() == .signal(.terminate))
        #expect(fixture.track.settings["timeline.position"] != nil)
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

    @Test("Help, hints and completion of keys use the chosen language")
    func keysInSpanish() async throws {
        let fixture = try AppFixture(width: 120, localizer: .spanish)
        fixture.setScene()
        await fixture.start()
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
        fixture.setScene()
        await fixture.start()
        try await fixture.press(keys)
        let text = fixture.terminal.text
        #expect(text.contains("\(keys.suffix(1)) does nothing here · ? lists the keys"), "\(text)")
        try await fixture.end()
    }

    @Test("The help finds commands without a key, and shows that they are typed")
    func commandsWithoutKeys() async throws {
        let fixture = try AppFixture(width: 120)
        fixture.setScene()
        await fixture.start()
        try await fixture.press("? /")
        await fixture.type("never show")
        let line = fixture.terminal.lines.first { $0.contains("never show this gap") }
        let words = line?.split(separator: " ").map(String.init) ?? []
        #expect(words.first == ":dismiss-gap", "\(fixture.terminal.text)")
        try await fixture.press("escape q")
        try await fixture.end()
    }

    @Test("The scroll bar of the help can be clicked and dragged from end to end")
    func scrollBar() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
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

    @Test("The command line names its keys, and Up once there is a history; they give way to a long text")
    func commandHints() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        try await fixture.press(":")
        #expect(fixture.terminal.lines.last?.hasSuffix("⏎ run   Tab complete   Esc cancel") == true)
        await fixture.type("times\n")
        try await fixture.press(":")
        #expect(fixture.terminal.lines.last?.hasSuffix("⏎ run   Tab complete   ↑ history   Esc cancel") == true)
        await fixture.type("search " + String(repeating: "long ", count: 14))
        #expect(fixture.terminal.lines.last?.contains("⏎") == false, "\(fixture.terminal.lines.last ?? "")")
        try await fixture.end()
    }

    @Test("A command is found by some of its letters, and the history recalls it")
    func commandHistory() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        try await fixture.press(":")
        await fixture.type("tms")
        #expect(fixture.terminal.lines.contains { $0.contains("times") && $0.contains("exact times") })
        try await fixture.press("tab enter")
        #expect(fixture.terminal.text.contains("11:50"))
        try await fixture.press(": up")
        #expect(fixture.terminal.lines.last?.hasPrefix(" : times ") == true)
        try await fixture.end()
    }

    @Test("A count is shown while it is typed and disappears when it is cancelled")
    func count() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
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
        fixture.setScene()
        await fixture.start()
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

    @Test("q returns from a single source to all sources, and quits from there")
    func backFromOneSource() async throws {
        let fixture = try AppFixture()
        fixture.setScene()
        await fixture.start()
        try await fixture.press("s")
        #expect(fixture.terminal.lines.first?.contains("only") == true, "\(fixture.terminal.text)")
        try await fixture.press("q")
        #expect(fixture.terminal.lines.first?.contains("All") == true, "\(fixture.terminal.text)")
        try await fixture.press("q")
        _ = try await fixture.ending()
    }
}
