import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("The app in a terminal in memory")
struct AppTests {
    @Test("A ticket can be opened, left for its neighbour, followed to its link and closed by keys")
    func reading() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        #expect(fixture.terminal.lines[0].contains("6 unread"))
        try await fixture.press("j j enter")
        #expect(fixture.terminal.text.contains("Show HN: a terminal reader"))
        try await fixture.press("J")
        #expect(fixture.terminal.text.contains("What the data says"))
        try await fixture.press("1")
        #expect(await fixture.browser.urls == ["https://example.org/telemetry"])
        try await fixture.press("q")
        #expect(fixture.terminal.lines[0].contains("4 unread"))
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == "4")
        try fixture.terminal.press("q")
        #expect(try await fixture.ending() == .finished)
        #expect(!fixture.terminal.isStarted)
        #expect(fixture.track.settings["timeline.position"]?.contains("\"4\"") == true)
    }

    @Test(
        "Keys typed before the first frame act on the restored view and on its first row",
        arguments: [("enter", ScreenName.ticket, 0), ("h", ScreenName.rule, 0), ("2", ScreenName.timeline, 1)])
    func earlyKeys(keys: String, screen: ScreenName, topics: Int) async throws {
        let fixture = try AppFixture(library: Library(topics: try TopicScene.topics))
        fixture.track.setSuppliers([TopicScene.supplier])
        fixture.track.commit(TopicScene.tickets)
        try await fixture.labelTickets()
        try fixture.terminal.press(keys)
        await fixture.start()
        let flow = try #require(fixture.app.coordinator?.timeline)
        #expect(flow.screen == screen, "\(fixture.terminal.text)")
        #expect(flow.timeline.currentView.topics?.labels.count ?? 0 == topics)
        try await fixture.end()
    }

    @Test(
        "Keys typed faster than items are read apply to the items that earlier keys lead to",
        arguments: [("\nJJJ", "4"), ("\nnnn", "4"), ("\nJnK", "2")])
    func burst(keys: String, item: String) async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        await fixture.type(keys)
        #expect(fixture.app.coordinator?.timeline?.screen == .ticket)
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == item)
        try await fixture.end()
    }

    @Test("A mark that is set, undone and set again at once is set")
    func burstOfUndo() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("j j")
        let ticket = try #require(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id)
        await fixture.type("fUf")
        #expect(fixture.track.marks(of: ticket).isStarred)
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.marks.isStarred == true)
        await fixture.type("fUfUf")
        #expect(!fixture.track.marks(of: ticket).isStarred)
        try await fixture.end()
    }

    @Test("A search in an item, its end and a command typed at once apply to the item that was just opened")
    func burstInText() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        await fixture.type("\n/box\no")
        #expect((fixture.app.stack.top as? TicketController)?.searchText == "box")
        #expect(await fixture.browser.urls == ["https://racenotes.example/strategy-call"])
        try await fixture.end()
    }

    @Test("A number typed right after the key that lists links opens that link")
    func burstAtLinks() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("j j j j")
        await fixture.type("u1")
        #expect(await fixture.browser.urls == ["https://example.org/telemetry"], "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A notice goes with the next key, and an error stays until another screen opens")
    func notices() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        fixture.session.messages.show("No code here.")
        fixture.app.loop.setNeedsDisplay()
        await fixture.app.idle()
        #expect(fixture.terminal.text.contains("No code here."))
        try await fixture.press("j")
        #expect(!fixture.terminal.text.contains("No code here."))
        fixture.session.messages.failure("It is broken.")
        try await fixture.press("j")
        #expect(fixture.terminal.text.contains("It is broken."))
        fixture.time.advance(by: .seconds(2))
        try await fixture.press("?")
        #expect(!fixture.terminal.text.contains("It is broken."))
        try await fixture.press("escape")
        try await fixture.end()
    }

    @Test("Enter on a gap fills it, and its row shows the progress and then the new tickets")
    func filling() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("} }")
        try await fixture.press("enter")
        guard case .fill(let id, let gap, .newer, .pool) = fixture.track.calls.last else {
            Issue.record("no fill: \(fixture.track.calls)")
            return
        }
        fixture.track.emit(.fill(id, gap: gap, .filling))
        fixture.track.emit(.progress(id, FillProgress(answeredCount: 1, requestedCount: 2)))
        await fixture.shown { $0.contains("loading 1/2") }
        let came = Scene.ticket("9", of: "hn:newest", minutes: 90, TicketBody(title: "It came"))
        fixture.track.commit(
            Scene.tickets + [came], gaps: [Scene.gaps[0], Scene.gaps[2]], visibleRanges: Scene.visibleRanges)
        fixture.track.emit(.fill(id, gap: gap, .done(FillOutcome(inserted: 1))))
        await fixture.shown { $0.contains("It came") && $0.contains("1 item loaded") }
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == "9")
        try await fixture.end()
    }

    @Test("A gap is filled down to a typed date; without a gap under the cursor no date is asked for")
    func fillUntil() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("alt-g")
        #expect(fixture.terminal.text.contains("Move to a gap first"))
        try await fixture.press("} alt-g")
        await fixture.type("2026-11-20 11:20")
        try await fixture.press("enter")
        let time = try #require(Timestamp(rfc3339: "2026-11-20T11:20:00Z"))
        guard case .fill(_, _, .newer, .until(time)) = fixture.track.calls.last else {
            Issue.record("no fill: \(fixture.track.calls)")
            return
        }
        try await fixture.end()
    }

    @Test("A gap is filled down to the start of a day, and a time above the gap is refused in words")
    func fillUntilDay() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("} alt-g")
        await fixture.type("now")
        let calls = fixture.track.calls
        try await fixture.press("enter")
        #expect(fixture.track.calls == calls)
        #expect(fixture.terminal.text.contains("Nothing to load: the whole gap is older than that."))
        try await fixture.press("alt-g")
        await fixture.type("today")
        try await fixture.press("enter")
        let time = try #require(Timestamp(rfc3339: "2026-11-20T00:00:00Z"))
        guard case .fill(_, _, .newer, .until(time)) = fixture.track.calls.last else {
            Issue.record("no fill: \(fixture.track.calls)")
            return
        }
        try await fixture.end()
    }

    @Test("A content warning opened in the timeline or in the ticket is open in both")
    func liftedWarning() async throws {
        let fixture = try AppFixture(width: 60, height: 40)
        await fixture.startWithScene()
        let warned = try #require(Scene.tickets.first { $0.body.contentWarning != nil })
        let timeline = try #require(fixture.app.coordinator?.timeline?.timeline)
        let revealed = fixture.services.track.revealed
        for _ in 0..<10 where timeline.state.current?.ticket?.id != warned.id { try await fixture.press("j") }
        #expect(fixture.terminal.text.contains("race result"))
        try await fixture.press("z enter")
        #expect(fixture.terminal.text.contains("Car 14 wins by a nose."), "\(fixture.terminal.text)")
        try await fixture.press("z q")
        #expect(revealed.ids.isEmpty)
        try await fixture.press("enter z K J q")
        #expect(revealed.ids == [warned.id])
        try await fixture.end()
    }

    @Test("The first click selects a row, the second opens it, and the wheel scrolls")
    func mouse() async throws {
        let fixture = try AppFixture(height: 30)
        await fixture.startWithScene()
        let line = try #require(fixture.terminal.lines.firstIndex { $0.contains("Show HN") })
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: 20, y: line))))
        await fixture.app.idle()
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == "3")
        fixture.terminal.send(.mouse(MouseEvent(.wheelDown, at: Point(x: 20, y: line))))
        await fixture.app.idle()
        #expect(fixture.terminal.lines.firstIndex { $0.contains("Show HN") } == line - 3)
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: 20, y: line - 3))))
        await fixture.app.idle()
        #expect(fixture.app.coordinator?.timeline?.screen == .ticket)
        try await fixture.end()
    }

    @Test("A signal ends the program after everything is written")
    func signal() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("j j j")
        fixture.terminal.send(.signal(.terminate))
        #expect(try await fixture.ending() == .signal(.terminate))
        #expect(fixture.track.settings["timeline.position"] != nil)
    }

    @Test("q returns from a single source to all sources, and quits from there")
    func backFromOneSource() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("s")
        #expect(fixture.terminal.lines.first?.contains("only") == true, "\(fixture.terminal.text)")
        try await fixture.press("q")
        #expect(fixture.terminal.lines.first?.contains("All") == true, "\(fixture.terminal.text)")
        try await fixture.press("q")
        _ = try await fixture.ending()
    }
}
