import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Testing

@testable import ViewModels

@Suite("Stories in the timeline")
struct TimelineStoryTests {
    /// Tickets 1 to 4; 1 and 3 are one story.
    private func fixture() async -> Fixture {
        let fixture = Fixture(settings: ["timeline.fold-duplicates": .flag(true)])
        fixture.track.setSuppliers([
            SupplierStatus(id: "hn:top", name: "Hacker News", kind: "hn", requests: RequestHistory(.healthy))
        ])
        let tickets = [ticket(4), ticket(3, of: "hn:top"), ticket(2), ticket(1)]
        fixture.track.commit(tickets)
        fixture.track.makeStory([tickets[3].id, tickets[1].id])
        await fixture.start()
        return fixture
    }

    private func items(_ fixture: Fixture) -> [String] { fixture.content?.rows.compactMap { $0.ticket?.id.item } ?? [] }

    @Test("A story is one row that names its other sources, and counts once")
    func folded() async {
        let fixture = await fixture()
        #expect(items(fixture) == ["4", "2", "1"])
        #expect(fixture.content?.rows.map { $0.ticket?.alsoOn } == [nil, nil, "also on Hacker News"])
        #expect(fixture.timeline.state.header.unread == 3)
        #expect(!fixture.timeline.state.header.isLimited)
    }

    @Test("A story can be unfolded and folded with undo, and the cursor stays")
    func apart() async {
        let fixture = await fixture()
        await fixture.send(.bottom, .ticket(.toggleStory))
        #expect(items(fixture) == ["4", "3", "2", "1"])
        #expect(fixture.timeline.state.current?.ticket?.id.item == "1")
        #expect(fixture.session.messages.toast?.text.contains("1 above this one, 0 below") == true)
        await fixture.send(.ticket(.toggleStory))
        #expect(items(fixture) == ["4", "2", "1"])
        await fixture.send(.undo)
        #expect(items(fixture) == ["4", "3", "2", "1"])
        await fixture.send(.undo)
        #expect(items(fixture) == ["4", "2", "1"] && fixture.timeline.state.current?.ticket?.id.item == "1")
        await fixture.send(.top, .ticket(.toggleStory))
        #expect(fixture.session.messages.toast?.text == "No other item has this story.")
    }

    @Test("Going to a folded ticket leads to the row of its story")
    func visit() async {
        let fixture = await fixture()
        await fixture.send(.visit(ticket(3, of: "hn:top").key))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "1")
        await fixture.send(.showAlone("hn:top", topic: nil))
        #expect(items(fixture) == ["3"])
        await fixture.send(.cancel)
        #expect(items(fixture) == ["4", "2", "1"], "going back to all tickets folds again")
    }

    @Test("Folding of stories can be turned off and on permanently")
    func setting() async throws {
        let fixture = await fixture()
        fixture.session.settings.choose(.flag(false), of: "timeline.fold-duplicates")
        await fixture.session.activity.idle()
        #expect(items(fixture) == ["4", "3", "2", "1"])
        await fixture.services.track.flush()
        let kept = try SettingChoices(text: try #require(fixture.track.settings["settings"]))
        #expect(kept.values == ["timeline.fold-duplicates": .flag(false)])
        await fixture.send(.bottom, .ticket(.toggleStory))
        #expect(fixture.session.messages.toast?.text.hasPrefix("Stories are not folded") == true)
        fixture.session.settings.choose(.flag(true), of: "timeline.fold-duplicates")
        await fixture.session.activity.idle()
        #expect(items(fixture) == ["4", "2", "1"])
    }

    @Test("A new ticket that is folded into a story is not counted as new")
    func arrivals() async {
        let fixture = Fixture(library: .init(), settings: ["timeline.fold-duplicates": .flag(true)])
        let old = (1...30).map { ticket($0) }
        fixture.track.commit(old)
        await fixture.start()
        await fixture.send(.move(12))
        let copy = ticket(40, of: "hn:top")
        fixture.track.makeStory([old[0].id, copy.id])
        await fixture.commit(old + [copy, ticket(41)])
        #expect(fixture.timeline.state.header.newAbove == 1)
    }
}
