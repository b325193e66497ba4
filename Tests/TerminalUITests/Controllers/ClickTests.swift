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

@Suite("Clicks")
struct ClickTests {
    private func started(width: Int = 100, height: Int = 30) async throws -> AppFixture {
        let topic = Topic(name: "F1", query: try Query(parsing: "kerb OR car"))
        let fixture = try AppFixture(
            width: width, height: height, library: Library(topics: [topic]),
            diagnostics: FakeDiagnostics.example(at: AppFixture.now))
        fixture.setScene()
        try await fixture.labelTickets()
        await fixture.start()
        return fixture
    }

    private func click(_ text: String, _ button: MouseEvent.Button = .left, in fixture: AppFixture) async throws {
        let lines = fixture.terminal.lines
        let y = try #require(lines.lastIndex { $0.contains(text) }, "\(text) is not on the screen.")
        let range = try #require(lines[y].firstRange(of: text))
        let x = TextWidth.width(of: String(lines[y][..<range.lowerBound]))
        fixture.terminal.send(.mouse(MouseEvent(.press(button), at: Point(x: x, y: y))))
        await fixture.app.idle()
    }

    @Test("A click on a hint presses its key, also to go back")
    func hints() async throws {
        let fixture = try await started()
        try await click("? help", in: fixture)
        #expect(fixture.app.coordinator?.timeline?.screen == .help)
        try await click("q back", in: fixture)
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.end()
    }

    @Test("The right button goes back from a screen, and closes no program")
    func back() async throws {
        let fixture = try await started()
        try await fixture.press("enter")
        try await click("Car 16", .right, in: fixture)
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await click("Show HN", .right, in: fixture)
        #expect(fixture.app.coordinator?.state != .finished)
        try await fixture.press("/ k")
        try await click("k", .right, in: fixture)
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.end()
    }

    @Test("A click on a link of an article opens it")
    func links() async throws {
        let fixture = try await started(height: 40)
        let body = TicketBody(
            title: "Linked",
            text: .styled(
                StyledText(blocks: [
                    StyledText.Block(
                        text: "See the chart now.",
                        entities: [StyledText.Entity(.link, 8..<13, target: "https://chart.example/")])
                ])))
        let item = SourceItem(id: "linked", orderTime: AppFixture.now, body: body)
        fixture.track.commit([Ticket(item, of: "feed:kerb", seen: AppFixture.now)])
        await fixture.app.idle()
        try await fixture.press("g enter")
        try await click("chart", in: fixture)
        #expect(await fixture.browser.urls == ["https://chart.example/"])
        try await fixture.end()
    }

    @Test("The first click on a row of a list selects it, the second is Enter")
    func rows() async throws {
        let fixture = try await started()
        try await fixture.press("j j j j enter u")
        #expect(fixture.app.coordinator?.timeline?.screen == .links)
        try await click("https://kerb.example/turn-nine", in: fixture)
        if await fixture.browser.urls.isEmpty { try await click("https://kerb.example/turn-nine", in: fixture) }
        #expect(await fixture.browser.urls == ["https://kerb.example/turn-nine"])
        try await fixture.end()
    }

    @Test("A click on a tab turns to its page, and one on a choice of the current setting chooses it")
    func tabs() async throws {
        let fixture = try await started()
        try await fixture.press(", d")
        let before = fixture.terminal.text
        try await click("requests", in: fixture)
        #expect(fixture.terminal.text != before)
        try await fixture.press("q")
        try await fixture.press("g")
        let light = fixture.session.settings.themes
        try await click(" racing ", in: fixture)
        #expect(fixture.session.settings.themes != light)
        try await fixture.end()
    }

    @Test("What lies below an overlay cannot be clicked")
    func overlays() async throws {
        let fixture = try await started()
        try await fixture.press(":")
        try await click("fiber", in: fixture)
        #expect(fixture.app.coordinator?.timeline?.screen == .command)
        try await fixture.end()
    }

    @Test("A click on a match of the command line completes it")
    func matches() async throws {
        let fixture = try await started()
        try await fixture.press(":")
        await fixture.type("the")
        try await click("theme NAME", in: fixture)
        #expect(fixture.terminal.lines.last?.contains("theme") == true, "\(fixture.terminal.text)")
        #expect(fixture.app.coordinator?.timeline?.screen == .command)
        try await fixture.end()
    }

    @Test("A click on a row does not enter what is typed in a prompt below the list")
    func prompt() async throws {
        let fixture = try await started()
        try await fixture.press("E a")
        await fixture.type("example.org")
        let y = try #require(fixture.terminal.lines.firstIndex { $0.hasPrefix("▌") })
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: 20, y: y))))
        await fixture.app.idle()
        #expect(fixture.terminal.lines.last?.contains("example.org") == true, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A click on a message dismisses it, and does not reach the row below it")
    func message() async throws {
        let fixture = try await started()
        fixture.session.messages.show("This lies over a row.")
        await fixture.app.idle()
        try await click("This lies over a row.", in: fixture)
        #expect(!fixture.terminal.text.contains("This lies over a row."))
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == "1")
        try await fixture.end()
    }

    @Test("A click before the first frame of a screen hits nothing of the former one")
    func formerFrame() async throws {
        let fixture = try await started()
        let hints = try #require(fixture.terminal.lines.last)
        let help = try #require(hints.firstRange(of: "? help"))
        let column = TextWidth.width(of: String(hints[..<help.lowerBound]))
        try fixture.terminal.press(",")
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: column, y: 29))))
        await fixture.app.idle()
        #expect(fixture.app.coordinator?.timeline?.screen == .settings)
        try await fixture.end()
    }

    @Test(
        "The second click on a row beside an open item or the source list opens that item in its place",
        arguments: [("enter", 160), ("L", 120)])
    func besideOthers(key: String, width: Int) async throws {
        let fixture = try await started(width: width, height: 45)
        try await fixture.press(key)
        try await click("Show HN", in: fixture)
        try await click("Show HN", in: fixture)
        #expect(fixture.app.coordinator?.timeline?.screen == .ticket)
        #expect(fixture.terminal.lines[0].contains("hacker news"), "\(fixture.terminal.text)")
        try await fixture.press("q")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        try await fixture.end()
    }

    @Test("A query is recalled in the search, the choice of topics and the editor of rules")
    func histories() async throws {
        let fixture = try await started()
        try await fixture.press("/ k e r b enter")
        try await fixture.press("escape t alt-p")
        #expect(fixture.terminal.lines.last?.contains("kerb") == true, "\(fixture.terminal.lines.last ?? "")")
        try await fixture.press("escape / alt-p")
        #expect(fixture.terminal.lines.last?.contains("kerb") == true, "\(fixture.terminal.lines.last ?? "")")
        try await fixture.end()
    }
}
