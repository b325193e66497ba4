import Coordinators
import EngineConcepts
import EngineTestSupport
import Queries
import TerminalDriverTestSupport
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Rules on the screen")
struct RuleScreenTests {
    @Test(
        "All rules are listed with their effect and what they match, and edited, disabled, removed and restored there")
    func allRules() async throws {
        let fixture = try await AppFixture.withTopics(rules: TopicScene.rules)
        try await fixture.press("X r")
        func line(_ name: String) -> String { fixture.terminal.lines.first { $0.contains(name) } ?? "" }
        #expect(fixture.terminal.lines.first?.contains("Rules   3 rules") == true, "\(fixture.terminal.text)")
        #expect(line("no bakery").contains("hide") && line("no bakery").hasSuffix("1 item"))
        #expect(line("quiet").contains("muffle") && line("grids").contains("highlight"))
        #expect(fixture.terminal.text.contains("hides 1 of 5") && fixture.terminal.text.contains("Bread and butter"))
        try await fixture.press("j")
        #expect(fixture.terminal.text.contains("muffles 1 of 5") && fixture.terminal.text.contains("WEC results"))
        try await fixture.press("enter ctrl-u")
        await fixture.type("rumour")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("muffles 2 of 5"), "\(fixture.terminal.text)")
        try await fixture.press("d")
        #expect(line("quiet").hasSuffix("off") && fixture.terminal.text.contains("would muffle 2 of 5"))
        try await fixture.press("D")
        #expect(fixture.terminal.lines.first?.contains("2 rules") == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.contains { $0.contains("▌") && $0.contains("grids") })
        try await fixture.press("U U U")
        #expect(fixture.terminal.lines.first?.contains("3 rules") == true, "\(fixture.terminal.text)")
        #expect(line("quiet").contains("title:results") && line("quiet").hasSuffix("1 item"))
        try await fixture.end()
    }

    @Test("A page of the rules is as long as their list")
    func pages() async throws {
        let fixture = try await AppFixture.withTopics(rules: TopicScene.rules)
        try await fixture.press("X r pagedown")
        #expect(fixture.terminal.lines.contains { $0.hasPrefix("▌") && $0.contains("grids") })
        try await fixture.end()
    }

    @Test("The list of rules opens from the suggestions for a ticket and as a command, and rules are made there")
    func reachingRules() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("h")
        #expect(fixture.terminal.lines.contains { $0.contains("from this source") && $0.contains("Kerb Notes") })
        try await fixture.press("down down down down down down down down down down enter")
        #expect(fixture.terminal.text.contains("There are no rules yet."), "\(fixture.terminal.text)")
        try await fixture.press("n")
        await fixture.type("wec\n")
        #expect(fixture.terminal.text.contains("hides 2 of 5"), "\(fixture.terminal.text)")
        try await fixture.press("q")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.press("enter :")
        await fixture.type("rules\n")
        #expect(fixture.app.coordinator?.timeline?.screen == .rules)
        #expect(fixture.terminal.text.contains("hides 2 of 5"))
        try await fixture.end()
    }

    @Test("A query with an error shows its position once, also after Enter, and is not saved")
    func wrongQuery() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("h")
        await fixture.type("lang:")
        let text = fixture.terminal.text
        #expect(text.contains("At character 6: expected a value after “lang:”"), "\(text)")
        try await fixture.press("enter")
        #expect(fixture.terminal.lines.count { $0.contains("At character 6") } == 1, "\(fixture.terminal.text)")
        try await fixture.press("escape")
        #expect(fixture.terminal.text.contains("Bread and butter"))
        try await fixture.end()
    }

    @Test("The recorded editor shows a rule before it is saved")
    func ruleScreen() async throws {
        let fixture = try await AppFixture.withTopics(width: 80, height: 12)
        try await fixture.press("h")
        await fixture.type("rumour")
        #expect(
            fixture.terminal.text == #"""
                 ◢ fiber     All 5  1 F1 3  2 WEC 2
                ▌●     1m F1 rumour in the paddock                             ≡ Kerb Notes  F1
                ▌         Text of F1 rumour in the paddock.

                ────────────────────────────────────────────────────────────────────────────────
                 New rule    hide    everywhere    forever
                 items that have “rumour”
                 would hide 2 of 5
                    1m  ≡ F1 rumour in the paddock  Text of F1 rumour in the paddock.
                    5m  ≡ F1 and WEC rumour  Text of F1 and WEC rumour.
                 ⏎ save   Tab hide, muffle, …   ^S where   ^T how long   ^R name   Esc back
                 rule rumour
                """#)
        try await fixture.end()
    }

    @Test("Keys pressed before the suggestions for a rule are loaded are applied to them")
    func earlyKeys() async throws {
        let fixture = try await AppFixture.withTopics()
        await fixture.type("hpaddock\n")
        #expect(fixture.terminal.text.contains("1 hidden"), "\(fixture.terminal.text)")
        #expect(!fixture.terminal.text.contains("F1 rumour in the paddock"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Text that is pasted before the suggestions for a rule are loaded does not overtake earlier keys")
    func earlyPaste() async throws {
        let fixture = try await AppFixture.withTopics()
        fixture.terminal.type("hpad")
        fixture.terminal.send(.paste("do"))
        fixture.terminal.type("ck\n")
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("1 hidden"), "\(fixture.terminal.text)")
        #expect(!fixture.terminal.text.contains("F1 rumour in the paddock"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The explanation of a rule is shown in full where it is edited and in the list of rules")
    func wholeExplanation() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("h down enter ctrl-u")
        await fixture.type("alpha OR bravo OR charlie OR delta OR echo OR foxtrot OR golf OR hotel")
        #expect(fixture.terminal.text.contains("“hotel”"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("would hide 0 of 5"), "\(fixture.terminal.text)")
        try await fixture.press("enter :")
        await fixture.type("rules\n")
        #expect(fixture.terminal.text.contains("“hotel”"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("hides 0 of 5"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The question of a new rule is whole and has its keys on small screens", arguments: [(40, 12), (60, 16)])
    func smallQuestion(width: Int, height: Int) async throws {
        let fixture = try await AppFixture.withTopics(width: width, height: height)
        try await fixture.press("h")
        let shown = fixture.terminal.lines.joined().filter { $0 != " " }
        #expect(shown.contains("Whichitemsshouldtherulematch?Choose,ortypeaquery."), "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.dropLast().last == " ⏎ choose   Esc back", "\(fixture.terminal.text)")
        for _ in 0..<20 { try await fixture.press("down") }
        #expect(fixture.terminal.lines.dropLast().last == " ⏎ choose   Esc back", "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.contains { $0.hasPrefix("▌ show all rules") }, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The choices of a rule are whole on forty columns, and its title gives way to them")
    func narrowHeading() async throws {
        let fixture = try await AppFixture.withTopics(width: 40, height: 12)
        try await fixture.press("h enter")
        #expect(fixture.terminal.lines.contains { $0.hasSuffix(" hide    from Kerb Notes    forever") })
        #expect(!fixture.terminal.text.contains("New rule"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A rule is named in its editor, before it is saved and later")
    func namingRule() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("h down enter ctrl-r")
        #expect(fixture.terminal.lines.last == " Name of the rule", "\(fixture.terminal.text)")
        await fixture.type("No Ada\n")
        #expect(fixture.terminal.text.contains("New rule  No Ada "), "\(fixture.terminal.text)")
        try await fixture.press("ctrl-r")
        await fixture.type(" or Bob")
        try await fixture.press("escape enter")
        #expect(fixture.services.track.labels.rules.map(\.name) == ["No Ada"])
        try await fixture.press(":")
        await fixture.type("rules\n")
        try await fixture.press("e ctrl-r ctrl-u")
        await fixture.type("Ada\n")
        try await fixture.press("enter")
        #expect(fixture.services.track.labels.rules.map(\.name) == ["Ada"])
        try await fixture.end()
    }
}
