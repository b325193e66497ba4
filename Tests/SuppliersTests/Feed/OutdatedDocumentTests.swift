import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Testing

@Suite("Documents of feeds that may be out of date", .timeLimit(.minutes(30)))
struct OutdatedDocumentTests {
    private func document(_ items: [String], isComplete: Bool = false) -> Scenario {
        let mark = isComplete ? "<complete xmlns='http://purl.org/syndication/history/1.0'/>" : ""
        return .text(
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(mark)\(items.joined())</feed>",
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
            let shown = try await feed.shown()
            #expect(shown.count == 10)
        }
    }

    @Test("Events that were dated ahead and have left a feed do not make its document look out of date")
    func pastEvents() async throws {
        try await withServer([:]) { server, transport in
            let past = [1, 2, 240].map(item)
            server.script("/feed", document((-30 ... -25).map(item) + past))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            #expect(await feed.refresh().gaps == [])
            server.script("/feed", document(past))
            feed.time.advance(by: .seconds(2 * 86_400))
            let snapshot = await feed.refresh()
            #expect(snapshot.gaps == [])
            #expect(snapshot.suppliers.first?.covered.newest == feed.time.now().flooredToSecond)
            let shown = try await feed.shown()
            #expect(shown.count == 9)
        }
    }

    @Test("An old document below all that was read is followed by a gap up to it", arguments: [31...40, 31...31])
    func belowFirstReading(old: ClosedRange<Int>) async throws {
        try await withServer([:]) { server, transport in
            let feed = await FollowedFeed(server, transport, at: "/feed")
            for hours in [1...10, old, 0...9] {
                server.script("/feed", document(hours.map(item)))
                await feed.refresh()
                feed.time.advance(by: .seconds(60))
            }
            let shown = try await feed.shown()
            #expect(shown.count == 11 + old.count)
            let gaps = await feed.engine.snapshot.gaps
            #expect(gaps.map(\.missing).map { $0.map(\.cause) } == [[.agedOut()]])
            let hour = { FollowedFeed.start.advanced(by: .seconds(-3600 * $0)) }
            #expect(gaps.map(\.timeframe).allSatisfy { $0.start <= hour(10).secondAbove && $0.end >= hour(31) })
        }
    }

    @Test("An old or empty document of a feed that declares to be complete deletes nothing until it came for a week")
    func complete() async throws {
        try await withServer([:]) { server, transport in
            let feed = await FollowedFeed(server, transport, at: "/feed")
            func count(of hours: [Int]) async throws -> Int {
                server.script("/feed", document(hours.map(item), isComplete: true))
                await feed.refresh()
                feed.time.advance(by: .seconds(86_400))
                return try await feed.shown().count
            }
            for hours in [[1, 2, 3, 4, 5, 6], [4, 5, 6], [], [1, 2, 3, 4, 5, 6]] {
                let shown = try await count(of: hours)
                #expect(shown == 6, "\(hours)")
            }
            let remaining = try await count(of: [1, 2, 4, 5, 6])
            #expect(remaining == 5, "a few items are deleted at once")
            let repeated: [(hours: [Int], known: Int)] = [([4, 5, 6], 5), ([], 3)]
            for (hours, known) in repeated {
                for _ in 1...7 { #expect(try await count(of: hours) == known, "\(hours)") }
                #expect(try await count(of: hours) == hours.count, "\(hours)")
            }
        }
    }
}
