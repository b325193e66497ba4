import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import TerminalDriverTestSupport
import Testing
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("The command line on the screen")
struct CommandLineScreenTests {
    @Test("A line with an argument that its command does not take stays open, with the reason above it")
    func refusedArgument() async throws {
        let fixture = try AppFixture(width: 70)
        await fixture.startWithScene()
        let formerTheme = fixture.session.settings.themes
        let lines: [(text: String, reason: String)] = [
            ("theme nonesuch", "There is no theme “nonesuch”. Available: dark, light"),
            ("th d", "“d” could be any of: dark, dusk."),
            ("only-source kerb notes 2", "There is no source “kerb notes 2”. Available:"),
            ("topics f1", "There is no topic “f1”. t creates topics."),
            ("goto kerb", "“kerb” is not a date."),
            ("quit now", "“quit” takes no argument."),
            ("mark-all-read kerb", "“mark-all-read” takes no argument."),
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
        await fixture.startWithScene()
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
        await fixture.startWithScene()
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

    @Test("The path of a list is completed in the command line, and its sources are in the list of sources")
    func importing() async throws {
        let fixture = try AppFixture(width: 100)
        await fixture.startWithScene()
        try await fixture.press(":")
        await fixture.type("import ~/l")
        #expect(fixture.line(with: "lists/") != nil, "\(fixture.terminal.text)")
        try await fixture.press("tab")
        #expect(fixture.terminal.lines.last?.hasPrefix(" : import ~/lists/ ") == true, "\(fixture.terminal.text)")
        #expect(fixture.line(with: "feeds.opml") != nil, "\(fixture.terminal.text)")
        try await fixture.press("tab enter")
        #expect(fixture.app.coordinator?.timeline?.screen == .sources)
        #expect(fixture.terminal.text.contains("2 sources added"), "\(fixture.terminal.text)")
        try await fixture.press("q :")
        await fixture.type("import\n")
        #expect(fixture.terminal.lines.last?.contains("Path of an OPML file") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A path that is completed and entered faster than its directories are read is the one of the list")
    func importingAtOnce() async throws {
        let fixture = try AppFixture(width: 100)
        await fixture.startWithScene()
        fixture.terminal.type(":import ~/l")
        try fixture.terminal.press("tab tab enter")
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("2 sources added"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The names for quitting in vi end the program", arguments: ["q", "q!", "qa", "wq", "x"])
    func quit(name: String) async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("enter :")
        await fixture.type("\(name)\n")
        #expect(fixture.app.coordinator?.state == .finished, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The user's own command comes before a short name of another one")
    func ownShortName() throws {
        let commands = [CommandEntry(name: "quit", help: "", aliases: ["x"]), CommandEntry(name: "x", help: "")]
        let line = CommandLineViewModel(commands: commands, text: "x", session: try AppFixture().session)
        var run: [CommandLineViewModel.Output] = []
        line.onOutput = { run.append($0) }
        line.send(.submit)
        #expect(run == [.run(command: "x", argument: "")])
    }

    @Test("A command can be typed and completed, and an unknown one is reported")
    func commandLine() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
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

    @Test("Arguments of commands are completed without deleting typed text")
    func arguments() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
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

    @Test(
        "A timeline command typed on another screen runs in the timeline",
        arguments: [
            ("filtered", ScreenName.filtered), ("topics", .topics), ("goto 3h", .timeline),
            ("search car", .search), ("unread-only", .timeline), ("next-gap", .timeline),
        ])
    func typedElsewhere(line: String, screen: ScreenName) async throws {
        let fixture = try AppFixture(library: Library())
        await fixture.startWithScene()
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

    @Test(
        "A typed search opens above a screen that has no search of its own; Esc returns there, and Enter goes to the result in the timeline",
        arguments: ["search", "search car"])
    func searchElsewhere(line: String) async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        let flow = try #require(fixture.app.coordinator?.timeline)
        for (keys, screen) in [("enter", ScreenName.ticket), ("!", .messages)] {
            try await fixture.press("\(keys) :")
            await fixture.type("\(line)\n")
            #expect(flow.screen == .search)
            try await fixture.press("escape")
            #expect(flow.screen == screen)
        }
        try await fixture.press(":")
        await fixture.type("search turn\n\n")
        #expect(flow.screen == .timeline && flow.timeline.state.current?.ticket?.id.item == "4")
        try await fixture.end()
    }

    @Test("An abbreviated command runs with its argument, completes it, and names the candidates if there are several")
    func abbreviatedCommand() async throws {
        let fixture = try AppFixture(width: 120)
        await fixture.startWithScene()
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

    @Test("A typed command that asks first names its key, and typed again confirms; another screen closes the question")
    func typedTwice() async throws {
        let fixture = try AppFixture(width: 100)
        await fixture.startWithScene()
        let timeline = try #require(fixture.app.coordinator?.timeline?.timeline)
        for keys in ["?", "E"] {
            try await fixture.press(":")
            await fixture.type("mark-all-read\n")
            #expect(fixture.terminal.text.contains("Mark all 6 as read? A confirms; Esc cancels."))
            try await fixture.press("\(keys) escape")
            #expect(timeline.state.question == nil)
        }
        for _ in 0..<2 {
            try await fixture.press(":")
            await fixture.type("mark-all-read\n")
        }
        #expect(timeline.state.header.unread == 0 && timeline.state.question == nil)
        try await fixture.end()
    }

    @Test("y and Enter confirm a question as its own key does, and do nothing else", arguments: ["y", "enter"])
    func confirming(key: String) async throws {
        let fixture = try AppFixture(width: 100)
        await fixture.startWithScene()
        let flow = try #require(fixture.app.coordinator?.timeline)
        try await fixture.press("A \(key)")
        #expect(flow.timeline.state.header.unread == 0 && flow.timeline.state.question == nil)
        #expect(flow.screen == .timeline && fixture.terminal.clipboard == nil)
        try await fixture.end()
    }

    @Test("A typed command says which setting it has changed; its key does not")
    func typedSetting() async throws {
        let fixture = try AppFixture(width: 100)
        await fixture.startWithScene()
        try await fixture.press("d")
        #expect(!fixture.terminal.text.contains("Density:"), "\(fixture.terminal.text)")
        for line in ["density", "density regular"] {
            try await fixture.press(":")
            await fixture.type("\(line)\n")
            let density = try #require(fixture.app.coordinator?.timeline?.timeline.state.density)
            #expect(fixture.terminal.text.contains("Density: \(density.rawValue)"), "\(fixture.terminal.text)")
        }
        try await fixture.end()
    }

    @Test("A command of another screen names that screen and stays in the line")
    func typedInVain() async throws {
        let fixture = try AppFixture(width: 120)
        await fixture.startWithScene()
        try await fixture.press(":")
        await fixture.type("pause\n")
        #expect(
            fixture.terminal.text.contains("“pause” only works in the list of sources."),
            "\(fixture.terminal.text)")
        #expect(fixture.app.coordinator?.timeline?.screen == .command)
        try await fixture.end()
    }

    @Test("The command line names its keys, and Up once there is a history; they give way to a long text")
    func commandHints() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
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
        await fixture.startWithScene()
        try await fixture.press(":")
        await fixture.type("tms")
        #expect(fixture.terminal.lines.contains { $0.contains("times") && $0.contains("exact times") })
        try await fixture.press("tab enter")
        #expect(fixture.terminal.text.contains("11:50"))
        try await fixture.press(": up")
        #expect(fixture.terminal.lines.last?.hasPrefix(" : times ") == true)
        try await fixture.end()
    }
}
