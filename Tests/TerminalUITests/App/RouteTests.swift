import Coordinators
import EngineConcepts
import FiberConfiguration
import Queries
import TerminalDriverTestSupport
import Testing
import ViewModelTestSupport
import ViewModels

@testable import TerminalDriver
@testable import TerminalUI

@Suite("Routes from other processes in a terminal in memory")
struct RouteTests {
    @Test(
        "A route does not close a screen with an open prompt",
        arguments: ["E a", ", j j j enter", "/ c ctrl-s", "t down ctrl-r", "@ a"])
    func openPrompt(keys: String) async throws {
        let topic = Topic(name: "F1", query: try Query(parsing: "car"))
        let fixture = try AppFixture(width: 100, library: Library(topics: [topic]), accounts: FakeAccounts())
        fixture.setScene()
        try await fixture.labelTickets()
        await fixture.start()
        try await fixture.press(keys)
        let text = fixture.terminal.text
        #expect(await fixture.app.show(.timeline) == .busy)
        await fixture.app.idle()
        #expect(fixture.terminal.text == text)
        try await fixture.end()
    }
}
