import FiberConfiguration
import Queries
import TerminalDriverTestSupport
import TerminalKit
import Testing

@testable import TerminalDriver
@testable import TerminalUI

@Suite("The mouse wheel")
struct MouseScrollingTests {
    @Test(
        "The wheel moves each list and text like three steps of the arrow keys",
        arguments: [
            ("links", "j j j j enter u", false), ("settings", ",", true), ("sources", "E", true),
            ("credits", ", c", true),
            ("help", "?", true), ("filtered", "X", true), ("rules", "X r", false), ("rule", "j j j j h", true),
            ("topics", "t", true), ("search", "/ c a r", true),
            ("developer", ", d", false), ("messages", "!", false),
        ])
    func wheel(screen: String, keys: String, isLong: Bool) async throws {
        let library = Library(
            topics: [
                Topic(name: "F1", query: try Query(parsing: "kerb OR car")),
                Topic(name: "WEC", query: try Query(parsing: "mans")),
                Topic(name: "News", query: try Query(parsing: "news")),
            ],
            rules: screen == "filtered" ? [Rule(name: "all", query: try Query(parsing: "e OR wins OR car OR the"))] : []
        )
        let wheel = try await Self.screens(keys, library) { fixture in
            await Self.wheel(.wheelDown, fixture)
        } then: { fixture in
            await Self.wheel(.wheelUp, fixture)
        }
        let steps = try await Self.screens(keys, library) { fixture in
            try await fixture.press("down down down")
        } then: { fixture in
            try await fixture.press("up up up")
        }
        #expect(wheel == steps, "The wheel moved \(screen) by other than three steps.")
        if isLong { #expect(wheel[0] != wheel[1], "The wheel has no effect on \(screen).") }
    }

    /// Returns the texts of a screen at first and after each of two movements.
    private static func screens(
        _ keys: String, _ library: Library, first: (AppFixture) async throws -> Void,
        then second: (AppFixture) async throws -> Void
    ) async throws -> [String] {
        let fixture = try AppFixture(width: 60, height: 12, library: library)
        fixture.setScene()
        try await fixture.labelTickets()
        await fixture.start()
        try await fixture.press(keys)
        var texts = [fixture.terminal.text]
        try await first(fixture)
        texts.append(fixture.terminal.text)
        try await second(fixture)
        texts.append(fixture.terminal.text)
        try await fixture.end()
        return texts
    }

    private static func wheel(_ action: MouseEvent.Action, _ fixture: AppFixture) async {
        fixture.terminal.send(.mouse(MouseEvent(action, at: Point(x: 20, y: 6))))
        await fixture.app.idle()
    }

    @Test("A click at the end of a scroll bar goes to the end of the text", arguments: ["?", ", c"])
    func scrollBars(keys: String) async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press(keys)
        let start = fixture.terminal.lines
        fixture.terminal.send(.mouse(MouseEvent(.press(.left), at: Point(x: 79, y: 22))))
        await fixture.app.idle()
        let end = fixture.terminal.lines
        try await fixture.press("G")
        #expect(end != start && fixture.terminal.lines == end)
        try await fixture.end()
    }

    @Test("The wheel leaves the cursor alone while a value is typed")
    func typing() async throws {
        let fixture = try AppFixture()
        await fixture.startWithScene()
        try await fixture.press("E a 7")
        let start = fixture.terminal.lines
        await Self.wheel(.wheelDown, fixture)
        #expect(fixture.terminal.lines == start)
        try await fixture.end()
    }
}
