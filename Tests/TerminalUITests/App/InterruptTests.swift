import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Ctrl-C on any screen")
struct InterruptTests {
    @Test(
        "Ctrl-C closes a prompt, and the screen below it keeps the keys",
        arguments: [
            ("E a", "Sources", "Address"), (", j j j enter", "Settings", "Reading width"), ("? /", "Keys", "/ 1"),
        ])
    func closedPrompt(keys: String, screen: String, prompt: String) async throws {
        let fixture = try AppFixture(width: 100)
        await fixture.startWithScene()
        try await fixture.press("\(keys) 1")
        #expect(fixture.terminal.lines.last?.contains(prompt) == true, "\(fixture.terminal.text)")
        try await fixture.press("ctrl-c")
        #expect(fixture.terminal.lines.first?.contains(screen) == true, "\(fixture.terminal.text)")
        #expect(fixture.terminal.lines.last?.contains(prompt) == false, "\(fixture.terminal.text)")
        try await fixture.press("q")
        #expect(fixture.terminal.lines.first?.contains(screen) == false, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test(
        "Ctrl-C closes one prompt, question, search or screen after another, and only then ends the program",
        arguments: [
            (":", 1), ("/ x", 1), ("/ x ctrl-s", 2), ("t", 1), ("t down ctrl-r", 2), ("h", 1), ("A", 1), ("P", 1),
            ("P Y e s", 1), ("P alt-w", 2), ("P alt-t", 2), ("enter", 1), ("enter u", 2), ("alt-s", 1), ("+", 1),
            ("L", 1), (",", 1), ("enter / b o x", 2), ("enter / b o x enter", 2), ("enter alt-3", 2),
            ("? / f i n d enter", 2),
        ])
    func closedOneByOne(keys: String, levels: Int) async throws {
        let topic = Topic(name: "F1", query: try Query(parsing: "car"))
        let fixture = try AppFixture(
            width: 100, library: Library(topics: [topic]), posting: FakePosting([FakePosting.ann, FakePosting.sky]))
        fixture.setScene()
        try await fixture.labelTickets()
        await fixture.start()
        try await fixture.press(keys)
        for _ in 0..<levels {
            let flow = try #require(fixture.app.coordinator?.timeline)
            let isAsked = fixture.terminal.text.contains("A confirms")
            #expect(flow.screen != .timeline || isAsked, "\(fixture.terminal.text)")
            try await fixture.press("ctrl-c")
        }
        let flow = try #require(fixture.app.coordinator?.timeline)
        #expect(flow.screen == .timeline && !fixture.terminal.text.contains("A confirms"))
        try await fixture.press("ctrl-c")
        try #require(fixture.app.coordinator?.timeline == nil)
        #expect(try await fixture.ending() == .finished)
    }

    @Test("Ctrl-C drops a count and ends a search in the timeline before it ends the program")
    func interruptedTimeline() async throws {
        let fixture = try AppFixture(width: 100)
        await fixture.startWithScene()
        try await fixture.press("/ c a r enter")
        let timeline = try #require(fixture.app.coordinator?.timeline?.timeline)
        try #require(timeline.state.searchQuery != nil)
        try await fixture.press("alt-3 ctrl-c")
        #expect(timeline.state.searchQuery != nil && fixture.app.coordinator?.state == .reading)
        try await fixture.press("ctrl-c")
        #expect(timeline.state.searchQuery == nil && fixture.app.coordinator?.state == .reading)
        try await fixture.press("ctrl-c")
        #expect(try await fixture.ending() == .finished)
    }

    @Test(
        "Ctrl-C returns from topics, marked and unread items and a source to the whole timeline before it ends the program",
        arguments: [("1", 1), ("1 2 &", 1), ("M", 1), ("*", 1), ("W", 1), ("s", 1), ("1 s", 2)])
    func interruptedView(keys: String, levels: Int) async throws {
        let fixture = try await AppFixture.withTopics(width: 100)
        let timeline = try #require(fixture.app.coordinator?.timeline?.timeline)
        try await fixture.press(keys)
        for _ in 0..<levels {
            #expect(timeline.isRestricted, "\(fixture.terminal.text)")
            try await fixture.press("ctrl-c")
        }
        #expect(!timeline.isRestricted && fixture.app.coordinator?.state == .reading)
        try await fixture.press("ctrl-c")
        #expect(try await fixture.ending() == .finished)
    }

    @Test("Ctrl-C cancels loading that the user started before it ends the program")
    func interruptedLoading() async throws {
        let fixture = try AppFixture(width: 100)
        await fixture.startWithScene()
        try await fixture.press("r ctrl-c")
        guard case .cancel(let id) = fixture.track.calls.last else {
            Issue.record("not cancelled: \(fixture.track.calls)")
            return
        }
        #expect(fixture.app.coordinator?.state == .reading)
        fixture.track.emit(.fill(id, gap: nil, .cancelled))
        await fixture.shown { $0.contains("Cancelled.") }
        try await fixture.press("ctrl-c")
        #expect(try await fixture.ending() == .finished)
    }

    @Test("Ctrl-C with another command in the user's keys performs that one")
    func reboundInterrupt() async throws {
        let keymap = try CommandTable.standard.keymap(
            preset: .fiber, changes: [KeyChange(context: "ticket", keys: "ctrl-c", command: "links")]
        ) { index, error in Issue.record("\(index): \(error)") }
        let fixture = try AppFixture(width: 100, keymap: keymap)
        await fixture.startWithScene()
        try await fixture.press("enter ctrl-c")
        #expect(fixture.app.coordinator?.timeline?.screen == .links)
        try await fixture.end()
    }
}
