import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import Testing

@testable import ViewModels

@Suite("A visit of the timeline")
struct VisitTests {
    private func items(_ fixture: Fixture) -> [String] {
        fixture.content?.rows.map { $0.ticket?.id.item ?? "gap" } ?? []
    }

    @Test("A view of unread tickets keeps what was opened in it until it is left")
    func opened() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<6))
        await fixture.start()
        await fixture.send(.toggleUnreadOnly, .move(2), .ticket(.toggleRead))
        await fixture.commit(tickets(0..<7))
        #expect(items(fixture) == ["6", "5", "4", "3", "2", "1", "0"])
        #expect(fixture.timeline.state.current?.ticket?.id.item == "3")
        #expect(fixture.timeline.state.header.unread == 6, "it is not counted")
        await fixture.send(.toggleUnreadOnly, .toggleUnreadOnly)
        #expect(items(fixture) == ["6", "5", "4", "2", "1", "0"])
    }

    @Test("A ticket that was read in its own screen stays in the view of unread tickets, too")
    func readElsewhere() async {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<6))
        await fixture.start()
        await fixture.send(.toggleUnreadOnly)
        fixture.services.track.marks.set([ticket(4).id, ticket(5).id], MarkChange(read: true), canBeUndone: false)
        await fixture.session.activity.idle()
        await fixture.commit(tickets(0..<6), gaps: [])
        #expect(items(fixture) == ["5", "4", "3", "2", "1", "0"])
        #expect(fixture.cursor == "5 at 0", "no line above the first row is empty")
    }

    @Test("Folding a story leads the cursor from any of its tickets to its row")
    func fold() async {
        let fixture = Fixture(settings: ["timeline.fold-duplicates": .flag(true)])
        let all = tickets(1..<5)
        fixture.track.commit(all)
        fixture.track.makeStory([ticket(1).id, ticket(3).id])
        await fixture.start()
        await fixture.send(.bottom, .ticket(.toggleStory))
        await fixture.send(.move(-2))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "3")
        await fixture.send(.ticket(.toggleStory))
        #expect(items(fixture) == ["4", "2", "1"])
        #expect(fixture.timeline.state.current?.ticket?.id.item == "1")
    }

    @Test("The cursor stays near its gap when another source opens a gap elsewhere")
    func gapStays() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10) + tickets(20..<40), gaps: [try gap(20, 9)])
        await fixture.start()
        await fixture.send(.seek(.gap, .older))
        #expect(fixture.timeline.state.current?.gap != nil)
        let added = try gap(45, 0, kind: .partial, missing: [.init(supplier: "feed:b", cause: .notAsked)])
        await fixture.commit(tickets(0..<10) + tickets(20..<40), gaps: [added, try gap(19, 9)])
        #expect(fixture.timeline.state.current?.gap?.gap == (try gap(19, 9)))
        await fixture.commit(tickets(0..<10) + tickets(20..<40), gaps: [added])
        #expect(fixture.timeline.state.current?.ticket?.id.item == "9", "the row below the gap takes its place")
    }

    @Test("Going to a time within a gap leads to the gap")
    func goToGap() async throws {
        let fixture = Fixture()
        fixture.track.commit(tickets(0..<10) + tickets(200..<240), gaps: [try gap(200, 9)])
        await fixture.start()
        await fixture.send(.goTo(ticket(100).key.time))
        #expect(fixture.timeline.state.current?.gap?.gap == (try gap(200, 9)))
        await fixture.send(.goTo(ticket(5).key.time))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "5")
    }

    @Test("A visit of a ticket that waits in a gap leads to the gap and says so, and the next match is in another row")
    func withheld() async throws {
        let search = ListedSearch(found: [210, 120, 100, 5].map { ticket($0).key })
        let fixture = Fixture(search: search)
        fixture.track.commit(tickets(0..<10) + tickets(200..<240), gaps: [try gap(200, 9)])
        await fixture.start()
        let query = try Query(parsing: "words")
        await fixture.send(.showResult(ticket(210).key, query, isEverywhere: false))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "210")
        #expect(fixture.session.messages.toast == nil)
        await fixture.send(.seekMatch(.older))
        #expect(fixture.timeline.state.current?.gap?.gap == (try gap(200, 9)))
        #expect(fixture.session.messages.toast?.text == "The item waits in this gap until it is filled.")
        await fixture.send(.seekMatch(.older))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "5")
        await fixture.send(.seekMatch(.newer))
        #expect(fixture.timeline.state.current?.gap?.gap == (try gap(200, 9)))
        await fixture.send(.seekMatch(.newer))
        #expect(fixture.timeline.state.current?.ticket?.id.item == "210")
    }

    @Test("The topic, the filter and unread-only are restored at the next start")
    func restart() async {
        let library = Library(topics: [Topic(name: "Words", query: nil, languages: ["en"])])
        let fixture = Fixture(library: library)
        fixture.track.commit(tickets(0..<6))
        await fixture.start()
        await fixture.send(.toggleUnreadOnly, .toggleTopic(1))
        await fixture.services.track.flush()
        let chosen = fixture.timeline.currentView
        #expect(chosen.unreadOnly && chosen.topics != nil)
        let again = Fixture(track: fixture.track, library: library)
        await again.start()
        #expect(again.session.messages.toast == nil && fixture.track.settings["timeline.unreadOnly"] == "true")
        #expect(again.timeline.currentView == chosen)
    }
}

/// Finds these tickets, newest first, whatever the query.
private nonisolated struct ListedSearch: TicketSearching {
    let found: [OrderKey]

    @concurrent
    func find(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, order: SearchOrder, limit: Int,
        _ report: @Sendable (SearchResults) async -> Void
    ) async throws {}

    @concurrent
    func all(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView,
        _ use: ([TrackEntry], _ seen: Int?) async throws -> Void
    ) async throws {}

    @concurrent
    func next(
        _ query: Query, in queryContext: QueryContext, seenIn view: TrackView, from place: TrackPlace,
        towards direction: ReadDirection
    ) async throws -> OrderKey? {
        switch direction {
        case .older: found.first { .ticket($0) > place }
        case .newer: found.last { .ticket($0) < place }
        }
    }
}
