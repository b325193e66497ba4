import EngineConcepts
import EngineTestSupport
import Testing

@testable import ViewModels

@Suite("New tickets above the timeline")
struct TimelineArrivalTests {
    @Test("New tickets above are counted and move nothing, and going to the top resets the count")
    func arrivals() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.send(.move(4))
        #expect(fixture.cursor == "95 at 8")
        await fixture.commit(tickets(0..<137))
        #expect(fixture.cursor == "95 at 8")
        #expect(fixture.timeline.state.header.newAbove == 37)
        await fixture.send(.top)
        #expect(fixture.cursor == "136 at 0")
        #expect(fixture.timeline.state.header.newAbove == 0)
    }

    @Test("New tickets are counted only until they were visible")
    func arrivalsSeen() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.commit(tickets(0..<130))
        #expect(fixture.timeline.state.header.newAbove == 30)
        await fixture.send(.move(-5))
        #expect(fixture.timeline.state.header.newAbove < 30)
        #expect(fixture.timeline.state.header.newAbove > 20)
    }

    @Test("The first tickets of an empty timeline stay visible as they arrive, until the cursor is moved")
    func firstTickets() async throws {
        let fixture = Fixture()
        fixture.track.commit(
            [], gaps: [Gap(timeframe: .always, kind: .full, missing: [.init(supplier: "feed:a", cause: .notAsked)])])
        await fixture.start()
        #expect(fixture.cursor == "gap at 0")
        await fixture.commit(tickets(0..<50))
        #expect(fixture.cursor == "49 at 0")
        await fixture.commit(tickets(0..<60))
        #expect(fixture.cursor == "59 at 0")
        await fixture.send(.move(1))
        await fixture.commit(tickets(0..<70))
        #expect(fixture.cursor == "58 at 2")
    }

    @Test("Going to the top while new tickets are being read ends at the top")
    func topWhileReading() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.send(.move(4))
        // The next request for the source's presenters is answered later than the user's action.
        fixture.services.track.presenters.clear()
        let timeline = fixture.timeline
        fixture.track.whilePresenting { await timeline.send(.top) }
        await fixture.commit(tickets(0..<101))
        #expect(fixture.cursor == "100 at 0")
        #expect(fixture.timeline.state.header.newAbove == 0)
    }
}
