import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import TerminalDriver
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalUI

@Suite("The compose screen")
struct ComposeScreenTests {
    private func fixture(_ posting: FakePosting? = FakePosting(), write: ((String) -> Void)? = nil) async throws
        -> AppFixture
    {
        let fixture = try AppFixture(width: 100, height: 30, posting: posting, write: write)
        await fixture.startWithScene()
        return fixture
    }

    private func posted(_ fixture: AppFixture) -> [String] {
        fixture.track.calls.compactMap { call in
            if case .request(_, .account(.post(let draft), _)) = call { draft.text } else { nil }
        }
    }

    @Test("The length of a post stays on narrow screens", arguments: [40, 60, 80])
    func narrowGauge(width: Int) async throws {
        let fixture = try AppFixture(width: width, height: 12, posting: FakePosting())
        await fixture.startWithScene()
        try await fixture.press("P")
        await fixture.type("Yes.")
        let options = fixture.terminal.lines.first { $0.contains("audience") } ?? ""
        #expect(options.hasSuffix("4 / 500"), "\(fixture.terminal.text)")
        #expect(options.contains("▰") == (width == 80), "\(options)")
        try await fixture.end()
    }

    @Test("P writes a post, in which letters, Enter and q are text, and Control-S sends it")
    func post() async throws {
        let fixture = try await fixture()
        try await fixture.press("P")
        await fixture.type("quick?")
        try await fixture.press("enter")
        await fixture.type("Yes.")
        #expect(fixture.terminal.text.contains("11 / 500"))
        #expect(fixture.terminal.text.contains("@ann@kerb.example"))
        try await fixture.press("ctrl-s")
        #expect(posted(fixture) == ["quick?\nYes."])
        #expect(fixture.terminal.text.contains("Sending the post"))
        #expect(!fixture.terminal.text.contains("New post"))
        try await fixture.end()
    }

    @Test("The hint in an empty post has the theme's style for it")
    func placeholder() async throws {
        let fixture = try await fixture()
        let red = ThemeDefinition.RoleStyle(foreground: "#ff0000")
        let themes = Theme.all([ThemeDefinition(name: "dark", inherits: "dark", looks: ["placeholder": red])]) {
            Issue.record($0)
        }
        fixture.app.apply(AppChoices(keymap: try CommandTable.standard.keymap(), themes: themes))
        try await fixture.press("P")
        let buffer = try #require(fixture.terminal.frame).buffer
        let cells = buffer.bounds.rows.flatMap { y in buffer.bounds.columns.map { buffer[$0, y] } }
        let text = cells.filter { $0.style.foreground == .rgb(0xff0000) }.map(\.text).joined()
        #expect(text.contains("Write your post here."))
        try await fixture.end()
    }

    @Test("Text that is pasted before the draft is loaded is part of the post")
    func early() async throws {
        let fixture = try await fixture()
        fixture.terminal.type("Pbox ")
        fixture.terminal.send(.paste("this"))
        fixture.terminal.type(" lap")
        await fixture.app.idle()
        try await fixture.press("ctrl-s")
        #expect(posted(fixture) == ["box this lap"])
        try await fixture.end()
    }

    @Test("Text for a post that turns out to be refused is dropped, and is no command for the screen below")
    func earlyTextOfRefusedPost() async throws {
        let fixture = try await fixture(FakePosting([]))
        let calls = fixture.track.calls
        await fixture.type("PlikeQ")
        #expect(fixture.terminal.isStarted && fixture.track.calls == calls)
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("R replies from the timeline and from an open ticket, with the post above the text")
    func reply() async throws {
        let fixture = try await fixture()
        for keys in ["R", "enter R"] {
            try await fixture.press(keys)
            #expect(fixture.terminal.text.contains("Reply to Pit Wall Live"))
            #expect(fixture.terminal.text.contains("Box, box. Car 16 out in P4"))
            #expect(fixture.terminal.text.contains("@pitwall"))
            try await fixture.press("escape")
            #expect(!fixture.terminal.text.contains("Reply to"))
        }
        #expect(fixture.session.messages.history.isEmpty, "A reply without words is no draft.")
        try await fixture.end()
    }

    @Test("Without drafts there are no hints of what can be done with one")
    func noDrafts() async throws {
        let fixture = try await fixture()
        try await fixture.press("alt-p")
        #expect(fixture.terminal.text.contains("There are no unsent posts."), "\(fixture.terminal.text)")
        let hints = fixture.terminal.lines.last ?? ""
        #expect(hints.contains("? help") && !hints.contains("continue") && !hints.contains("remove"), "\(hints)")
        try await fixture.end()
    }

    @Test("A message covers no account while accounts are chosen")
    func messageAboveAccounts() async throws {
        let fixture = try await fixture(FakePosting([FakePosting.ann, FakePosting.sky]))
        try await fixture.press("P alt-t")
        fixture.session.messages.failure("Kerb Notes: nobody answers.")
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("nobody answers"))
        #expect(fixture.terminal.text.contains(FakePosting.sky.handle), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Ctrl-C leaves a post as Esc does, and keeps its text as a draft")
    func interrupted() async throws {
        let fixture = try await fixture()
        try await fixture.press("P")
        await fixture.type("Notes.")
        try await fixture.press("ctrl-c alt-p")
        #expect(fixture.terminal.text.contains("Drafts   1"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("Notes."))
        try await fixture.end()
    }

    @Test("Ctrl-C while a post waits to be sent takes it back instead of ending the program")
    func interruptedSending() async throws {
        let fixture = try await fixture()
        fixture.session.settings.choose(.number(5), of: "posting.undo-seconds")
        try await fixture.press("P")
        await fixture.type("Notes.")
        try await fixture.press("ctrl-s")
        #expect(fixture.terminal.text.contains("Sending in 5 s"), "\(fixture.terminal.text)")
        try await fixture.press("ctrl-c")
        #expect(fixture.app.coordinator?.timeline?.screen == .compose)
        #expect(fixture.terminal.text.contains("Notes."), "\(fixture.terminal.text)")
        try await fixture.press("ctrl-c")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline && posted(fixture).isEmpty)
        try await fixture.end()
    }

