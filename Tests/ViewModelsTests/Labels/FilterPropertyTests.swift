import EngineConcepts
import EngineTestSupport
import FiberConfiguration
import Queries
import TestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("The filter with random tickets and rules")
struct FilterPropertyTests {
    private static let words = ["racing", "cooking", "rumour", "news", "grid", "bread"]

    @Test(
        "Toggling the filter twice changes nothing, and hidden and shown tickets add up to all, as do the counts",
        arguments: UInt64(1)...20)
    func identity(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let fixture = try await Self.fixture(&random)
        for _ in 1...6 {
            await Self.stroll(fixture, &random)
            let before = fixture.timeline.state
            let screen = Self.screen(fixture)
            let all = await Self.items(fixture, .off)
            let shown = await Self.items(fixture, .on)
            await fixture.send(.toggleFilter, .toggleFilter)
            #expect(Self.screen(fixture) == screen, "seed \(seed): the place is not kept")
            #expect(fixture.timeline.state.header == before.header, "seed \(seed)")

            let hidden = await Self.hidden(fixture)
            #expect(Set(hidden).count == hidden.count, "seed \(seed): one is listed twice")
            #expect(shown.isDisjoint(with: hidden) && shown.union(hidden) == all, "seed \(seed)")
            #expect(before.header.filter?.hidden ?? 0 == hidden.count, "seed \(seed)")
            #expect(before.header.total == (before.header.filter?.state == .on ? shown : all).count, "seed \(seed)")
        }
    }

    private static func fixture(_ random: inout SeededGenerator) async throws -> Fixture {
        var rules: [Rule] = []
        for number in 0..<random.number(1...3) {
            let effect: LabelEffect = random.pick([.hide, .hide, .muffle, .highlight])
            rules.append(Rule(name: "rule \(number)", query: try Query(parsing: random.pick(words)), effect: effect))
        }
        let topics = [Topic(name: "One", query: try Query(parsing: "racing OR bread"))]
        let fixture = Fixture(library: Library(topics: topics, rules: rules))
        let count = random.number(5...60)
        var tickets: [Ticket] = []
        for number in 0..<count {
            tickets.append(ticket(number, title: "\(random.pick(words)) \(random.pick(words)) \(number)"))
        }
        fixture.track.commit(tickets)
        let read = tickets.filter { _ in random.chance(30) }.map(\.id)
        _ = try await fixture.track.mark(read, MarkChange(read: true))
        try await fixture.labels?.labelTickets()
        await fixture.start()
        return fixture
    }

    /// Performs actions that do not change the filter.
    private static func stroll(_ fixture: Fixture, _ random: inout SeededGenerator) async {
        for _ in 0..<random.number(1...5) {
            await fixture.send(
                random.pick([
                    .move(random.number(-9...9)), .page(random.pick([-1, 1])), .top, .bottom, .toggleTopic(1),
                    .toggleUnreadOnly, .cycleDensity,
                ]))
            if random.chance(30) { await fixture.send(.toggleFilter) }
        }
    }

    /// The visible rows, the current row, and its line.
    private static func screen(_ fixture: Fixture) -> [String] {
        let scroller = fixture.timeline.rows.window.scroller
        return scroller.visible.map { "\(scroller.rows[$0])" } + [fixture.cursor]
    }

    /// The tickets of the timeline's view for a state of the filter.
    private static func items(_ fixture: Fixture, _ filter: FilterState) async -> Set<TicketID> {
        let request = WindowRequest(
            anchor: .top, above: 0, below: 1000, view: fixture.timeline.currentView.filtered(filter))
        do {
            return Set(
                try await fixture.track.window(request).rows
                    .compactMap(\.entry?.ticket.id))
        } catch {
            Issue.record(error)
            return []
        }
    }

    /// The tickets in the list of hidden tickets.
    private static func hidden(_ fixture: Fixture) async -> [TicketID] {
        let model = FilteredViewModel(view: fixture.timeline.currentView, track: fixture.services.track)
        model.start()
        await fixture.session.activity.idle()
        while let more = model.state.lines.firstIndex(where: { if case .more = $0 { true } else { false } }) {
            model.send(.move(more - model.state.cursor))
            model.send(.open)
            await fixture.session.activity.idle()
        }
        return (model.state.groups ?? []).flatMap { $0.tickets.map(\.id) }
    }
}
