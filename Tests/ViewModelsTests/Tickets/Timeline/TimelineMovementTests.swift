import EngineConcepts
import EngineTestSupport
import Testing

@testable import ViewModels

@Suite("Moving in the timeline")
struct TimelineMovementTests {
    @Test("Movement beyond the loaded window ends where single steps would")
    func outrunning() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<1000))
        await fixture.start()
        for _ in 0..<60 { fixture.timeline.send(.move(1)) }
        await fixture.session.activity.idle()
        #expect(fixture.timeline.state.current?.ticket?.id.item == "939")
        await fixture.send(.move(700))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "239")
        await fixture.send(.page(-3), .move(1), .page(3), .move(-1))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "239")
        let rows = fixture.content?.rows.count ?? 0
        #expect(rows <= 60, "\(rows) rows are held")
    }

    @Test("Keys after a jump apply to the row at its target")
    func actionsWaitForMovement() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<1000))
        await fixture.start()
        await fixture.send(.bottom, .open, .top, .ticket(.toggleStar))
        #expect(fixture.outputs == [.open(TicketID(supplier: "feed:a", item: "0"))])
        #expect(fixture.cursor == "999 at 0")
        #expect(fixture.timeline.state.current?.ticket?.marks.isStarred == true)
    }

    @Test("Steps before the first window is loaded are not lost")
    func earlySteps() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<1000))
        fixture.timeline.send(.resize(width: 80, height: 20))
        fixture.timeline.send(.move(2))
        fixture.timeline.start()
        fixture.timeline.send(.move(1))
        await fixture.session.activity.idle()
        #expect(fixture.cursor == "996 at 6")
    }

    @Test("An action on the current row before the first window is loaded waits for its row")
    func earlyAction() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<1000))
        fixture.timeline.send(.resize(width: 80, height: 20))
        fixture.timeline.start()
        #expect(fixture.timeline.isCatchingUp)
        fixture.timeline.send(.open)
        await fixture.session.activity.idle()
        #expect(fixture.outputs == [.open(TicketID(supplier: "feed:a", item: "999"))])
        #expect(!fixture.timeline.isCatchingUp)
    }

    @Test("A search for a row before the first window is loaded starts at its row")
    func earlySeek() async {
        for action in [TimelineAction.seek(.unread, .older), .seekOtherSource(.older)] {
            let fixture = Fixture()
            fixture.track.commit([ticket(3), ticket(2, of: "feed:b"), ticket(1)])
            fixture.timeline.send(.resize(width: 80, height: 20))
            fixture.timeline.start()
            fixture.timeline.send(action)
            await fixture.session.activity.idle()
            #expect(fixture.timeline.state.current?.ticket?.id.item == "2", "\(action)")
        }
    }

    @Test("The cursor stops at both ends of the timeline without leaving an empty area")
    func ends() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<300))
        await fixture.start()
        await fixture.send(.bottom)
        #expect(fixture.cursor == "0 at 18")
        await fixture.send(.move(1))
        #expect(fixture.cursor == "0 at 18")
        await fixture.send(.top)
        #expect(fixture.cursor == "299 at 0")
        await fixture.send(.page(-1))
        #expect(fixture.cursor == "299 at 0")
    }

    @Test("Searching for gaps, unread tickets and other sources continues beyond the window and reports the end")
    func seeking() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<400) + [ticket(7, of: "feed:b")], gaps: [try gap(200, 199)])
        await fixture.start()
        await fixture.send(.seekOtherSource(.older))
        #expect(fixture.timeline.state.current?.ticket?.id.supplier == "feed:b")
        await fixture.send(.seek(.gap, .newer))
        #expect(fixture.timeline.state.current?.gap != nil)
        await fixture.send(.seek(.gap, .newer))
        #expect(fixture.session.messages.toast?.text == "No more in this direction.")
        await fixture.send(.goTo(ticket(300).key.time))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "300")
    }
}
