import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@testable import Networking

@Suite("A feed with its oldest items first, whose pages lead to newer ones", .timeLimit(.minutes(30)))
struct UpwardFeedTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    /// Returns a page with these items, one per hour, the oldest first. A truncated one ends within the last item.
    private func page(_ numbers: ClosedRange<Int>, next: String? = nil, isTruncated: Bool = false) -> Scenario {
        let entries = numbers.map { number in
            let time = now.advanced(by: .seconds((number - 1000) * 3600)).rfc3339
            return "<entry><id>urn:\(number)</id><published>\(time)</published></entry>"
        }
        let link = next.map { "<link rel='next' href='\($0)'/>" } ?? ""
        let text = "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(link)\(entries.joined())</feed>"
        return .text(
            String(text.dropLast(isTruncated ? 20 : 0)),
            entityTag: "\"\(numbers) \(next ?? "") \(isTruncated)\"")
    }

    private func engine(_ server: ScenarioServer, _ transport: HTTPTransport, _ time: ManualTimeSource) async
        -> (StandardEngine, MemoryTrackStore)
    {
        let store = MemoryTrackStore()
        let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/1"), transport: transport)
        let engine = StandardEngine(controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
        await engine.suppliersChanged()
        return (engine, store)
    }

    private func refresh(_ engine: StandardEngine) async -> TrackSnapshot {
        engine.refresh()
        await engine.waitUntilIdle()
        return await engine.snapshot
    }

    /// Refreshes what is due until the newest item is reached, at most nine times. Returns the number of refreshes.
    private func refreshesToNewest(_ engine: StandardEngine, _ time: ManualTimeSource) async -> Int {
        for count in 0..<9 {
            guard await engine.snapshot.suppliers.first?.warning != nil else { return count }
            time.advance(by: .seconds(60))
            engine.refresh(.routine)
            await engine.waitUntilIdle()
        }
        return 9
    }

    private func shown(in store: MemoryTrackStore) async throws -> [Int] {
        try await store.window(WindowRequest(anchor: .top, above: 0, below: 5000)).rows
            .compactMap { row in
                if case .ticket(let entry) = row { Int(entry.ticket.id.item.dropFirst(4)) } else { nil }
            }
    }

    @Test("An upward feed is read up to its newest item, and then requested from there")
    func climbs() async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page(1...10, next: "/2"))
            server.script("/2", page(11...20, next: "/3"))
            server.script("/3", page(21...23))
            let time = ManualTimeSource(now)
            let (engine, store) = await engine(server, transport, time)
            #expect(await refresh(engine).gaps == [])
            let first = try await shown(in: store)
            #expect(first == Array((1...23).reversed()))
            time.advance(by: .seconds(86_400))
            var requestCount = server.requests.count
            _ = await refresh(engine)
            #expect(server.requests.dropFirst(requestCount).map(\.path) == ["/3"])
            #expect(server.requests.last?.headers["if-none-match"] != nil)
            server.script("/3", page(21...30, next: "/4"))
            server.script("/4", page(31...32))
            requestCount = server.requests.count
            time.advance(by: .seconds(86_400))
            #expect(await refresh(engine).gaps == [])
            let all = try await shown(in: store)
            #expect(all == Array((1...32).reversed()))
            #expect(server.requests.dropFirst(requestCount).map(\.path) == ["/3", "/4"])
            #expect(await engine.snapshot.suppliers.first?.sourceAddress == nil, "it has not moved")
        }
    }

    @Test("An upward feed with more pages than one reading takes is continued, with a warning")
    func manyPages() async throws {
        try await withServer([:]) { server, transport in
            for number in 1...70 {
                let items = (number - 1) * 4 + 1...number * 4
                server.script("/\(number)", page(items, next: number < 70 ? "/\(number + 1)" : nil))
            }
            let time = ManualTimeSource(now)
            let (engine, store) = await engine(server, transport, time)
            let first = await refresh(engine)
            let warning = try #require(first.suppliers.first?.warning).english
            #expect(warning.contains("oldest items"))
            #expect(first.gaps.contains { $0.timeframe.start >= now.flooredToSecond && $0.canBeFilled })
            #expect(await refreshesToNewest(engine, time) == 2)
            #expect(await engine.snapshot.gaps == [])
            let all = try await shown(in: store)
            #expect(all == Array((1...280).reversed()))
            #expect(server.requests(for: "/2").count == 1)
        }
    }

    @Test("Items of an upward feed that share their link stay apart if one of them is alone on the last page")
    func sharedLink() async throws {
        func page(_ numbers: ClosedRange<Int>, next: String? = nil) -> Scenario {
            let entries = numbers.map { number in
                let time = now.advanced(by: .seconds((number - 1000) * 3600)).rfc3339
                return "<entry><title>T\(number)</title><link href='https://a.example/changes'/>"
                    + "<published>\(time)</published></entry>"
            }
            let link = next.map { "<link rel='next' href='\($0)'/>" } ?? ""
            return .text("<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(link)\(entries.joined())</feed>")
        }
        try await withServer([:]) { server, transport in
            server.script("/1", page(1...5, next: "/2"))
            server.script("/2", page(6...6))
            let time = ManualTimeSource(now)
            let (engine, store) = await engine(server, transport, time)
            _ = await refresh(engine)
            server.script("/2", page(6...10, next: "/3"))
            server.script("/3", page(11...11))
            for _ in 0..<2 {
                time.advance(by: .seconds(86_400))
                #expect(await refresh(engine).gaps == [])
                let titles = try await store.window(WindowRequest(anchor: .top, above: 0, below: 100)).rows
                    .compactMap(\.entry?.ticket.body.title)
                #expect(titles == (1...11).reversed().map { "T\($0)" })
            }
        }
    }

    @Test("An upward feed is requested at the address to which its newest page has moved for good")
    func movedPage() async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page(1...10, next: "/2"))
            server.script("/2", page(11...13))
            let time = ManualTimeSource(now)
            let (engine, store) = await engine(server, transport, time)
            _ = await refresh(engine)
            server.script("/2", .redirect(to: "/b/2"))
            server.script("/b/2", page(11...13))
            time.advance(by: .seconds(86_400))
            _ = await refresh(engine)
            server.script("/2", Scenario(status: 404))
            server.script("/b/2", page(11...20, next: "/b/3"))
            server.script("/b/3", .redirect(to: "/c/3"))
            server.script("/c/3", page(21...22))
            let requestCount = server.requests.count
            for _ in 0..<2 {
                time.advance(by: .seconds(86_400))
                #expect(await refresh(engine).gaps == [])
            }
            #expect(server.requests.dropFirst(requestCount).map(\.path) == ["/b/2", "/b/3", "/c/3", "/c/3"])
            let all = try await shown(in: store)
            #expect(all == Array((1...22).reversed()))
        }
    }

    @Test("An upward feed is started again if its newest page is gone")
    func lostPage() async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page(1...10, next: "/2"))
            server.script("/2", page(11...20))
            let time = ManualTimeSource(now)
            let (engine, store) = await engine(server, transport, time)
            _ = await refresh(engine)
            server.script("/2", Scenario(status: 404))
            server.script("/1", page(1...10, next: "/b"))
            server.script("/b", page(11...22))
            time.advance(by: .seconds(86_400))
            #expect(await refresh(engine).gaps == [])
            let whole = try await shown(in: store)
            #expect(whole == Array((1...22).reversed()))
        }
    }

    @Test("An upward feed of many pages that is started again is read up to its newest item")
    func lostPageOfMany() async throws {
        try await withServer([:]) { server, transport in
            for number in 1...70 {
                let items = (number - 1) * 4 + 1...number * 4
                server.script("/\(number)", page(items, next: number < 70 ? "/\(number + 1)" : nil))
            }
            let time = ManualTimeSource(now)
            let (engine, store) = await engine(server, transport, time)
            _ = await refresh(engine)
            #expect(await refreshesToNewest(engine, time) == 2)
            server.script("/70", Scenario(status: 404))
            server.script("/69", page(273...276, next: "/b"))
            server.script("/b", page(277...284))
            time.advance(by: .seconds(86_400))
            _ = await refresh(engine)
            // The first pages are older than what is known, but they are not an old document.
            #expect(await refreshesToNewest(engine, time) == 2)
            #expect(await engine.snapshot.gaps == [])
            let all = try await shown(in: store)
            #expect(all == Array((1...284).reversed()))
        }
    }

    @Test(
        "An upward feed whose second page fails at first is read up to its end later, although its first page is unchanged",
        arguments: [429, 503, 404])
    func secondPageLater(status: Int) async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page(1...10, next: "/2"))
            server.script("/2", Scenario(status: status))
            let time = ManualTimeSource(now)
            let (engine, store) = await engine(server, transport, time)
            _ = await refresh(engine)
            server.script("/2", page(11...20))
            time.advance(by: .seconds(86_400))
            #expect(await refresh(engine).gaps == [])
            let all = try await shown(in: store)
            #expect(all == Array((1...20).reversed()))
        }
    }

    @Test("A truncated page of an upward feed is read again before the pages above it", arguments: 1...3)
    func truncated(number: Int) async throws {
        try await withServer([:]) { server, transport in
            func serve(truncating truncated: Int? = nil) {
                for (number, items) in [1...10, 11...20, 21...30, 31...33].enumerated() {
                    let next = number < 3 ? "/\(number + 2)" : nil
                    let page = page(items, next: next, isTruncated: number + 1 == truncated)
                    server.script("/\(number + 1)", page)
                }
            }
            let time = ManualTimeSource(now)
            let (engine, store) = await engine(server, transport, time)
            if number == 3 {
                // This one is the newest that was read.
                serve()
                server.script("/3", page(21...23))
                _ = await refresh(engine)
            }
            serve(truncating: number)
            for _ in 0..<2 {
                time.advance(by: .seconds(3600))
                _ = await refresh(engine)
                serve()
            }
            for gap in await engine.snapshot.gaps where gap.canBeFilled {
                engine.fill(gap.id, from: .newer, amount: .all)
                await engine.waitUntilIdle()
            }
            let all = try await shown(in: store)
            #expect(all == Array((1...33).reversed()))
            #expect(await engine.snapshot.gaps == [])
        }
    }

    @Test("An upward feed is told apart from one with older pages by a single request")
    func downwards() async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page(11...20, next: "/2"))
            server.script("/2", page(1...10))
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/1"), transport: transport)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.count == 10)
            #expect(first.next != nil)
            server.script("/1", page(12...21, next: "/2"))
            _ = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(server.requests(for: "/2").count == 1)
        }
    }

    @Test("Items seen on a page that was read only to learn where it leads are not claimed over")
    func seenOnNextPage() async throws {
        let next = FeedPage(hours: [3, 10, 2]).scenario()
        try await withServer(["/2": [next, Scenario(status: 500)]]) { server, transport in
            // In no order, but the first page happens to ascend.
            server.script("/1", FeedPage(hours: [9, 4, 1], links: ["next": server.url("/2")]).scenario())
            let feed = await FollowedFeed(server, transport, at: "/1")
            let gap = try #require(await feed.refresh().gaps.first)
            #expect(gap.timeframe.start == now.advanced(by: .seconds(-2 * 3600)).secondAbove)
            #expect(try await feed.shown() == ["urn:1"])
            server.script("/2", next)
            await feed.fill(gap.id)
            let shown = try await feed.shown()
            #expect(shown == [1, 2, 3, 4, 9, 10].map { "urn:\($0)" })
        }
    }

    @Test("Paging upwards stops at unreadable pages and at pages read before")
    func troubles() async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", page(1...10, next: "/2"))
            server.script("/2", page(11...20, next: "/3"))
            server.script("/3", .hangUp)
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/1"), transport: transport)
            let first = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(first.items.count == 20)
            #expect(first.claims.allSatisfy { $0.timeframe.start < now }, "what is newest is not known")
            await #expect(throws: SupplierError.self) {
                try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            }
            server.script("/3", page(11...20, next: "/1"))
            let circle = try await supplier.fetch(FetchRequest(origin: .newest, memory: first.memory, now: now))
            #expect(circle.items.count == 10)
            #expect(circle.claims.first?.timeframe.start == now)
        }
    }
}
