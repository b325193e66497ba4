import Coordinators
import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Queries
import TerminalDriverTestSupport
import TerminalKit
import Testing
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("The source list on the screen")
struct SidebarTests {
    private func fixture(_ width: Int, _ height: Int = 30) async throws -> AppFixture {
        let fixture = try AppFixture(
            width: width, height: height,
            library: Library(
                topics: [Topic(name: "WEC", query: try Query(parsing: "tag:wec OR mans"))], rules: []))
        fixture.setScene()
        try await fixture.labelTickets()
        await fixture.start()
        return fixture
    }

    private func currentView(_ fixture: AppFixture) throws -> TrackView {
        try #require(fixture.app.coordinator?.timeline).timeline.currentView
    }

    @Test("A wide terminal shows the list beside the timeline, and the choice is stored")
    func pinned() async throws {
        let fixture = try await fixture(120)
        #expect(!fixture.terminal.text.contains("Source list"))
        try await fixture.press("alt-l")
        #expect(fixture.terminal.lines[0].hasPrefix(" Source list"))
        #expect(fixture.terminal.lines[0].contains("fiber"))
        #expect(fixture.terminal.text.contains("Kerb Notes"))
        let line = try #require(fixture.terminal.lines.first { $0.contains("Box, box.") })
        #expect(Array(line).dropFirst(30).first == "│")
        // The keys still belong to the timeline.
        try await fixture.press("j")
        #expect(fixture.app.coordinator?.timeline?.timeline.state.current?.ticket?.id.item == "2")
        await fixture.session.preferences.flush()
        #expect(fixture.track.settings["timeline.sidebar"] == "true")
        try await fixture.press("alt-l")
        #expect(!fixture.terminal.text.contains("Source list"))
        try await fixture.end()
    }

    @Test("A stored sidebar appears at the start, and below a hundred columns only the timeline")
    func restored() async throws {
        let fixture = try AppFixture(width: 120)
        fixture.setScene()
        fixture.track.settings["timeline.sidebar"] = "true"
        await fixture.start()
        #expect(fixture.terminal.lines[0].hasPrefix(" Source list"))
        fixture.terminal.resize(width: 99, height: 24)
        await fixture.app.idle()
        #expect(!fixture.terminal.text.contains("Source list"))
        fixture.terminal.resize(width: 100, height: 24)
        await fixture.app.idle()
        #expect(fixture.terminal.lines[0].hasPrefix(" Source list"))
        try await fixture.end()
    }

    @Test("On a narrow terminal the list is a screen, and both keys open it")
    func narrow() async throws {
        for key in ["L", "alt-l"] {
            let fixture = try await fixture(80, 24)
            try await fixture.press(key)
            #expect(fixture.terminal.lines[0].contains("Source list"))
            #expect(!fixture.terminal.text.contains("Box, box."))
            try await fixture.press("G enter")
            #expect(fixture.terminal.text.contains("Source list") == false)
            #expect(try currentView(fixture).suppliers?.count == 1)
            try await fixture.end()
        }
    }

    @Test("Keys of the open list choose a source while the timeline stays visible beside it")
    func keys() async throws {
        let fixture = try await fixture(120)
        try await fixture.press("L")
        #expect(fixture.terminal.text.contains("Box, box."))
        try await fixture.press("G A")
        #expect(fixture.terminal.text.contains("U undoes") || fixture.terminal.text.contains("read already"))
        try await fixture.press("U k n")
        #expect(try currentView(fixture).suppliers?.count == 1)
        #expect(fixture.terminal.text.contains("Source list"))
        try await fixture.press("g enter")
        #expect(try currentView(fixture).suppliers == nil)
        #expect(!fixture.terminal.text.contains("Source list"))
        try await fixture.end()
    }

    @Test("While the open list has the keys, the timeline's current row has only a mark, and the timeline no hints")
    func keysOfList() async throws {
        let fixture = try AppFixture(width: 120, height: 30, capabilities: .init(depth: .none))
        fixture.setScene()
        await fixture.start()
        for (key, hasKeys) in [("alt-l", true), ("L", false), ("L", true)] {
            try await fixture.press(key)
            let y = try #require(fixture.terminal.lines.firstIndex { $0.contains("Box, box.") })
            let buffer = try #require(fixture.terminal.frame).buffer
            #expect(buffer[31, y].text == "▌")
            #expect(buffer[45, y].style.attributes.contains(.reverse) == hasKeys)
            #expect(fixture.terminal.lines[29].dropFirst(31).contains("⏎ open") == hasKeys)
        }
        try await fixture.end()
    }

