import Coordinators
import EngineConcepts
import EngineTestSupport
import Queries
import TerminalDriverTestSupport
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
