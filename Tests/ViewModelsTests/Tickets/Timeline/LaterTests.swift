import EngineConcepts
import EngineTestSupport
import Testing

@testable import ViewModels

@Suite("Read later")
struct LaterTests {
    @Test("Tickets saved for later have a view and a count of their own, and saving can be undone")
    func later() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<9))
        await fixture.start()
        await fixture.send(.move(3), .ticket(.toggleLater))
        #expect(fixture.track.marks(of: ticket(5).id) == Marks(isLater: true))
        await fixture.send(.toggleLaterOnly)
        #expect(fixture.content?.rows.map(\.ticket?.id.item) == ["5"])
        #expect(fixture.timeline.state.header.total == 1)
        #expect(fixture.timeline.state.header.view == "read later")
        await fixture.send(.undo, .cancel)
        #expect(fixture.track.marks(of: ticket(5).id) == Marks())
        #expect(fixture.cursor == "5 at 6")
        await fixture.send(.toggleLaterOnly)
        guard case .notice(let title, _) = fixture.timeline.state.body else {
            Issue.record("something is shown")
            return
        }
        #expect(title == "Nothing is saved to read later.")
    }

    @Test("An empty view of several conditions does not say that one of them alone is met by nothing")
    func severalConditions() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<9))
        await fixture.start()
        await fixture.send(.ticket(.toggleLater), .toggleLaterOnly, .toggleStarredOnly)
        guard case .notice(let title, _) = fixture.timeline.state.body else {
            Issue.record("something is shown")
            return
        }
        #expect(title == "No item meets all conditions of this view.")
    }
}