    @Test("A message covers no line of a question that takes two beside the list")
    func messageAboveQuestion() async throws {
        let fixture = try AppFixture(width: 100, height: 24, localizer: .spanish)
        fixture.setScene()
        await fixture.start()
        try await fixture.press("alt-l")
        fixture.session.messages.failure("It is broken.")
        let timeline = try #require(fixture.app.coordinator?.timeline?.timeline)
        timeline.send(.markRead(.below))
        await fixture.app.idle()
        let question = try #require(timeline.state.question)
        func withoutSpaces(_ text: String) -> String { text.filter { $0 != " " } }
        let shown = withoutSpaces(fixture.terminal.lines.suffix(3).map { String($0.dropFirst(27)) }.joined())
        #expect(shown.contains(withoutSpaces(question)), "\(fixture.terminal.text)")
        #expect(fixture.terminal.text.contains("It is broken."), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A list without a row names no keys that need one")
    func emptyHints() async throws {
        let fixture = try await fixture(120)
        try await fixture.press("L")
        #expect(fixture.terminal.lines.last?.contains("⏎ show") == true, "\(fixture.terminal.text)")
        await fixture.type("/nothing\n")
        #expect(fixture.terminal.lines.last?.contains("⏎ show") == false, "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("A key goes from source to source with unread tickets without the list")
    func nextUnread() async throws {
        let fixture = try await fixture(80, 24)
        try await fixture.press(">")
        let first = try currentView(fixture).suppliers
        try await fixture.press(">")
        let second = try currentView(fixture).suppliers
        #expect(first?.count == 1 && second?.count == 1 && first != second)
        try await fixture.press("q")
        #expect(try currentView(fixture).suppliers == nil)
        try await fixture.end()
    }

    @Test("A click in the sidebar shows a source, and one in the timeline still selects a row")
    func mouse() async throws {
        let fixture = try await fixture(120)
        try await fixture.press("alt-l")
        let y = try #require(fixture.terminal.lines.firstIndex { $0.prefix(30).contains("Kerb Notes") })
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: 8, y: y))))
        await fixture.app.idle()
        #expect(try currentView(fixture).suppliers == ["feed:kerb"])
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: 8, y: 1))))
        await fixture.app.idle()
        #expect(try currentView(fixture).suppliers == nil)
        try await fixture.end()
    }

    @Test("An open ticket shares the width only if the list leaves enough for both")
    func split() async throws {
        for (width, isVisible) in [(150, false), (200, true)] {
            let fixture = try await fixture(width, 45)
            try await fixture.press("alt-l j j j j enter")
            #expect(fixture.terminal.text.contains("What the data says"))
            #expect(fixture.terminal.text.contains("Source list") == isVisible, "\(width) columns")
            try await fixture.end()
        }
    }

    @Test("The cursor is in the line of an open ticket's search while the list is beside it")
    func cursor() async throws {
        let fixture = try await fixture(200, 45)
        try await fixture.press("alt-l enter /")
        await fixture.type("car")
        #expect(fixture.terminal.text.contains("Source list"))
        let cursor = try #require(fixture.terminal.frame?.cursor)
        #expect(cursor.y == 44 && cursor.x > 100)
        try await fixture.end()
    }

    @Test("Messages and the topics lie over the sidebar, and help covers it")
    func overlays() async throws {
        let fixture = try await fixture(120)
        try await fixture.press("alt-l t")
        #expect(fixture.terminal.lines[0].hasPrefix(" Source list"))
        #expect(fixture.terminal.text.contains("All"))
        try await fixture.press("escape ?")
        #expect(!fixture.terminal.lines[0].contains("Source list"))
        try await fixture.press("escape :")
        await fixture.type("the")
        let sheet = try #require(fixture.terminal.lines.first { $0.contains("theme NAME") })
        #expect(!sheet.contains("│") && fixture.terminal.lines[1].contains("│"), "\(fixture.terminal.text)")
        try await fixture.end()
    }

    @Test("Enter in Sources shows the timeline of the source, whichever screen Sources covered")
    func sourceAboveTicket() async throws {
        let fixture = try await fixture(80, 24)
        try await fixture.press("enter E j enter")
        #expect(fixture.app.coordinator?.timeline?.screen == .timeline)
        #expect(try currentView(fixture).suppliers?.count == 1)
        try await fixture.end()
    }

    @Test("Sources shows the unread tickets of each source")
    func sources() async throws {
        let fixture = try await fixture(120)
        try await fixture.press("E")
        #expect(fixture.terminal.lines.contains { $0.contains("unread") && $0.contains("coverage") })
        let line = try #require(fixture.terminal.lines.first { $0.contains("mastodon") })
        #expect(line.split(separator: " ").contains("3"))
        try await fixture.end()
    }
}
