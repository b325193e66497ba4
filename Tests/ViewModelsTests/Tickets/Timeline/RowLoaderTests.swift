import EngineConcepts
import EngineTestSupport
import Localization
import Queries
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Rows that become outdated while they are built")
struct RowLoaderTests {
    private let track = FakeTrack()
    private let loader: RowLoader
    private let rule: Rule
    private let entry: TrackEntry

    init() throws {
        loader = RowLoader(
            builder: RowBuilder(texts: TimeTexts(zone: FixedZone(), localizer: .english)),
            presenters: Presenters(engine: track))
        rule = Rule(name: "dull", query: try Query(parsing: "ticket"), effect: .muffle)
        entry = TrackEntry(
            TicketFacts(ticket(1), marks: Marks()), as: Classification(labels: [rule.id]),
            effects: [rule.id: .muffle], storyMember: nil)
    }

    private func emphasis(rules: [Rule], revealed: Set<TicketID> = []) async -> TicketRow.Emphasis? {
        let context = RowBuilder.Context(
            now: Fixture.now, revealed: revealed, labels: RowLabels(rules: rules, view: TrackView(filter: .on)))
        return await loader.rows(of: [entry], in: context)[entry.ticket.id]?.emphasis
    }

    @Test("All rows are built again, also one that was being built for the first time")
    func all() async {
        track.whilePresenting { [loader] in await loader.invalidateAll() }
        #expect(await emphasis(rules: []) == .plain)
        #expect(await emphasis(rules: [rule]) == .muffled("dull"))
    }

    @Test("A single row is built again, also one that was being built")
    func single() async {
        track.whilePresenting { [loader, entry] in await loader.invalidate(entry.ticket.id) }
        #expect(await emphasis(rules: [rule]) == .muffled("dull"))
        #expect(await emphasis(rules: [rule], revealed: [entry.ticket.id]) == .plain)
    }

    @Test("The row of an unchanged ticket is kept")
    func kept() async {
        #expect(await emphasis(rules: []) == .plain)
        #expect(await emphasis(rules: [rule]) == .plain)
        loader.invalidate(entry.ticket.id)
        #expect(await emphasis(rules: [rule]) == .muffled("dull"))
    }
}
