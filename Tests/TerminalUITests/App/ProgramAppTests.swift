import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import TerminalDriverTestSupport
import TestSupport
import Testing
import ViewModels

@testable import TerminalUI

@Suite("Other programs from the screen")
struct ProgramAppTests {
    /// The program with the commands of a configuration.
    private func fixture(_ text: String = "", needsTerminal: Bool = false) throws -> AppFixture {
        let directory = try TemporaryDirectory()
        let path = try directory.write(text, to: "config.toml")
        let own = UserCommands(try ConfigurationFile(path: path)) { Issue.record($0) }
        let commands = CommandTable.standard.with(own)
        let keymap = try commands.keymap(changes: own.keys.map(\.change)) { _, error in Issue.record(error) }
        let fixture = try AppFixture(
            width: 100, height: 30, commands: commands, keymap: keymap, needsTerminal: needsTerminal)
        let link = TicketBody(title: "-rf $(id)", text: .plain("Text"), link: "https://a.example/1")
        let item = SourceItem(id: "1", orderTime: AppFixture.now, body: link)
        fixture.track.commit([Ticket(item, of: "feed:a", seen: AppFixture.now)])
        return fixture
    }

    @Test("A browser in the terminal gets it, and the screen is drawn again; a graphical one does not")
    func browser() async throws {
        for needsTerminal in [true, false] {
            let fixture = try fixture(needsTerminal: needsTerminal)
            await fixture.start()
            try await fixture.press("o")
            #expect(await fixture.browser.urls == ["https://a.example/1"])
            #expect(fixture.terminal.loans == (needsTerminal ? 1 : 0))
            #expect(!fixture.terminal.isLent)
            #expect(fixture.terminal.text.contains("-rf $(id)"))
            try await fixture.end()
        }
    }

