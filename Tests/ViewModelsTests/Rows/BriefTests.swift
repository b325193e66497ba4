import EngineConcepts
import EngineTestSupport
import Queries
import Testing

@testable import ViewModels

@Suite("Tickets in one line")
struct BriefTests {
    @Test("A content warning also covers the text and its search matches in lists")
    func warned() async throws {
        let fixture = Fixture()
        let body = TicketBody(text: .plain("The secret ending."), contentWarning: "spoilers")
        let ticket = Ticket(SourceItem(id: "1", orderTime: Fixture.now, body: body), of: "feed:a", seen: Fixture.now)
        fixture.track.commit([ticket])
        let entry = try #require(try await fixture.track.entry(ticket.id))
        let briefs = await BriefBuilder(track: fixture.services.track)
            .briefs(of: [entry], matching: try Query(parsing: "secret"))
        #expect(briefs.map(\.text) == ["content warning: spoilers"])
        #expect(briefs.flatMap(\.textMatches).isEmpty)
    }
}
