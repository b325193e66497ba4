import EngineConcepts
import EngineTestSupport
import Localization
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The content filter in the timeline")
struct ContentFilterTests {
    @Test("Toggling the filter while rows are being built takes effect on them")
    func toggledWhileReading() async throws {
        let fixture = try await Fixture.labelled(rules: [
            Rule(name: "quiet", query: try Query(parsing: "rumour"), effect: .muffle)
        ])
        func isMuffled() -> Bool? { fixture.content?.rows.first?.ticket?.emphasis.isMuffled }
        let rumour = ticket(35, of: "feed:b", title: "rumour")
        await fixture.commit([rumour])
        // Labelling sends no event; the next commit makes the timeline read again.
        try await fixture.labels?.labelTickets()
        await fixture.commit([rumour])
        #expect(isMuffled() == true)
        // The next request for the source's presenters is answered later than the user's action.
        fixture.services.track.presenters.clear()
        let timeline = fixture.timeline
        fixture.track.whilePresenting { await timeline.send(.toggleFilter) }
        await fixture.send(.toggleTopic(2))
        #expect(timeline.currentView.filter == .off)
        #expect(isMuffled() == false)
    }

    @Test("Turning off the filter without rules is refused with a message")
    func filterWithoutRules() async throws {
        let fixture = try await Fixture.labelled(rules: [])
        await fixture.send(.toggleFilter)
        #expect(fixture.timeline.currentView.filter == .on)
        #expect(fixture.session.messages.toast?.text == Localizer.english(.filterNeedsRules))
    }

    @Test("A search in all tickets reports that it turns off the filter, and closing it turns it on again")
    func searchedEverywhere() async throws {
        let fixture = try await Fixture.labelled()
        let hidden = try #require(try await fixture.track.entry(TicketID(supplier: "feed:a", item: "5"))).ticket.key
        fixture.timeline.send(.showResult(hidden, try Query(parsing: "rumour"), isEverywhere: true))
        await fixture.send()
        #expect(fixture.timeline.currentView.filter == .off)
        #expect(fixture.session.messages.toast?.text == Localizer.english(.filterOffForSearch))
        #expect(fixture.cursor.hasPrefix("5 at"))
        await fixture.send(.cancel)
        #expect(fixture.timeline.currentView.filter == .on)
    }

    @Test("When the filter hides the current ticket, the next older one takes its line, and turning it off restores it")
    func keepsThePlace() async throws {
        let fixture = try await Fixture.labelled()
        await fixture.send(.toggleFilter, .move(9))
        #expect(fixture.cursor.hasPrefix("20 at"))
        let before = fixture.cursor
        await fixture.send(.toggleFilter)
        #expect(fixture.cursor == before.replacing("20", with: "19"))
        await fixture.send(.toggleFilter)
        #expect(fixture.cursor == before)
    }

    @Test("Hidden tickets name their rule while the filter is off")
    func saysWhy() async throws {
        let fixture = try await Fixture.labelled()
        await fixture.send(.toggleFilter, .move(4))
        #expect(fixture.timeline.state.current?.ticket?.badges == ["hidden by “no rumours”"])
        #expect(fixture.timeline.state.current?.ticket?.topics == ["Rumours"])
    }

    @Test("A muffled ticket is first expanded in the timeline")
    func muffled() async throws {
        let rule = Rule(name: "quiet", query: try Query(parsing: "rumour"), effect: .muffle)
        let fixture = try await Fixture.labelled(rules: [rule])
        await fixture.send(.move(4))
        #expect(fixture.timeline.state.current?.ticket?.emphasis == .muffled("quiet"))
        await fixture.send(.open)
        #expect(fixture.outputs.isEmpty)
        #expect(fixture.timeline.state.current?.ticket?.emphasis == .plain)
        await fixture.send(.open)
        #expect(fixture.outputs.count == 1)
    }

    @Test("The search for unread tickets passes muffled ones, in the timeline and from an open ticket")
    func muffledPassed() async throws {
        let rule = Rule(name: "quiet", query: try Query(parsing: "rumour"), effect: .muffle)
        let fixture = try await Fixture.labelled(rules: [rule])
        await fixture.send(.move(3))
        let start = try #require(fixture.timeline.state.current?.ticket)
        let rows = fixture.content?.rows.compactMap(\.ticket) ?? []
        let next = try #require(rows[4...].first { !$0.emphasis.isMuffled })
        #expect(rows[4].emphasis.isMuffled && next.id != rows[4].id)
        await fixture.send(.seek(.unread, .older))
        #expect(fixture.timeline.state.current?.ticket?.id == next.id)
        let neighbours = TicketNeighbours(reader: fixture.track, view: fixture.timeline.currentView)
        #expect(try await neighbours.unread(after: start.key, .older) == next.id)
    }

    @Test("New tickets are counted only if the view shows them")
    func arrivals() async throws {
        let fixture = try await Fixture.labelled()
        await fixture.send(.move(6))
        let old = try await fixture.track.window(WindowRequest(anchor: .top, above: 0, below: 100)).rows
            .compactMap(\.entry?.ticket)
        fixture.track.setClassification(Classification(hiddenBy: "rule:no rumours"), of: ticket(40).id)
        await fixture.commit(old + [ticket(40), ticket(41)])
        #expect(fixture.timeline.state.header.newAbove == 1)
    }
}
