import EngineConcepts
import EngineTestSupport
import Queries
import Storage
import Testing

@testable import Application

@Suite("Searching the store")
struct SearchServiceTests {
    @Test("The next match may be a ticket that a gap withholds")
    func withheld() async throws {
        let store = try TrackDatabase()
        let time = ManualTimeSource()
        let tickets = (1...3)
            .map { number in
                Ticket(
                    SourceItem(
                        id: "\(number)", orderTime: Timestamp(seconds: Int64(number * 1000)),
                        body: TicketBody(title: "A match", text: .plain("Words."))),
                    of: "feed:a", seen: time.now())
            }
        let shown = try #require(Timeframe(from: time.now(), downTo: Timestamp(seconds: 2500)))
        _ = try await store.commit(
            TrackCommit(
                inserted: tickets.map { TrackCommit.Entry(ticket: $0, fingerprint: 1) }, active: ["feed:a"],
                visibleRanges: TimeframeSet([shown])))
        let service = SearchService(store: store, time: time)
        let next = try await service.next(
            try Query(parsing: "match"), in: QueryContext(), seenIn: .all, from: .ticket(tickets[2].key),
            towards: .older)
        #expect(next == tickets[1].key)
    }
}
