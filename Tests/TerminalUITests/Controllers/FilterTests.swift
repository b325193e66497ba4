import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import TerminalDriverTestSupport
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Topics and the content filter on the screen")
struct FilterTests {
    @Test("Number keys toggle two topics; a muted word is tried, listed under X and un-hidden")
    func togglingAndMuting() async throws {
        let fixture = try await AppFixture.withTopics()
        #expect(fixture.terminal.lines.first?.contains("1 F1 3") == true, "\(fixture.terminal.lines.first ?? "")")
        try await fixture.press("1")
        #expect(!fixture.terminal.text.contains("WEC results") && fixture.terminal.text.contains("F1 grid"))
        try await fixture.press("2")
        #expect(fixture.terminal.text.contains("WEC results") && !fixture.terminal.text.contains("Bread"))
        try await fixture.press("&")
        #expect(fixture.terminal.text.contains("F1 and WEC rumour") && !fixture.terminal.text.contains("F1 grid"))
        try await fixture.press("0")
        #expect(fixture.terminal.text.contains("Bread and butter"))

        // The longest word of the title is suggested after source and author; another one can be typed.
        try await fixture.press("g h down down enter")
        #expect(fixture.terminal.text.contains("would hide 1 of 5"), "\(fixture.terminal.text)")
        try await fixture.press("ctrl-u")
        await fixture.type("rumour")
        #expect(fixture.terminal.text.contains("would hide 2 of 5"), "\(fixture.terminal.text)")
        try await fixture.press("enter")
        #expect(!fixture.terminal.text.contains("F1 rumour in the paddock"))
        #expect(fixture.terminal.lines.first?.contains("filter · 2 hidden") == true)

        try await fixture.press("x")
        #expect(fixture.terminal.text.contains("F1 rumour in the paddock"))
        #expect(fixture.terminal.lines.first?.contains("filter off") == true)
        try await fixture.press("x X")
        #expect(fixture.terminal.text.contains("2 items hidden by 1 rule in this view"))
        try await fixture.press("h")
        try await fixture.press("q g")
        #expect(fixture.terminal.text.contains("F1 rumour in the paddock"))
        #expect(fixture.terminal.lines.first?.contains("filter · 1 hidden") == true)
        try await fixture.press("U U")
        #expect(fixture.terminal.lines.first?.contains("filter") == false)
        try await fixture.end()
    }

    @Test("A message covers no hints, no question and no line for text")
    func messagesHideNothing() async throws {
        let fixture = try await AppFixture.withTopics(height: 8)
        try await fixture.press("G")
        let before = fixture.terminal.lines
        try await fixture.press("}")
        #expect(fixture.terminal.lines.dropLast().last?.contains("No more in this direction.") == true)
        #expect(fixture.terminal.lines.last == before.last, "the hints stay")
        #expect(fixture.terminal.lines.dropLast(2) == before.dropLast(2))
        fixture.session.messages.failure("It is broken.")
        try await fixture.press("A")
        #expect(fixture.terminal.lines.last?.contains("Mark all 5 as read?") == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("It is broken."))
        try await fixture.press("escape")
        try await fixture.end()
    }

    @Test("All screens for topics and rules fit forty columns by ten rows")
    func small() async throws {
        let fixture = try await AppFixture.withTopics(width: 40, height: 10)
        for keys in ["h", "down", "enter", "escape", "t", "escape", "/", "w", "escape", "X", "q"] {
            try await fixture.press(keys)
            #expect(fixture.terminal.lines.count == 10)
        }
        try await fixture.end()
    }

