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

    /// Closes the timeline and opens it again, when the source has delivered these tickets at a later time.
    private func reopened(_ fixture: Fixture, after count: Int, delivered: Range<Int>) async -> Fixture {
        await fixture.services.track.flush()
        fixture.timeline.stop()
        fixture.track.commit(tickets(0..<count))
        let later = Fixture.now.advanced(by: .seconds(60))
        let again = Fixture(
            track: fixture.track,
            history: FakeHistory(
                delivered: Dictionary(uniqueKeysWithValues: delivered.map { (ticket($0).key, later) })))
        again.time.advance(by: .seconds(120))
        await again.start()
        return again
    }

    @Test("What arrived above the place since the last session is counted, and no old ticket is")
    func arrivalsBetweenSessions() async {
        let fixture = Fixture(history: FakeHistory())
        fixture.track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.send(.move(30))
        let again = await reopened(fixture, after: 137, delivered: 100..<137)
        #expect(again.cursor == fixture.cursor)
        #expect(again.timeline.state.header.newAbove == 37)
        await again.send(.top)
        #expect(again.timeline.state.header.newAbove == 0)
        await again.send(.move(60))
        let once = await reopened(again, after: 137, delivered: 100..<137)
        #expect(once.timeline.state.header.newAbove == 0)
    }

    @Test("New tickets that the user did not go to are still new in the next session")
    func arrivalsLeft() async {
        let fixture = Fixture(history: FakeHistory())
        fixture.track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.send(.move(30))
        let again = await reopened(fixture, after: 120, delivered: 100..<120)
        await again.send(.move(3))
        let third = await reopened(again, after: 130, delivered: 100..<130)
        #expect(third.timeline.state.header.newAbove == 30)
    }

    @Test("What another process brings is counted once, although its commits are not reported")
    func arrivalsOfOthers() async {
        let track = FakeTrack()
        let later = Fixture.now.advanced(by: .seconds(60))
        let fixture = Fixture(
            track: track,
            history: FakeHistory(
                delivered: Dictionary(uniqueKeysWithValues: (100..<110).map { (ticket($0).key, later) })))
        track.commit(tickets(0..<100))
        await fixture.start()
        #expect(fixture.timeline.state.header.newAbove == 0)
        for _ in 1...2 {
            fixture.services.track.marks.othersChanged()
            await fixture.session.activity.idle()
            #expect(fixture.timeline.state.header.newAbove == 10)
        }
        await fixture.commit(tickets(0..<110))
        #expect(fixture.timeline.state.header.newAbove == 10)
    }

    @Test("New tickets that leave the Track are not counted any more")
    func arrivalsRemoved() async {
        let track = FakeTrack()
        let fixture = Fixture(track: track, history: FakeHistory(track: track))
        track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.send(.move(4))
        await fixture.commit(tickets(0..<100) + (100..<105).map { ticket($0, of: "feed:b") })
        #expect(fixture.timeline.state.header.newAbove == 5)
        await fixture.commit(tickets(0..<100) + [ticket(104, of: "feed:b")])
        #expect(fixture.timeline.state.header.newAbove == 1)
        await fixture.commit(tickets(0..<100))
        #expect(fixture.timeline.state.header.newAbove == 0)
    }

    @Test("New tickets are counted only while the view shows them, and again when another view does")
    func arrivalsOutsideView() async throws {
        let track = FakeTrack()
        let fixture = Fixture(track: track, history: FakeHistory(track: track))
        track.commit(tickets(0..<100))
        await fixture.start()
        await fixture.send(.move(4))
        await fixture.commit(tickets(0..<105))
        #expect(fixture.timeline.state.header.newAbove == 5)
        _ = try await track.mark((101..<105).map { ticket($0).id }, MarkChange(read: true))
        fixture.services.track.marks.othersChanged()
        await fixture.session.activity.idle()
        #expect(fixture.timeline.state.header.newAbove == 5)
        await fixture.send(.toggleUnreadOnly)
        #expect(fixture.timeline.state.header.newAbove == 1)
        await fixture.send(.toggleUnreadOnly)
        #expect(fixture.timeline.state.header.newAbove == 5)
        await fixture.send(.top)
        #expect(fixture.timeline.state.header.newAbove == 0)
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

    @Test("A live stream is followed while the cursor is on its newest row, and no longer once it was moved or opened")
    func liveStream() async {
        let fixture = Fixture(followsNewest: true)
        fixture.track.commit(tickets(0..<1))
        await fixture.start()
        for count in [2, 3, 400] {
            await fixture.commit(tickets(0..<count))
            #expect(fixture.cursor == "\(count - 1) at 0")
            #expect(fixture.timeline.state.header.newAbove == 0)
        }
        await fixture.send(.move(4))
        await fixture.commit(tickets(0..<405))
        #expect(fixture.cursor == "395 at 8")
        #expect(fixture.timeline.state.header.newAbove == 5)
        await fixture.send(.top)
        await fixture.commit(tickets(0..<410))
        #expect(fixture.cursor == "409 at 0")
        await fixture.send(.open)
        await fixture.commit(tickets(0..<420))
        #expect(fixture.cursor == "409 at 0")
        #expect(fixture.timeline.state.header.newAbove == 10)
        await fixture.send(.toggleOrder, .bottom)
        await fixture.commit(tickets(0..<430))
        #expect(fixture.cursor == "429 at 18")
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
