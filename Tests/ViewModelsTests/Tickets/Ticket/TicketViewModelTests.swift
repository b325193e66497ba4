import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The ticket screen")
struct TicketViewModelTests {
    private func open(_ number: Int, in fixture: Fixture, view: TrackView = .all) async -> TicketViewModel {
        let model = TicketViewModel(
            ticket: ticket(number).id, view: view, track: fixture.services.track,
            measure: FixedTicketMeasure())
        model.send(.resize(width: 80, height: 20))
        model.start()
        await fixture.session.activity.idle()
        return model
    }

    @Test("Opening a ticket marks it as read, which undo does not revert")
    func opening() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let model = await open(1, in: fixture)
        #expect(model.state.content?.title == "Ticket 1")
        #expect(model.state.content?.marks.isRead == true)
        #expect(fixture.track.marks(of: ticket(1).id).isRead)
        #expect(fixture.session.undo.isEmpty)
    }

    @Test("A mark that is written while the ticket is read is shown")
    func markWhileReading() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let (marks, id) = (fixture.services.track.marks, ticket(1).id)
        fixture.track.whilePresenting {
            await marks.set([id], MarkChange(starred: true))
            await marks.flush()
        }
        let model = await open(1, in: fixture)
        #expect(fixture.track.marks(of: id).isStarred)
        #expect(model.state.content?.marks == fixture.track.marks(of: id))
    }

    @Test("A movement is not lost if marks or presenters change meanwhile", arguments: [false, true])
    func movementWhileReadAgain(isPresentedAnew: Bool) async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let model = await open(1, in: fixture)
        model.send(.neighbour(.older))
        if isPresentedAnew {
            fixture.services.track.presenters.change()
        } else {
            fixture.services.track.marks.othersChanged()
        }
        await fixture.session.activity.idle()
        #expect(model.state.content?.title == "Ticket 0")
    }

    @Test("A screen that is closed while the next ticket is looked for does not mark it as read")
    func closedDuringMovement() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let model = await open(1, in: fixture)
        var outputs: [TicketOutput] = []
        model.onOutput = { outputs.append($0) }
        model.send(.neighbour(.older))
        model.stop()
        await fixture.session.activity.idle()
        #expect(outputs.isEmpty && !fixture.track.marks(of: ticket(0).id).isRead)
    }

    @Test("A ticket that was marked as unread stays so when it is read again")
    func staysUnread() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let model = await open(1, in: fixture)
        model.send(.ticket(.toggleRead))
        await fixture.session.activity.idle()
        fixture.services.track.presenters.change()
        fixture.services.track.marks.othersChanged()
        await fixture.session.activity.idle()
        #expect(!fixture.track.marks(of: ticket(1).id).isRead)
        #expect(model.state.content?.marks.isRead == false)
    }

    @Test("J and K go to the neighbours across gaps, report the move, and start at the top")
    func neighbours() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3), gaps: try (1...20).map { try gap(1, -$0) })
        let model = await open(1, in: fixture)
        var outputs: [TicketOutput] = []
        model.onOutput = { outputs.append($0) }
        model.send(.scroll(.pages(2)))
        #expect(model.state.scroll.offset == 36)
        model.send(.neighbour(.older))
        await fixture.session.activity.idle()
        #expect(model.state.content?.title == "Ticket 0")
        #expect(model.state.scroll.offset == 0)
        #expect(outputs == [.moved(ticket(0).key)])
        model.send(.neighbour(.older))
        await fixture.session.activity.idle()
        #expect(fixture.session.messages.toast?.text == "No more items in this direction.")
        model.send(.neighbour(.newer))
        await fixture.session.activity.idle()
        model.send(.neighbour(.newer))
        await fixture.session.activity.idle()
        #expect(model.state.content?.title == "Ticket 2")
    }

    @Test("Keys have to wait while a ticket or its neighbour is read, and no longer once there is none")
    func catchingUp() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<2))
        let model = TicketViewModel(
            ticket: ticket(1).id, view: .all, track: fixture.services.track, measure: FixedTicketMeasure())
        model.start()
        #expect(model.isCatchingUp)
        await fixture.session.activity.idle()
        for title in ["Ticket 0", "Ticket 0"] {
            #expect(!model.isCatchingUp)
            model.send(.neighbour(.older))
            #expect(model.isCatchingUp)
            await fixture.session.activity.idle()
            #expect(model.state.content?.title == title)
        }
        #expect(!model.isCatchingUp)
        model.stop()
    }

    @Test("An open ticket is presented again when its source is to be shown in another way")
    func presentedAgain() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<2))
        let model = TicketViewModel(
            ticket: ticket(1).id, view: .all, track: fixture.services.track, measure: FixedTicketMeasure())
        model.start()
        await fixture.session.activity.idle()
        await confirmation { asksForPresenter in
            fixture.track.whilePresenting { asksForPresenter() }
            fixture.services.track.presenters.change()
            await fixture.session.activity.idle()
        }
        #expect(model.state.content?.title == "Ticket 1")
        model.stop()
    }

    @Test("The position counts anew after a rule that hides items, after its undo, and when items arrive")
    func positionFollowsChanges() async throws {
        let fixture = Fixture(library: Library())
        fixture.track.commit(tickets(0..<4))
        await fixture.start()
        let model = await open(1, in: fixture, view: TrackView(filter: .on))
        #expect(model.state.position == "3 of 4")
        let rule = Rule(name: "no third", query: try Query(parsing: "3"))
        fixture.services.track.labels.change(.ruleAdded, undone: .ruleAddedUndone, of: rule.name) { $0.put(rule) }
        await fixture.session.activity.idle()
        #expect(model.state.position == "2 of 3")
        model.send(.undo)
        await fixture.session.activity.idle()
        #expect(model.state.position == "3 of 4")
        fixture.track.commit(tickets(0..<6))
        await changed(model, \.onChange) { model.state.position == "5 of 6" }
        model.stop()
    }

    @Test("An item that the view does not have, such as one that it hides, has no position in it")
    func positionElsewhere() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3) + [ticket(5, of: "feed:b")])
        #expect(await open(1, in: fixture).state.position == "3 of 4")
        #expect(await open(1, in: fixture, view: TrackView(suppliers: ["feed:b"])).state.position == nil)
        #expect(await open(1, in: fixture, view: TrackView(unreadOnly: true)).state.position == "3 of 4")
    }

    @Test("In a view of unread items, those that were opened one after another still count, and K goes back to them")
    func positionAmongUnread() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<4))
        let model = await open(3, in: fixture, view: TrackView(unreadOnly: true))
        var positions = [model.state.position]
        for _ in 1...3 {
            model.send(.neighbour(.older))
            await fixture.session.activity.idle()
            positions.append(model.state.position)
        }
        #expect(positions == ["1 of 4", "2 of 4", "3 of 4", "4 of 4"])
        model.send(.neighbour(.newer))
        await fixture.session.activity.idle()
        #expect(model.state.content?.title == "Ticket 1" && model.state.position == "3 of 4")
        fixture.track.commit(tickets(0..<5))
        await changed(model, \.onChange) { model.state.position == "4 of 5" }
        model.stop()
    }

    @Test("Earlier versions of an edited ticket are listed below it with their times, latest first")
    func earlierVersions() async throws {
        let earlierVersions = [ticket(1, title: "Second title"), ticket(1, title: "First title")]
        let fixture = Fixture(history: FakeHistory(former: earlierVersions))
        fixture.track.commit(tickets(0..<3))
        let content = try #require(await open(1, in: fixture).state.content)
        #expect(content.earlierVersions.map(\.title) == ["Second title", "First title"])
        #expect(content.earlierVersions.map(\.time) == ["Thu 19 Nov, 11:55", "Thu 19 Nov, 11:55"])
        #expect(content.dates.contains("edited"))
    }

    @Test("A ticket without a raw form shows its markup and title instead")
    func kept() async throws {
        let fixture = Fixture()
        let item = SourceItem(
            id: "urn:1", orderTime: Fixture.now,
            body: TicketBody(title: "Title", text: .html("<p>Words</p>", base: nil), link: "https://a.example/1"))
        let ticket = Ticket(item, of: "feed:a", seen: Fixture.now)
        fixture.track.commit([ticket])
        let model = TicketViewModel(
            ticket: ticket.id, view: .all, track: fixture.services.track,
            measure: FixedTicketMeasure())
        model.start()
        await fixture.session.activity.idle()
        model.send(.toggleRaw)
        #expect(model.state.showsRaw)
        #expect(model.state.content?.raw == "id: urn:1\ntitle: Title\nlink: https://a.example/1\n\n<p>Words</p>")
        #expect(model.state.content?.rawHeading == "Stored content")
    }

    @Test("Digits open links by number")
    func links() async {
        let fixture = Fixture()
        let body = TicketBody(
            title: "T",
            text: .styled(
                StyledText(blocks: [.init(text: "here", entities: [.init(.link, 0..<4, target: "https://a.example/")])])
            ),
            link: "https://b.example/",
            media: [Media(url: "https://c.example/p.png", kind: .image, width: 4, height: 3)])
        fixture.track.commit([
            Ticket(SourceItem(id: "1", orderTime: Fixture.now, body: body), of: "feed:a", seen: Fixture.now)
        ])
        let model = TicketViewModel(
            ticket: TicketID(supplier: "feed:a", item: "1"), view: .all, track: fixture.services.track,
            measure: FixedTicketMeasure()
        )
        model.start()
        await fixture.session.activity.idle()
        #expect(
            model.state.content?.links.map(\.url) == [
                "https://a.example/", "https://c.example/p.png", "https://b.example/",
            ])
        #expect(model.state.content?.media.first?.details == "4 × 3")
        for number in [2, 4] { model.send(.openLink(number)) }
        await fixture.session.activity.idle()
        #expect(await fixture.browser.urls == ["https://c.example/p.png"])
        #expect(fixture.session.messages.history.contains { $0.text == "There is no link 4 here." })
    }

    @Test("A deleted ticket is reported")
    func gone() async {
        let fixture = Fixture()
        let model = await open(1, in: fixture)
        #expect(model.state.body == .failure(title: "This item is no longer stored.", hints: []))
    }

    @Test("A mark set on another screen is shown")
    func sharedMarks() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<3))
        let model = await open(1, in: fixture)
        fixture.services.track.marks.set([ticket(1).id], MarkChange(starred: true))
        #expect(model.state.content?.marks.isStarred == true)
    }
}