    @Test("The recorded timeline with topics shows hidden, muffled and highlighted tickets")
    func timelineScreen() async throws {
        let fixture = try await AppFixture.withTopics(width: 90, height: 16, rules: TopicScene.rules)
        #expect(
            fixture.terminal.text == #"""
                 ◢ fiber     All 4  1 F1 3  2 WEC 2                                 ◉ filter · 1 hidden

                ▌●     1m F1 rumour in the paddock                                       ≡ Kerb Notes  F1
                ▌         Text of F1 rumour in the paddock.

                 ●     2m muffled · “quiet”: WEC results                                           ⏎ show

                 ●     3m F1 grid                                              ✦ grids   ≡ Kerb Notes  F1
                          Text of F1 grid.

                 ●     5m F1 and WEC rumour                                        ≡ Kerb Notes  F1 · WEC
                          Text of F1 and WEC rumour.



                 ⏎ open   ? help   g top   n unread   } gap   r refresh   x filter   t topics       11:54
                """#)
        try await fixture.end()
    }

    @Test(
        "Where there are no items, links or actions, no hint names what needs one",
        arguments: [
            ("", "Nothing here yet."), ("u", "This item has no links."),
            ("+", "The source of this item takes no replies, likes or other actions."),
        ])
    func hintsOfEmptyScreens(keys: String, text: String) async throws {
        let fixture = try AppFixture(width: 120, library: Library(), posting: FakePosting())
        if !keys.isEmpty {
            let item = SourceItem(
                id: "1", orderTime: AppFixture.now.advanced(by: .seconds(-60)),
                body: TicketBody(text: .plain("Words without a link")))
            fixture.track.commit([Ticket(item, of: "feed:a", seen: AppFixture.now)])
        }
        await fixture.start()
        try await fixture.press(keys)
        #expect(fixture.terminal.text.contains(text), "\(fixture.terminal.text)")
        let hints = fixture.terminal.lines.last ?? ""
        #expect(hints.contains("? help"), "\(hints)")
        #expect(!["⏎", "gap", "unread", "copy"].contains { hints.contains($0) }, "\(hints)")
        try await fixture.end()
    }

    @Test("The hints of an empty list name only what can be done there", arguments: ["X", "X r", "@"])
    func hintsOfEmptyLists(keys: String) async throws {
        let fixture = try AppFixture(width: 120, library: Library(), accounts: FakeAccounts())
        await fixture.startWithScene()
        try await fixture.press(keys)
        #expect(fixture.app.coordinator?.timeline?.screen != .timeline)
        let hints = fixture.terminal.lines.last ?? ""
        #expect(hints.contains("new rule") || hints.contains("sign in"), "\(hints)")
        #expect(!["⏎", "remove", "disable", "unhide", "filter", "again"].contains { hints.contains($0) }, "\(hints)")
        try await fixture.end()
    }

    @Test("The recorded list of hidden tickets names the hiding rules")
    func filteredScreen() async throws {
        let fixture = try await AppFixture.withTopics(width: 80, height: 7, rules: TopicScene.rules)
        try await fixture.press("X")
        #expect(
            fixture.terminal.text == #"""
                 ◢ fiber    Filtered   1 item hidden by 1 rule in this view      x filter is on
                   no bakery   bread                                                 1 hidden
                ▌      4m  ≡ Bread and butter  Text of Bread and butter.



                 ⏎ show   ? help   h unhide   e edit rule   d disable   r rules   n new rule
                """#)
        try await fixture.end()
    }

    @Test("On narrow screens the number of hidden tickets is said without the rules, and not cut")
    func narrowFiltered() async throws {
        let fixture = try await AppFixture.withTopics(width: 40, height: 10, rules: TopicScene.rules)
        try await fixture.press("X")
        #expect(fixture.terminal.lines.first == " ◢    Filtered   1 item    filter is on")
        try await fixture.end()
    }

    @Test("Keys typed ahead of a command that waits for its row go to the screen that the command opens")
    func typedAhead() async throws {
        let fixture = try await AppFixture.withTopics()
        fixture.track.commit((1...400).map { TopicScene.ticket($0, "Ticket \($0)") })
        await fixture.shown { $0.contains("All 400") }
        try await fixture.press("G")
        #expect(fixture.terminal.text.contains("Ticket 400"))
        // The rows at the top have to be read first. `t` and `i` would open other screens here.
        await fixture.type("ghtitle")
        #expect(fixture.terminal.lines.last?.hasSuffix("title") == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("New rule") || fixture.terminal.lines.last?.contains("rule") == true)
        try await fixture.end()
    }
}