    @Test("Tab completes the name before the cursor, and typing goes on after it")
    func completion() async throws {
        let fixture = try await fixture()
        try await fixture.press("P")
        await fixture.type("Hi @bo")
        #expect(fixture.terminal.text.contains("@bobby@pit.example"))
        try await fixture.press("tab")
        await fixture.type(", go!")
        try await fixture.press("ctrl-s")
        #expect(posted(fixture) == ["Hi @bob@kerb.example, go!"])
        try await fixture.end()
    }

    @Test("The completion that Tab has taken is whole on a narrow screen too")
    func narrowCompletion() async throws {
        let fixture = try AppFixture(width: 40, height: 20, posting: FakePosting())
        await fixture.startWithScene()
        try await fixture.press("P")
        await fixture.type("Hi @bo")
        try await fixture.press("tab tab")
        #expect(fixture.terminal.lines.contains { $0.hasPrefix("   @bobby@pit.example") }, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The lines for the warning, a file and its description take their text, and Escape closes only the line")
    func lines() async throws {
        let fixture = try await fixture()
        try await fixture.press("P alt-w")
        #expect(fixture.terminal.text.contains("Content warning:"))
        await fixture.type("spoiler")
        try await fixture.press("enter alt-m")
        await fixture.type("/pictures/apex.png")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("Description of apex.png:"))
        await fixture.type("The apex")
        try await fixture.press("enter alt-w escape")
        #expect(fixture.terminal.text.contains("apex.png  The apex"))
        #expect(fixture.terminal.text.contains("spoiler"))
        #expect(fixture.terminal.text.contains("New post"))
        try await fixture.end()
    }

    @Test("Alt-t opens the accounts, Space chooses one, and each that posts has its gauge and its warnings")
    func accounts() async throws {
        let fixture = try await fixture(FakePosting([FakePosting.ann, FakePosting.sky]))
        try await fixture.press("P")
        await fixture.type("The lights go out. Thanks @bob@pit.example!")
        try await fixture.press("alt-t")
        #expect(fixture.terminal.text.contains("◉ @ann@kerb.example"))
        #expect(!fixture.terminal.text.contains("◉ @ann.sky.example"))
        #expect(fixture.terminal.lines.last == " ␣ choose   ⏎ confirm", "\(fixture.terminal.text)")
        try await fixture.press("down space enter")
        let text = fixture.terminal.text
        #expect(text.contains("31 / 500") && text.contains("2 posts") && text.contains("43 / 40"))
        #expect(text.contains("@bob@pit.example is plain text there."))
        #expect(text.contains("@ann@kerb.example and 1 more"))
        #expect(fixture.terminal.lines.last?.contains("␣ choose   ⏎ confirm") == false)
        await fixture.type("!")
        try await fixture.press("ctrl-s")
        #expect(fixture.terminal.text.contains("Send again to publish a thread."))
        try await fixture.press("ctrl-s")
        #expect(posted(fixture).count == 2)
        try await fixture.end()
    }

    @Test("j and k move in the list of accounts like in other lists")
    func accountKeys() async throws {
        let fixture = try await fixture(FakePosting([FakePosting.ann, FakePosting.desk, FakePosting.sky]))
        try await fixture.press("P")
        await fixture.type("Box")
        try await fixture.press("alt-t j j k space enter")
        #expect(fixture.terminal.text.contains("@ann@kerb.example and 1 more"))
        #expect(fixture.terminal.text.contains("@desk@kerb.example") && !fixture.terminal.text.contains("Boxj"))
        try await fixture.end()
    }

