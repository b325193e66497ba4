import Coordinators
import EngineConcepts
import EngineTestSupport
import Queries
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalUI

@Suite("Keys typed in one burst with the key that opens a list")
struct TypedAheadTests {
    @Test("Keys typed right after L choose from the source list")
    func sourceList() async throws {
        let fixture = try await AppFixture.withTopics()
        await fixture.type("Ljjj\n")
        let flow = try #require(fixture.app.coordinator?.timeline)
        #expect(flow.screen == .timeline, "\(fixture.terminal.text)")
        #expect(flow.timeline.currentView.suppliers == [TopicScene.supplier.id], "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Keys typed right after L find a source by its name and show it")
    func sourceListFilter() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        await fixture.type("L/kerb\n\n")
        let flow = try #require(fixture.app.coordinator?.timeline)
        #expect(flow.screen == .timeline, "\(fixture.terminal.text)")
        #expect(flow.timeline.currentView.suppliers == ["feed:kerb"], "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Keys typed right after E rename the source that they lead to")
    func sources() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        await fixture.type("Ejje")
        #expect(fixture.terminal.lines.last?.contains("New name for hacker news:") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Keys typed right after X show the hidden item that they lead to")
    func filtered() async throws {
        let rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        let fixture = try await AppFixture.withTopics(rules: [rule])
        #expect(fixture.terminal.lines.first?.contains("filter · 2 hidden") == true, "\(fixture.terminal.text)")
        await fixture.type("Xjhq")
        #expect(fixture.terminal.lines.first?.contains("filter · 1 hidden") == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("F1 and WEC rumour"), "\(fixture.terminal.text)")
        #expect(!fixture.terminal.text.contains("F1 rumour in the paddock"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Keys typed right after :rules disable the rule that they lead to")
    func rules() async throws {
        let fixture = try await AppFixture.withTopics(rules: TopicScene.rules)
        await fixture.type(":rules\njd")
        #expect(fixture.line(with: "no bakery")?.hasSuffix("off") == false, "\(fixture.terminal.text)")
        #expect(fixture.line(with: "title:results")?.hasSuffix("off") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A key typed right after @ is for the first account")
    func accounts() async throws {
        let fixture = try AppFixture(accounts: FakeAccounts([FakeAccounts.ann]))
        await fixture.startWithScene()
        await fixture.type("@D")
        #expect(fixture.app.stack.top?.isAsking == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test(
        "Changes of hidden items and rules typed at once do the same as typed one by one",
        arguments: [
            ("X", "hUh"), ("X", "hUhU"), ("X", "hUhUU"), ("X", "hh"), ("X", "dd"), ("X", "dUd"), ("X", "DUD"),
            ("X", "khdd"), ("X", "kDh"), ("Xr", "dd"), ("Xr", "dUd"), ("Xr", "DD"), ("Xr", "DUD"), ("Xr", "jDUDUdd"),
            ("Xr", "\n wec\nd"), ("X", "k\n wec\nd"), ("X", "hUq"),
        ])
    func changes(screen: String, keys: String) async throws {
        let rules = try [Rule(name: "no rumours", query: Query(parsing: "rumour"))] + TopicScene.rules
        var screens: [String] = []
        for parts in [keys.map { String($0) }, [keys]] {
            let fixture = try await AppFixture.withTopics(rules: rules)
            await fixture.type(screen)
            for part in parts { await fixture.type(part) }
            screens.append(fixture.terminal.text)
            try await fixture.end()
        }
        #expect(screens[0] == screens[1])
    }

    @Test("Esc leaves a list while a change is stored, but not before an undo that was typed is done")
    func leaving() async throws {
        let rule = Rule(name: "no rumours", query: try Query(parsing: "rumour"))
        let fixture = try await AppFixture.withTopics(rules: [rule])
        try await fixture.press("X")
        fixture.terminal.type("hU")
        try await fixture.press("escape")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline, "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.first?.contains("filter · 2 hidden") == true, "\(fixture.terminal.text)")
        try await fixture.press("X")
        try #require(fixture.app.stack.top as? FilteredController).send(.unhide)
        #expect(!fixture.app.acceptsInput)
        #expect(fixture.app.interrupts(.named(.escape), droppingInput: false))
        #expect(!fixture.app.interrupts(.named(.escape), droppingInput: true))
        #expect(fixture.app.interrupts(.control("c"), droppingInput: true))
        await fixture.app.idle()
        #expect(fixture.app.acceptsInput)
        try await fixture.end()
    }

    @Test("Keys are not held for a list that could not be read", arguments: ["L", "E", "X", "u", ":rules\n"])
    func failure(keys: String) async throws {
        let fixture = try await AppFixture.withTopics()
        fixture.track.fail(with: SupplierError(.unreachable, "The disk is gone."))
        await fixture.type(keys)
        #expect(fixture.app.coordinator?.timeline?.screen != .timeline, "\(fixture.terminal.text)")
        await fixture.type("jq")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline, "\(fixture.terminal.text)")
        try await fixture.end()
    }
}
