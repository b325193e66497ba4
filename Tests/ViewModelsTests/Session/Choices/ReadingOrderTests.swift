import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Localization
import Testing

@testable import ViewModels

@Suite("The order of the timeline")
struct ReadingOrderTests {
    private func items(_ fixture: Fixture) -> [String] {
        fixture.content?.rows.map { $0.ticket?.id.item ?? "gap" } ?? []
    }

    private func started(_ numbers: Range<Int>, gaps: [Gap] = []) async -> Fixture {
        let fixture = Fixture()
        fixture.track.commit(tickets(numbers), gaps: gaps)
        await fixture.start()
        return fixture
    }

    @Test("The list is drawn from old to new, and the cursor's ticket keeps its line")
    func turned() async {
        let fixture = await started(0..<100)
        await fixture.send(.goTo(ticket(50).key.time), .move(2))
        let cursor = fixture.cursor
        await fixture.send(.toggleOrder)
        #expect(fixture.cursor == cursor)
        let numbers = items(fixture).compactMap { Int($0) }
        #expect(numbers == numbers.sorted() && numbers.count > 10)
        await fixture.send(.move(1))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "49")
        await fixture.send(.top)
        #expect(fixture.cursor == "0 at 0")
        await fixture.send(.bottom)
        #expect(fixture.cursor == "99 at 18")
        await fixture.send(.toggleOrder)
        #expect(fixture.timeline.state.current?.ticket?.id.item == "99")
        #expect(fixture.content?.line == 0, "nothing is empty above the first row")
    }

    @Test("With the oldest item on top, the commands for the next item and gap go down the screen")
    func next() async throws {
        let fixture = await started(0..<40, gaps: [try gap(20, 19)])
        await fixture.send(.toggleOrder, .top, .ticket(.toggleRead), .seek(.unread, .older))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "1")
        await fixture.send(.seek(.gap, .older))
        #expect(fixture.timeline.state.current?.gap != nil)
        await fixture.send(.move(1))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "20")
        await fixture.send(.seek(.gap, .newer), .move(-1))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "19")
    }

    @Test("New tickets appear at the bottom, are counted there, and do not move the user's row")
    func arrivals() async {
        let fixture = await started(0..<40)
        await fixture.send(.toggleOrder, .top, .move(3))
        let cursor = fixture.cursor
        await fixture.commit(tickets(0..<45))
        #expect(fixture.cursor == cursor)
        #expect(fixture.timeline.state.header.newAbove == 5)
        #expect(fixture.timeline.state.header.order == .oldestFirst)
        await fixture.send(.bottom)
        #expect(fixture.timeline.state.current?.ticket?.id.item == "44")
        #expect(fixture.timeline.state.header.newAbove == 0)
    }

    @Test("A gap is filled from the side that is read first")
    func gaps() async throws {
        let gap = try gap(20, 19)
        let fixture = await started(0..<40, gaps: [gap])
        await fixture.send(.toggleOrder, .top, .seek(.gap, .older), .open)
        #expect(
            fixture.track.calls.contains { call in
                if case .fill(_, gap.id, .older, .pool) = call { true } else { false }
            })
    }

    @Test("The keys and words about a gap mean what is above and below it on the screen")
    func sides() async throws {
        let gap = try gap(20, 19)
        let fixture = await started(0..<40, gaps: [gap])
        await fixture.send(.toggleOrder, .top, .seek(.gap, .older), .fill(.older, .pool))
        #expect(
            fixture.track.calls.contains { call in
                if case .fill(_, gap.id, .newer, .pool) = call { true } else { false }
            }, "the newer side is below")
        // With arguments, because a literal alone makes a message of plain words in tests.
        let help = Message("command.fill-from-below.help", [:])
        for (localizer, word) in [(Localizer.english, "below"), (.spanish, "abajo")] {
            #expect(localizer(help).contains(word))
            // A time is before another one in both orders.
            let texts = [
                localizer(.gapPartialOpen, "Kerb", "11:02"), localizer(.sourceNotLoadedBefore, "11:02"),
                localizer(.fillGapIsOlder),
            ]
            for text in texts { #expect(!text.contains(/below|above|debajo|encima/), "\(text)") }
        }
    }

    @Test("Marking from here down marks the newer tickets, and marking above the older ones")
    func marks() async {
        let fixture = await started(0..<10)
        await fixture.send(.toggleOrder, .top, .move(4), .markRead(.below), .markRead(.below))
        #expect((0..<10).filter { fixture.track.marks(of: ticket($0).id).isRead } == [4, 5, 6, 7, 8, 9])
        await fixture.send(.move(-1), .markRead(.above), .markRead(.above))
        #expect((0..<10).filter { !fixture.track.marks(of: ticket($0).id).isRead } == [3])
    }

    @Test("The order is kept for each view over restarts, and the setting holds for all others")
    func kept() async {
        let fixture = await started(0..<10)
        await fixture.send(.showAlone("feed:a", topic: nil), .toggleOrder)
        #expect(items(fixture).first == "0")
        await fixture.send(.toggleOnlySource)
        #expect(items(fixture).first == "9")
        await fixture.services.track.flush()
        let again = Fixture(track: fixture.track)
        await again.start()
        #expect(items(again).first == "9")
        await again.send(.showAlone("feed:a", topic: nil))
        #expect(items(again).first == "0")
        again.session.settings.choose(.choice(ReadingOrder.oldestFirst.rawValue), of: "timeline.order")
        await again.send(.toggleOnlySource)
        #expect(items(again).first == "0")
        await again.send(.toggleOrder)
        #expect(items(again).first == "9")
    }

    @Test(
        "The order stays when the view is restricted to unread, starred or later tickets",
        arguments: [TimelineAction.toggleUnreadOnly, .toggleStarredOnly, .toggleLaterOnly])
    func restricted(action: TimelineAction) async {
        let fixture = await started(0..<10)
        for number in [3, 6] {
            fixture.services.track.marks.set([ticket(number).id], MarkChange(starred: true, later: true))
        }
        await fixture.send(.toggleOrder, action)
        let numbers = items(fixture).compactMap { Int($0) }
        #expect(numbers == numbers.sorted() && numbers.count > 1)
        await fixture.send(action)
        #expect(items(fixture).first == "0")
    }

    @Test("The position of an open ticket counts from the top of the list", arguments: ReadingOrder.allCases)
    func position(order: ReadingOrder) async throws {
        let fixture = await started(0..<10)
        let neighbours = TicketNeighbours(reader: fixture.track, view: .all, order: order)
        for number in [9, 8, 2, 3, 0] {
            let entry = try #require(try await fixture.track.entry(ticket(number).id))
            let found = try await neighbours.position(of: entry)
            #expect(found?.position == (order == .newestFirst ? 10 - number : number + 1))
            #expect(found?.count == 10)
        }
    }
}
