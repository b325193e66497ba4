import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@testable import Networking

@Suite("Polling of feeds", .timeLimit(.minutes(30)))
struct FeedPaceTests {
    /// Friday, 2026-11-20T12:00:00Z.
    private let now = Timestamp(seconds: 1_795_176_000)

    /// Returns a feed whose items have these ages in minutes.
    private func feed(_ minutes: [Int], _ more: String = "", headers: [(String, String)] = []) -> Scenario {
        let items = minutes.map { minute in
            "<item><guid>\(minute)</guid><pubDate>\(now.advanced(by: .seconds(-minute * 60)).rfc3339)</pubDate></item>"
        }
        let body = "<rss version='2.0'><channel>\(more)\(items.joined())</channel></rss>"
        return Scenario(
            headers: headers.map { (name: $0.0, value: $0.1) }, body: Array(body.utf8), entityTag: "\"1\"")
    }

    private func supplier(
        _ server: ScenarioServer, _ transport: HTTPTransport, _ path: String = "/f", spacing: Duration = .zero
    ) -> FeedSupplier {
        FeedSupplier(
            id: "feed:x", name: "x", address: server.url(path), transport: transport,
            polling: FeedPolling(minimumInterval: .seconds(900), maximumInterval: .seconds(21_600), spacing: spacing))
    }

    /// Expects the feed to be due in so many minutes.
    private func expectDue(
        _ minutes: ClosedRange<Int64>, _ scenario: Scenario, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await withServer(["/f": [scenario]]) { server, transport in
            let answer = try await supplier(server, transport).fetch(FetchRequest(origin: .newest, now: now))
            let due = try #require(answer.budget.freshUntil, sourceLocation: sourceLocation)
            let found = due.since(now).components.seconds / 60
            #expect(minutes.contains(found), "in \(found) minutes", sourceLocation: sourceLocation)
        }
    }

    @Test("The more often a feed has new items, the more often it is polled, within the settings' bounds")
    func observed() async throws {
        try await expectDue(12...15, feed([1, 5, 9, 13, 17]))
        try await expectDue(48...60, feed([60, 180, 300, 420]))
        try await expectDue(288...360, feed([90 * 1440, 91 * 1440]))
        try await expectDue(12...15, feed([]))
    }

    @Test("A feed is polled no sooner than it asks for, up to a day")
    func hints() async throws {
        let busy = [1, 5, 9]
        try await expectDue(45...45, feed(busy, "<ttl>45</ttl>"))
        let hourly = "<x:updatePeriod xmlns:x='http://purl.org/rss/1.0/modules/syndication/'>hourly</x:updatePeriod>"
        try await expectDue(60...60, feed(busy, hourly))
        try await expectDue(30...30, feed(busy, headers: [("cache-control", "public, max-age=1800")]))
        try await expectDue(20...20, feed(busy, headers: [("cache-control", "max-age=1800"), ("age", "600")]))
        try await expectDue(1440...1440, feed(busy, headers: [("cache-control", "max-age=99999999")]))
        try await expectDue(60...60, feed(busy, headers: [("expires", "Fri, 20 Nov 2026 13:00:00 GMT")]))
        let expired = [("expires", "0"), ("pragma", "no-cache")]
        try await expectDue(0...15, feed(busy, headers: expired))
    }

    @Test("A feed is not polled in its skipHours and on its skipDays")
    func quiet() async throws {
        let hours = "<skipHours><hour>12</hour><hour>13</hour></skipHours>"
        try await expectDue(120...120, feed([1, 5], hours))
        let days = "<skipDays><day>Friday</day><day>Saturday</day></skipDays>"
        try await expectDue(2160...2160, feed([1, 5], days))
        let always = "<skipHours>\((0...23).map { "<hour>\($0)</hour>" }.joined())</skipHours>"
        try await expectDue(0...15, feed([1, 5], always))
    }

    @Test("A routine refresh waits until a feed is due, a wanted one does not, and a failure is retried soon")
    func occasions() async throws {
        try await withServer(["/f": [feed([60, 180, 300])]]) { server, transport in
            let supplier = supplier(server, transport, spacing: .seconds(5))
            var memory: String?
            func ask(_ minutes: Int, _ occasion: RefreshOccasion) async throws -> Int {
                let time = now.advanced(by: .seconds(minutes * 60))
                let answer = try await supplier.fetch(
                    FetchRequest(origin: .newest, memory: memory, now: time, occasion: occasion))
                memory = answer.memory ?? memory
                return server.requests.count
            }
            // The second of two immediate requests gets the result of the first.
            let counts = [
                try await ask(0, .routine), try await ask(20, .routine), try await ask(20, .manual),
                try await ask(20, .manual), try await ask(40, .routine), try await ask(81, .routine),
            ]
            #expect(counts == [1, 1, 2, 2, 2, 3])
            server.script("/f", .hangUp)
            await #expect(throws: SupplierError.self) { try await ask(90, .manual) }
            server.script("/f", feed([60, 180, 300]))
            // A failure on a kept connection counts twice, because it is repeated on a new one.
            let failed = server.requests.count
            #expect(failed == 4 || failed == 5)
            #expect(try await ask(91, .routine) == failed + 1)
            // Another process, which only has the stored state.
            let other = self.supplier(server, transport, spacing: .seconds(5))
            for (minutes, occasion, count) in [(92, .routine, 1), (92, .manual, 2), (300, .routine, 3)]
                as [(Int, RefreshOccasion, Int)]
            {
                let time = now.advanced(by: .seconds(minutes * 60))
                let answer = try await other.fetch(
                    FetchRequest(origin: .newest, memory: memory, now: time, occasion: occasion))
                memory = answer.memory ?? memory
                #expect(server.requests.count == failed + count, "\(minutes)")
            }
        }
    }

    @Test("A feed that answers with a document of an earlier reading is due no sooner than after another one")
    func dueAfterOldDocument() async throws {
        try await withServer([:]) { server, transport in
            let feed = await FollowedFeed(server, transport, at: "/f")
            for hours in [Array(11...15), Array(1...5), Array(11...15)] {
                server.script("/f", FeedPage(hours: hours).scenario())
                feed.time.advance(by: .seconds(86_400))
                await feed.refresh()
            }
            #expect(server.requests.count == 3)
            let due = try #require(await feed.engine.snapshot.suppliers.first?.requests.budget.freshUntil)
            for (time, count) in [(due.advanced(by: .seconds(-60)), 3), (due, 4)] {
                feed.time.advance(by: time.since(feed.time.now()))
                feed.engine.refresh(.routine)
                await feed.engine.waitUntilIdle()
                #expect(server.requests.count == count)
            }
        }
    }

    @Test("A truncated document is reported with the place until a whole one arrives")
    func warning() async throws {
        let whole =
            "<rss version='2.0'><channel>\n<item><guid>1</guid></item>\n<item><guid>2</guid></item></channel></rss>"
        let broken = String(whole.prefix(70))
        try await withServer(["/f": [.text(broken), .text(whole)]]) { server, transport in
            let supplier = supplier(server, transport)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.map(\.id) == ["1"])
            let warning = try #require(first.warning).english
            #expect(warning.contains("x") && warning.contains("line 3"), "\(warning)")
            let second = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(second.warning == nil)
        }
    }
}
