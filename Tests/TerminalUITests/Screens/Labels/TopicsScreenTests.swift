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

@Suite("Topics on the screen")
struct TopicsScreenTests {
    @Test("A narrow top bar drops counts of topics before their names, and keeps the totals")
    func narrowBar() async throws {
        var bars: [String] = []
        for width in 25...40 {
            let fixture = try await AppFixture.withTopics(width: width)
            bars.append(fixture.terminal.lines.first ?? "")
            try await fixture.end()
        }
        #expect(bars.allSatisfy { $0.contains("All 5") }, "\(bars)")
        #expect(bars.allSatisfy { $0.contains("1 F1") && $0.contains("2 WEC") }, "\(bars)")
        #expect(bars.last?.contains("1 F1 3  2 WEC 2") == true, "\(bars)")
        #expect(bars.first?.contains("1 F1 2 WEC") == true, "\(bars)")
    }

    @Test(
        "A narrow top bar cuts the names of unchosen topics step by step before it drops any, and says how many it dropped"
    )
    func manyTopics() async throws {
        let names = [
            "Motorsport", "Terminal programs", "Swift", "World news", "Science", "Photography", "Trains", "Cooking",
            "Long distance walks",
        ]
        let topics = try names.map { Topic(name: $0, query: try Query(parsing: "title:\"\($0)\"")) }
        var said: [Int] = []
        for width in stride(from: 190, through: 75, by: -5) {
            let fixture = try AppFixture(width: width, height: 10, library: Library(topics: topics))
            try await fixture.labelTickets()
            await fixture.start()
            try await fixture.press("2")
            let bar = (fixture.terminal.lines.first ?? "") + " "
            #expect(bar.contains("2 Terminal programs"), "\(width): \(bar)")
            let shown = names.count { bar.contains($0.prefix(3)) }
            let dropped = names.count - shown
            #expect(dropped == 0 || bar.contains(" +\(dropped) "), "\(width): \(bar)")
            said.append(shown)
            try await fixture.end()
        }
        #expect(said == said.sorted(by: >), "\(said)")
        #expect(said.first == names.count && Set(said).count > 4, "\(said)")
    }

    @Test("In the choice of topics, the key before a name chooses it, and a pinned topic gets the first digit")
    func topicKeys() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("t 2")
        #expect(!fixture.terminal.text.contains("F1 grid") && fixture.terminal.text.contains("WEC results"))
        try await fixture.press("t down down ctrl-t escape")
        #expect(fixture.terminal.lines.first?.contains("1 WEC") == true, "\(fixture.terminal.text)")
        try await fixture.press("t 2")
        #expect(fixture.terminal.text.contains("F1 grid") && !fixture.terminal.text.contains("WEC results"))
        try await fixture.press("U")
        #expect(fixture.terminal.lines.first?.contains("1 F1") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A topic is renamed in the choice and stays chosen; a name that exists is asked for again")
    func renamingTopic() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("1 t down ctrl-r")
        #expect(fixture.terminal.lines.last == " New name for F1: F1", "\(fixture.terminal.text)")
        try await fixture.press("ctrl-u")
        await fixture.type("WEC\n")
        #expect(
            fixture.terminal.text.contains("“WEC” exists already. Choose another name."), "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.last == " New name for F1: WEC")
        try await fixture.press("ctrl-u")
        await fixture.type("Formula 1\n")
        try await fixture.press("escape")
        #expect(fixture.terminal.lines.first?.contains("1 Formula 1") == true, "\(fixture.terminal.text)")
        #expect(!fixture.terminal.text.contains("WEC results") && fixture.terminal.text.contains("F1 grid"))
        try await fixture.press("U")
        #expect(fixture.terminal.text.contains("Undone: topic “F1” is as before"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.first?.contains("1 F1") == true)
        try await fixture.end()
    }

    @Test("After a topic was found and renamed, the choice looks for nothing, so that Enter opens the renamed topic")
    func renamingFoundTopic() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("t")
        await fixture.type("WE")
        try await fixture.press("ctrl-r ctrl-u")
        await fixture.type("Le Mans\n")
        #expect(!fixture.terminal.text.contains("+ WE"), "\(fixture.terminal.text)")
        try await fixture.press("enter")
        #expect(fixture.terminal.text.contains("WEC results") && !fixture.terminal.text.contains("F1 grid"))
        #expect(fixture.terminal.lines.first?.contains("2 Le Mans") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The recorded choice of topics matches")
    func topicsScreen() async throws {
        let fixture = try await AppFixture.withTopics(width: 80, height: 10)
        try await fixture.press("t")
        #expect(
            fixture.terminal.text == #"""
                 ◢ fiber     All 5  1 F1 3  2 WEC 2
                ▌●     1m F1 rumour in the paddock                             ≡ Kerb Notes  F1
                ▌         Text of F1 rumour in the paddock.

                ────────────────────────────────────────────────────────────────────────────────
                ▌◉ 0 All   5 of 5   all items
                   1 F1    3 of 3   title:f1
                   2 WEC   2 of 2   title:wec
                 ⏎ show all   Esc back
                 topic
                """#)
        try await fixture.end()
    }

    @Test("The choice of topics hints at what Enter does with the current row, and at keys of topics on topics only")
    func topicHints() async throws {
        let fixture = try await AppFixture.withTopics(width: 80, height: 12)
        func hints() -> String { fixture.terminal.lines.dropLast().last ?? "" }
        try await fixture.press("t")
        #expect(hints() == " ⏎ show all   Esc back")
        try await fixture.press("down")
        #expect(hints() == " ⏎ only this   Tab this too   ^T pin   ^R rename   ^X remove   Esc back")
        try await fixture.press("tab down tab")
        #expect(hints() == " ⏎ only this   Tab this too   ^T pin   ^R rename   Esc back   any of these")
        await fixture.type("bread")
        #expect(hints() == " ⏎ create   Esc back   any of these", "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test(
        "The explanation of a new topic and the error of its query are whole in the choice of topics",
        arguments: [40, 60, 80])
    func newTopic(width: Int) async throws {
        let fixture = try await AppFixture.withTopics(width: width, height: 16)
        func text(_ lines: some Sequence<String>) -> String { lines.joined().filter { $0 != " " && $0 != "▌" } }
        let typed = "bread AND NOT title:lap OR lang:en"
        try await fixture.press("t")
        await fixture.type(typed)
        let explanation = text([try Query(parsing: typed).explanation().english])
        #expect(text(fixture.terminal.lines).contains(explanation), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("▌    + bread AND NOT"), "\(fixture.terminal.text)")
        await fixture.type(" since:x")
        let error = "“since” is not a field."
        #expect(text(fixture.terminal.lines).contains("⚠Atcharacter36:" + text([error])), "\(fixture.terminal.text)")
        #expect(!fixture.terminal.text.contains("▌⚠"), "An error is no row.")
        try await fixture.press("enter")
        #expect(fixture.terminal.lines.count { $0.contains("At character 36") } == 1, "\(fixture.terminal.text)")
        #expect(fixture.session.messages.history.last?.text.hasPrefix("At character 36") == true)
        try await fixture.end()
    }
}
