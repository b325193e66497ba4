import EngineConcepts
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Testing

@Suite("Documents of feeds that may be out of date", .timeLimit(.minutes(30)))
struct OutdatedDocumentTests {
    private func document(_ items: [String]) -> Scenario {
        return .text(
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(items.joined())</feed>",
            type: "application/atom+xml")
    }

    /// Returns an item of so many hours before the start.
    private func item(of hour: Int) -> String {
        let date = FollowedFeed.start.advanced(by: .seconds(-3600 * hour)).rfc3339
        return "<entry><id>urn:\(hour)</id><published>\(date)</published></entry>"
    }

    /// Returns items without dates.
    private func undated(_ names: ClosedRange<Int>) -> [String] {
        names.reversed().map { "<entry><id>urn:undated-\($0)</id></entry>" }
    }

    @Test("Items without dates that have left a feed do not make its document look out of date")
    func mixedDates() async throws {
        try await withServer([:]) { server, transport in
            let dated = [1, 2].map(item)
            server.script("/feed", document(dated + undated(5...8) + [item(of: 240)]))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            #expect(await feed.refresh().gaps == [])
            server.script("/feed", document(undated(9...11) + dated + undated(7...8)))
            feed.time.advance(by: .seconds(86_400))
            let snapshot = await feed.refresh()
            #expect(snapshot.gaps == [])
            #expect(snapshot.suppliers.first?.covered.newest == feed.time.now().flooredToSecond)
            #expect(try await feed.shown().count == 10)
        }
    }
}