    @Test("The background neither lends the terminal nor marks; open and mark as read marks")
    func background() async throws {
        let fixture = try fixture(needsTerminal: true)
        await fixture.start()
        try await fixture.press("alt-o")
        #expect(await fixture.browser.urls == ["https://a.example/1"])
        #expect(fixture.terminal.loans == 0)
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.marks.isRead == false)
        try await fixture.press("O")
        #expect(fixture.terminal.loans == 1)
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.marks.isRead == true)
        try await fixture.end()
    }

    @Test("A command of the user gets the item as arguments, variables and input, on a key and by name")
    func command() async throws {
        let fixture = try fixture(
            "[[command]]\nname = \"keep\"\nkey = \"ctrl-k\"\ninput = \"markdown\"\nrun = [\"keep\", \"{title}\", \"{url}\"]\n"
        )
        await fixture.start()
        try await fixture.press("ctrl-k")
        let call = try #require(await fixture.programs.calls.first)
        #expect(call.words == ["keep", " -rf $(id)", "https://a.example/1"])
        #expect(call.variables["FIBER_TITLE"] == "-rf $(id)")
        #expect(call.input.map { String(decoding: $0, as: UTF8.self) }?.hasPrefix("# -rf $(id)\n") == true)
        #expect(!call.usesTerminal && fixture.terminal.loans == 0)
        #expect(fixture.terminal.text.contains("keep: done"))
        await fixture.programs.end(ProgramResult(.exited(3), error: "no network"))
        try await fixture.press(":")
        await fixture.type("keep\n")
        #expect(await fixture.programs.calls.count == 2)
        #expect(fixture.terminal.text.contains("keep ended with status 3: no network"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A macro runs its commands in order, is listed in the help, and ends at a command that fails")
    func macro() async throws {
        let fixture = try fixture(
            """
            [[command]]
            name = "keep"
            run = ["keep", "{url}"]
            [[macro]]
            name = "keep-and-star"
            key = ",o"
            run = ["keep", "toggle-star"]
            """)
        await fixture.start()
        func isStarred() -> Bool? { fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.marks.isStarred }
        await fixture.programs.end(ProgramResult(.exited(1)))
        try await fixture.press(", o")
        #expect(await fixture.programs.calls.map(\.words) == [["keep", "https://a.example/1"]])
        #expect(isStarred() == false)
        await fixture.programs.end(ProgramResult(.exited(0)))
        try await fixture.press(", o")
        #expect(await fixture.programs.calls.count == 2)
        #expect(isStarred() == true)
        try await fixture.press("?")
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("Your own commands"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("run keep, toggle-star"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A macro ends at a command whose argument is refused")
    func refusedStep() async throws {
        let fixture = try fixture(
            """
            [[macro]]
            name = "pass-and-star"
            key = ",o"
            run = ["pipe nosuchcmd", "toggle-star"]
            """)
        await fixture.start()
        try await fixture.press(", o")
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.marks.isStarred == false)
        #expect(fixture.terminal.text.contains("There is no program nosuchcmd."), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A typed command gets the item in the form that it names, in the terminal")
    func pipe() async throws {
        let fixture = try fixture()
        await fixture.start()
        try await fixture.press("|")
        await fixture.type("json jq '.title'\n")
        let call = try #require(await fixture.programs.calls.first)
        #expect(call.words == ["jq", ".title"])
        #expect(call.input == Array("{}".utf8))
        #expect(call.usesTerminal && call.question != nil && fixture.terminal.loans == 1)
        try await fixture.end()
    }

    @Test(
        "A typed command with a shell's signs is not run, and the message shows how to ask for a shell; quoted signs are arguments"
    )
    func pipeWithoutShell() async throws {
        let fixture = try fixture()
        await fixture.start()
        for line in ["cat > a.txt", "cat >a.txt", "cat | less", "make 2>log", "true && ls"] {
            try await fixture.press("|")
            await fixture.type("\(line)\n")
            #expect(fixture.terminal.text.contains("No shell reads this line"), "\(line): \(fixture.terminal.text)")
            try await fixture.press("escape")
        }
        #expect(await fixture.programs.calls.isEmpty)
        try await fixture.press("|")
        await fixture.type("sh -c 'cat > a.txt' '|' 2 1x\n")
        #expect(await fixture.programs.calls.map(\.words) == [["sh", "-c", "cat > a.txt", "|", "2", "1x"]])
        try await fixture.end()
    }

    @Test("A line with an unknown program, or a path that cannot be written, stays open with the reason")
    func refusedLine() async throws {
        let fixture = try fixture()
        await fixture.start()
        try await fixture.press("|")
        await fixture.type("nosuchcmd\n")
        #expect(fixture.terminal.text.contains("There is no program nosuchcmd."), "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.last?.contains("pipe nosuchcmd") == true, "\(fixture.terminal.text)")
        try await fixture.press("ctrl-u")
        await fixture.type("save /none/a.txt\n")
        #expect(fixture.terminal.text.contains("Cannot write /none/a.txt: No such file or directory."))
        #expect(fixture.terminal.lines.last?.contains("save /none/a.txt") == true, "\(fixture.terminal.text)")
        #expect(await fixture.programs.calls.isEmpty)
        #expect(await fixture.programs.saved.isEmpty)
        try await fixture.end()
    }

    @Test("Saving takes the directory of the settings, or the file that is typed and its form, also that of a card")
    func save() async throws {
        let fixture = try fixture()
        await fixture.start()
        try await fixture.press("S :")
        await fixture.type("save ~/notes/a.txt\n")
        try await fixture.press(":")
        await fixture.type("save ~/notes/a.svg\n")
        let saved = await fixture.programs.saved
        #expect(
            saved.map(\.destination) == [
                .directory("/home/me/Downloads", name: "rf-id.md"),
                .path("/home/me/notes/a.txt", name: "rf-id.txt"), .path("/home/me/notes/a.svg", name: "rf-id.svg"),
            ])
        #expect(saved.map { $0.text.hasPrefix("# ") } == [true, false, false])
        #expect(saved.last?.text.hasPrefix("svg of ") == true, "\(saved)")
        try await fixture.end()
    }

    @Test("Alt-s lists the forms of a ticket, to be saved, copied to the clipboard, or passed to a command")
    func share() async throws {
        let fixture = try fixture()
        await fixture.start()
        try await fixture.press("alt-s")
        #expect(fixture.terminal.text.contains("Share “-rf $(id)”"), "\(fixture.terminal.text)")
        try await fixture.press("enter")
        try await fixture.press("alt-s 4")
        let saved = await fixture.programs.saved
        #expect(
            saved.map(\.destination) == [
                .directory("/home/me/Downloads", name: "rf-id.png"), .directory("/home/me/Downloads", name: "rf-id.md"),
            ])
        #expect(saved.first?.text == "png of -rf $(id)")
        try await fixture.press("alt-s j j j y")
        #expect(fixture.terminal.clipboard?.hasPrefix("# -rf $(id)\n") == true)
        #expect(fixture.terminal.text.contains("Copied as markdown"), "\(fixture.terminal.text)")
        try await fixture.press("alt-s")
        try await fixture.press("|")
        await fixture.type("wl-copy -t image/png\n")
        let call = try #require(await fixture.programs.calls.first)
        #expect(call.words == ["wl-copy", "-t", "image/png"])
        #expect(call.input == Array("png of -rf $(id)".utf8))
        try await fixture.end()
    }

    @Test(
        "A ticket is copied in the form that is typed, but not as a picture, which the clipboard of a terminal rejects")
    func copyAs() async throws {
        let fixture = try fixture()
        await fixture.start()
        try await fixture.press(":")
        await fixture.type("copy-as svg\n")
        #expect(fixture.terminal.clipboard == "svg of -rf $(id)")
        try await fixture.press("alt-s y")
        #expect(fixture.terminal.clipboard == "svg of -rf $(id)")
        #expect(fixture.terminal.text.contains("takes only text"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("Share “"), "another form can be chosen: \(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("With a count before the key, the tickets below are shared with the current one")
    func shareSeveral() async throws {
        let fixture = try fixture()
        let items = (2...4)
            .map { number in
                SourceItem(
                    id: "\(number)", orderTime: AppFixture.now.advanced(by: .seconds(-number)),
                    body: TicketBody(title: "Item \(number)", text: .plain("Text")))
            }
        fixture.track.commit(items.map { Ticket($0, of: "feed:a", seen: AppFixture.now) })
        await fixture.start()
        try await fixture.press("alt-2 alt-s")
        #expect(fixture.terminal.text.contains("Share 2 items"), "\(fixture.terminal.text)")
        try await fixture.press("enter")
        let saved = await fixture.programs.saved
        #expect(saved.map(\.text) == ["png of Item 2, Item 3"], "\(fixture.terminal.text)")
        try await fixture.press("alt-9 alt-s j j j y")
        #expect(fixture.terminal.clipboard?.contains("# Item 4") == true)
        try await fixture.end()
    }

    @Test("The editor gets an item as a file, in the terminal")
    func editor() async throws {
        let fixture = try fixture()
        await fixture.start()
        try await fixture.press("e")
        let call = try #require(await fixture.programs.calls.first)
        #expect(call.words == ["ed", "-s"])
        #expect(call.file?.name == "rf-id.md")
        #expect(fixture.terminal.loans == 1)
        try await fixture.end()
    }

    @Test("A name that Fiber has, and an unknown step of a macro, are named with their lines")
    func faults() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(
            """
            [[command]]
            name = "open"
            run = ["p"]
            [[macro]]
            run = ["opne"]
            """, to: "config.toml")
        var faults: [ConfigurationError] = []
        let own = UserCommands(try ConfigurationFile(path: path)) { faults.append($0) }
        #expect(own.programs.isEmpty && own.macros.isEmpty)
        #expect(faults.map(\.failure.key) == ["ownNameOfFiber", "keyCommandUnknown"])
        #expect(faults.map(\.position?.line) == [2, 5])
    }
}
