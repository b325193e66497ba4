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

@Suite("Search on the screen")
struct SearchScreenTests {
    @Test("Search results appear while typing, can be shown in the timeline and saved as a topic")
    func search() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("/")
        await fixture.type("wec")
        #expect(fixture.terminal.text.contains("2 matches"), "\(fixture.terminal.text)")
        try await fixture.press("ctrl-s ctrl-u")
        await fixture.type("Endurance")
        try await fixture.press("enter")
        try await fixture.press("down enter")
        #expect(fixture.terminal.lines.first?.contains("3 Endurance 2") == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.contains { $0.hasPrefix("▌") && $0.contains("F1 and WEC rumour") })
        try await fixture.press("N")
        #expect(fixture.terminal.lines.contains { $0.hasPrefix("▌") && $0.contains("WEC results") })
        try await fixture.press("t")
        await fixture.type("end")
        try await fixture.press("enter")
        #expect(!fixture.terminal.text.contains("F1 grid") && fixture.terminal.text.contains("WEC results"))
        try await fixture.end()
    }

    @Test(
        "The number of hidden results is whole, and says what to do where there is room",
        arguments: [
            (120, "4 matches · 1 hidden by the filter; search everywhere to include it  "),
            (80, "4 matches · 1 hidden  "),
            (40, "4 matches · 1 hidden"),
        ])
    func hiddenResults(width: Int, summary: String) async throws {
        let fixture = try await AppFixture.withTopics(width: width, height: 12, rules: TopicScene.rules)
        try await fixture.press("/")
        await fixture.type("text")
        let bar = try #require(fixture.terminal.lines.first)
        #expect(bar.contains("Search   \(summary)") && !bar.contains("…"), "\(bar)")
        #expect(bar.hasSuffix("in this view, newest first") == (width > 40), "\(bar)")
        try await fixture.end()
    }

    @Test("Every result is seen when the results are read page by page")
    func pages() async throws {
        let fixture = try AppFixture()
        let titles = (101...170).map { "kerb \($0)" }
        fixture.track.setSuppliers([TopicScene.supplier])
        fixture.track.commit(zip(1..., titles).map { TopicScene.ticket($0, $1) })
        await fixture.start()
        try await fixture.press("/")
        await fixture.type("kerb")
        var seen: Set<String> = []
        for _ in 0..<10 {
            seen.formUnion(titles.filter { fixture.line(with: $0) != nil })
            try await fixture.press("pagedown")
        }
        #expect(seen.count == titles.count)
        try await fixture.end()
    }

    @Test("In an item opened from a search, N and n open the previous and the next result")
    func results() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("/")
        await fixture.type("wec")
        try await fixture.press("down enter enter")
        #expect(fixture.terminal.text.contains("F1 and WEC rumour") && !fixture.terminal.text.contains("WEC results"))
        try await fixture.press("N")
        #expect(fixture.terminal.text.contains("WEC results") && !fixture.terminal.text.contains("F1 and WEC rumour"))
        try await fixture.press("n")
        #expect(fixture.terminal.text.contains("F1 and WEC rumour"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Enter typed together with the query waits for the first result, and so do later keys")
    func burst() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("/")
        await fixture.type("wec\n?")
        #expect(fixture.terminal.lines.first?.contains("Keys") == true, "\(fixture.terminal.text)")
        try await fixture.press("q")
        #expect(fixture.terminal.lines.contains { $0.hasPrefix("▌") && $0.contains("WEC results") })
        try await fixture.press("escape /")
        await fixture.type("nothing-has-this\nx")
        #expect(fixture.terminal.lines.last?.hasSuffix("nothing-has-thisx") == true)
        try await fixture.end()
    }

    @Test(
        "Keys typed at once after a search apply to the results that they lead to",
        arguments: [("/wec\no", 2), ("/wec\nno", 5), ("/f1\nnno", 5)])
    func burstAtResults(keys: String, item: Int) async throws {
        let fixture = try await AppFixture.withTopics()
        await fixture.type(keys)
        #expect(await fixture.browser.urls == ["https://ada.example/\(item)"])
        try await fixture.end()
    }

    @Test("An incomplete last word of a query is searched as a prefix, and the explanation says so")
    func unfinishedWord() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("/")
        await fixture.type("rumour pad")
        #expect(fixture.terminal.text.contains("1 match") && fixture.terminal.text.contains("F1 rumour in the paddock"))
        #expect(fixture.terminal.text.contains("that have “pad…”"))
        await fixture.type("le")
        #expect(fixture.terminal.text.contains("Nothing matches"))
        try await fixture.end()
    }

    @Test("The explanation of a query can be read completely on a narrow screen")
    func longExplanation() async throws {
        let fixture = try await AppFixture.withTopics(width: 46)
        try await fixture.press("/")
        await fixture.type("title:rumour lang:en -author:bob age:<2d")
        let shown = fixture.terminal.lines.map { $0.filter { $0 != " " } }.joined()
        let query = try Query(parsing: "title:rumour lang:en -author:bob age:<2d")
        #expect(shown.contains(query.explanation().english.filter { $0 != " " }), "\(fixture.terminal.text)")
        try await fixture.press("escape")
        try await fixture.end()
    }

    @Test("No key to a result is offered for a wrong query or without a result")
    func hints() async throws {
        let fixture = try await AppFixture.withTopics()
        try await fixture.press("/")
        await fixture.type("wec")
        #expect(fixture.terminal.text.contains("go there"), "\(fixture.terminal.text)")
        await fixture.type(" nowhere")
        #expect(!fixture.terminal.text.contains("go there") && fixture.terminal.text.contains("^S save as topic"))
        await fixture.type(" (")
        #expect(!fixture.terminal.text.contains("go there") && !fixture.terminal.text.contains("^S"))
        #expect(fixture.terminal.text.contains("Esc back"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("The recorded search shows its results")
    func searchScreen() async throws {
        let fixture = try await AppFixture.withTopics(width: 80, height: 10)
        try await fixture.press("/")
        await fixture.type("wec")
        #expect(
            fixture.terminal.text == #"""
                 ◢ fiber    Search   2 matches                       in this view, newest first
                  items that have “wec”
                ▌     2m  ≡ Kerb Notes    WEC results  Text of WEC results.
                      5m  ≡ Kerb Notes    F1 and WEC rumour  Text of F1 and WEC rumour.




                 ⏎ go there, then n N   ^O open   ^S save as topic   ^G everywhere   Esc back
                 / wec
                """#)
        try await fixture.end()
    }

    @Test("Text that is pasted while a result is being chosen is for the screen that shows the result")
    func pasteAfterChoice() async throws {
        let fixture = try await AppFixture.withTopics()
        fixture.terminal.type("/wec\n")
        fixture.terminal.send(.paste("https://kerb.example/feed"))
        await fixture.app.idle()
        #expect(!fixture.terminal.text.contains("matches"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("kerb.example/feed"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Saving a search as a topic is confirmed while the search is still open")
    func saidWhileTyping() async throws {
        let fixture = try await AppFixture.withTopics()
        await fixture.type("/wec")
        try await fixture.press("ctrl-s ctrl-u")
        await fixture.type("Endurance\n")
        #expect(fixture.terminal.text.contains("Topic “Endurance” added"), "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.first?.contains("2 matches") == true, "the title stays")
        #expect(fixture.terminal.lines.last?.contains("/ wec") == true, "and what is typed")
        try await fixture.end()
    }
}
