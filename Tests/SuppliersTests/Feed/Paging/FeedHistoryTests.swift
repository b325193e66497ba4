import EngineConcepts
import EngineStandard
import EngineTestSupport
import Networking
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@Suite("Feeds with archives (RFC 5005)", .timeLimit(.minutes(30)))
struct FeedHistoryTests {
    private let now = FollowedFeed.start

    @Test("A followed archive leads to the feed by its link or from archive to archive")
    func archiveFollowed() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", FeedPage(hours: Array(1...5), links: ["prev-archive": server.url("/2")]).scenario())
            server.script(
                "/2",
                FeedPage(hours: Array(6...9), links: ["prev-archive": "/1", "current": "/feed"], isArchive: true)
                    .scenario())
            server.script(
                "/1", FeedPage(hours: Array(10...15), links: ["next-archive": "/2"], isArchive: true).scenario())
            server.script(
                "/lost", FeedPage(hours: Array(10...15), links: ["current": "/nowhere"], isArchive: true).scenario())
            for path in ["/2", "/1"] {
                let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url(path), transport: transport)
                let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
                #expect(answer.items.map(\.id) == (1...5).map { "urn:\($0)" })
                let requestCount = server.requests.count
                _ = try await supplier.fetch(FetchRequest(origin: .newest, memory: answer.memory, now: now))
                #expect(server.requests.dropFirst(requestCount).map(\.path) == ["/feed"], "the way is remembered")
            }
            let lost = FeedSupplier(id: "feed:x", name: "x", address: server.url("/lost"), transport: transport)
            #expect(try await lost.fetch(FetchRequest(origin: .newest, now: now)).items.count == 6)
            let registry = SupplierRegistry(
                SupplierDependencies(
                    transport: transport, time: ManualTimeSource(), commands: CommandRunner(environment: [:])))
            guard case .source(let source, _, _) = try await registry.probe(server.url("/1"), now: now) else {
                Issue.record("no source")
                return
            }
            #expect(source.address == server.url("/feed"))
        }
    }

    @Test("An archive is read once, wherever paging begins")
    func archivesAreHeld() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", FeedPage(hours: Array(1...5), links: ["prev-archive": server.url("/3")]).scenario())
            server.script(
                "/3", FeedPage(hours: Array(6...9), links: ["prev-archive": "/2"], isArchive: true).scenario())
            server.script(
                "/2", FeedPage(hours: Array(10...15), links: ["prev-archive": "/1"], isArchive: true).scenario())
            server.script("/1", FeedPage(hours: Array(16...19), isArchive: true).scenario())
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/feed"), transport: transport)
            let newest = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            var edge = try #require(newest.claims.first?.timeframe.end)
            var memory = newest.memory
            for origin in [FetchRequest.Origin.token(try #require(newest.next), edge: edge)] {
                let older = try await supplier.fetch(FetchRequest(origin: origin, memory: memory, now: now))
                #expect(older.items.count == 4)
                edge = try #require(older.claims.first?.timeframe.end)
                memory = older.memory ?? memory
            }
            let anchor = OrderKey(time: edge, nativeOrder: 0, id: TicketID(supplier: "feed:x", item: "urn:9"))
            let older = try await supplier.fetch(
                FetchRequest(origin: .anchor(anchor, edge: edge), memory: memory, now: now))
            #expect(older.items.contains { $0.id == "urn:15" })
            #expect(server.requests(for: "/3").count == 1)
            #expect(server.requests(for: "/1").isEmpty)
            let all = try await supplier.fetch(
                FetchRequest(
                    origin: .anchor(anchor, edge: try #require(older.claims.first?.timeframe.end)),
                    memory: older.memory, now: now))
            #expect(all.end == .trueEnd)
            #expect(server.requests(for: "/2").count == 1 && server.requests(for: "/1").count == 1)
        }
    }

    /// Serves a feed with twenty items in its document and three archives.
    ///
    /// - Parameters:
    ///   - base: The beginning of the archives' addresses.
    ///   - link: The beginning of the addresses to which they lead.
    private func serveArchives(_ server: ScenarioServer, at base: String, linkedAs link: String) {
        func links(_ number: Int, _ base: String) -> [String: String] {
            number > 0 ? ["prev-archive": server.url("\(base)/\(number)")] : [:]
        }
        server.script("/feed", FeedPage(hours: Array(1...5), links: links(3, base)).scenario())
        for number in 1...3 {
            let first = 6 + (3 - number) * 5
            server.script(
                "\(base)/\(number)",
                FeedPage(hours: Array(first...first + 4), links: links(number - 1, link), isArchive: true).scenario())
        }
    }

    /// Follows a feed whose archives below the newest cannot be read yet.
    private func followToFirstArchive(_ server: ScenarioServer, _ transport: HTTPTransport) async -> FollowedFeed {
        serveArchives(server, at: "/a", linkedAs: "/a")
        server.script("/a/2", Scenario(status: 500))
        let feed = await FollowedFeed(server, transport, at: "/feed")
        await fill(feed)
        feed.time.advance(by: .seconds(5 * 3600))
        return feed
    }

    private func fill(_ feed: FollowedFeed) async {
        for gap in await feed.refresh().gaps.filter(\.canBeFilled) { await feed.fill(gap.id) }
    }

    @Test("Archives that have moved are read at the addresses to which the feed leads now", arguments: [false, true])
    func archivesHaveMoved(isRestarted: Bool) async throws {
        try await withServer([:]) { server, transport in
            let feed = await followToFirstArchive(server, transport)
            for number in 1...3 { server.script("/a/\(number)", Scenario(status: 404)) }
            serveArchives(server, at: "/b", linkedAs: "/b")
            if isRestarted { await feed.engine.restartSuppliers(nil) }
            await fill(feed)
            let shown = try await feed.shown()
            #expect(shown == (1...20).map { "urn:\($0)" })
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    @Test(
        "An archive that leads to the former addresses has moved if that with its items is missing or redirects to it",
        arguments: [404, 301])
    func archiveHasMoved(status: Int) async throws {
        try await withServer([:]) { server, transport in
            let feed = await followToFirstArchive(server, transport)
            serveArchives(server, at: "/b", linkedAs: "/a")
            server.script("/a/3", status == 301 ? .redirect(to: "/b/3") : Scenario(status: status))
            for number in 1...2 { server.script("/a/\(number)", .redirect(to: "/b/\(number)")) }
            await feed.engine.restartSuppliers(nil)
            await fill(feed)
            let shown = try await feed.shown()
            #expect(shown == (1...20).map { "urn:\($0)" })
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    @Test("A new archive that was once answered with a known one is read by a later fill")
    func newArchiveRepeatsKnown() async throws {
        try await withServer([:]) { server, transport in
            serveArchives(server, at: "/a", linkedAs: "/a")
            let feed = await FollowedFeed(server, transport, at: "/feed")
            await fill(feed)
            #expect(await feed.engine.snapshot.gaps == [])
            feed.time.advance(by: .seconds(11 * 3600))
            func archive(_ hours: ClosedRange<Int>, _ number: Int) -> Scenario {
                let links = ["prev-archive": server.url("/a/\(number)")]
                return FeedPage(hours: Array(hours), links: links, isArchive: number < 5).scenario()
            }
            server.script("/feed", archive(-9 ... -5, 5))
            server.script("/a/5", archive(6...10, 2))
            server.script("/a/4", archive(1...5, 3))
            await fill(feed)
            guard case .failed? = await feed.causes.first else {
                Issue.record("\(await feed.causes)")
                return
            }
            server.script("/a/5", archive(-4...0, 4))
            await fill(feed)
            let shown = try await feed.shown()
            #expect(shown == (-9...20).map { "urn:\($0)" })
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    @Test("A document that says it is complete claims everything")
    func complete() async throws {
        let body = """
            <rss version='2.0'><channel><complete xmlns='http://purl.org/syndication/history/1.0'/><item><guid>a</guid>
            <pubDate>2026-11-20T11:54:00Z</pubDate></item></channel></rss>
            """
        try await withServer(["/f": [.text(body)]]) { server, transport in
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/f"), transport: transport)
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.claims.map(\.timeframe) == [Timeframe.everythingBefore(now)])
            #expect(answer.next == nil)
        }
    }

    @Test("Items missing from a complete document are deleted, but not if it was truncated")
    func deletions() async throws {
        func feed(_ items: [String]) -> String {
            let entries = items.map { name in
                "<item><guid>\(name)</guid><pubDate>2026-11-2\(name)T11:54:00Z</pubDate></item>\n"
            }
            return "<rss version='2.0'><channel><complete xmlns='http://purl.org/syndication/history/1.0'/>\n"
                + "\(entries.joined())</channel></rss>"
        }
        let whole = feed(["3", "2", "1"])
        let broken = String(whole.dropLast(60))
        try await withServer(["/f": [.text(whole), .text(broken), .text(feed(["3", "1"]))]]) { server, transport in
            let feed = await FollowedFeed(server, transport, at: "/f")
            var counts: [Int] = []
            for _ in 0..<3 {
                await feed.refresh()
                counts.append(try await feed.shown().count)
                feed.time.advance(by: .seconds(60))
            }
            #expect(counts == [3, 3, 2])
        }
    }
}