    @Test("Alt-p keeps the post and opens the list of drafts, from which Enter continues it")
    func drafts() async throws {
        let fixture = try await fixture()
        try await fixture.press("P")
        await fixture.type("Half a thou")
        try await fixture.press("alt-p")
        #expect(fixture.terminal.text.contains("Drafts") && fixture.terminal.text.contains("Half a thou"))
        try await fixture.press("enter")
        await fixture.type("ght")
        try await fixture.press("ctrl-s")
        #expect(posted(fixture) == ["Half a thought"])
        try await fixture.end()
    }

    @Test("The time of a scheduled post is shown in full on 80 columns, also in the list of drafts")
    func scheduleOn80Columns() async throws {
        let time = AppFixture.now.advanced(by: .seconds(86_400))
        let post = ScheduledPost(id: "7", draft: PostDraft("Tomorrow"), time: time)
        let account = PostingAccount(id: "long", handle: "@a.very.long.name.of.an.account@a.very.long.host.example")
        let fixture = try AppFixture(
            width: 80, height: 24,
            posting: FakePosting([account], scheduled: { [(account: account, post: post)] }))
        await fixture.startWithScene()
        try await fixture.press("P")
        await fixture.type("Later")
        try await fixture.press("alt-d")
        await fixture.type("24h")
        try await fixture.press("enter")
        let words = fixture.session.texts.ahead(time, at: AppFixture.now)
        #expect(words.hasSuffix("(tomorrow)"))
        #expect(fixture.terminal.text.contains("published at \(words)"))
        try await fixture.press("alt-p")
        #expect(fixture.terminal.text.contains(words))
        try await fixture.end()
    }

    @Test("The accounts and their warnings fit on a screen of few lines", arguments: [4, 6, 8])
    func lowScreen(height: Int) async throws {
        let fixture = try AppFixture(
            width: 40, height: height, posting: FakePosting([FakePosting.ann, FakePosting.desk, FakePosting.sky]))
        await fixture.startWithScene()
        try await fixture.press("P")
        await fixture.type("Thanks @bob@pit.example!")
        try await fixture.press("alt-t down space down space")
        #expect(height < 8 || fixture.terminal.text.contains("@ann.sky.example"))
        try await fixture.press("enter")
        try await fixture.end()
    }

    @Test("The editor gets the text and gives it back without its last line feed")
    func editor() async throws {
        let fixture = try await fixture()
        await fixture.programs.end(ProgramResult(.exited(0), fileText: "Edited.\n"))
        try await fixture.press("P")
        await fixture.type("Draft")
        try await fixture.press("alt-e")
        #expect(await fixture.programs.calls.first?.file?.text == "Draft")
        await fixture.type(" More.")
        try await fixture.press("ctrl-s")
        #expect(posted(fixture) == ["Edited. More."])
        try await fixture.end()
    }

    @Test("An editor that fails leaves the text as it was")
    func failingEditor() async throws {
        let fixture = try await fixture()
        await fixture.programs.end(ProgramResult(.exited(1), fileText: ""))
        try await fixture.press("P")
        await fixture.type("Draft")
        try await fixture.press("alt-e")
        #expect(fixture.terminal.text.contains("Draft"))
        try await fixture.end()
    }

    @Test("A paste of several lines is text of the post, and not an address to follow")
    func paste() async throws {
        let fixture = try await fixture()
        try await fixture.press("P")
        fixture.terminal.send(.paste("https://racenotes.example\nread it"))
        await fixture.app.idle()
        try await fixture.press("ctrl-s")
        #expect(posted(fixture) == ["https://racenotes.example\nread it"])
        try await fixture.end()
    }

    @Test("A route from another process does not close the screen")
    func route() async throws {
        let fixture = try await fixture()
        try await fixture.press("P")
        #expect(await fixture.app.show(.timeline) == .busy)
        try await fixture.end()
    }

    @Test("Without accounts P says how to sign in")
    func noAccount() async throws {
        let fixture = try await fixture(nil)
        try await fixture.press("P")
        #expect(fixture.terminal.text.contains("fiber account add"))
        try await fixture.end()
    }

    @Test("Linear mode reads the screen's name, the account, and the line that is typed")
    func linear() async throws {
        var lines = ""
        let fixture = try await fixture { lines += $0 }
        try await fixture.press("R")
        await fixture.type("Yes.")
        #expect(lines.contains("Reply to Pit Wall Live") && lines.contains("@ann@kerb.example"))
        #expect(lines.contains("Yes."))
        try await fixture.end()
    }
}
