import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@Suite("A missing older page", .timeLimit(.minutes(30)))
struct MissingPageTests {
    @Test(
        "A missing page is a failure for a week and then counts as gone", arguments: [404, 410],
        ["next", "prev-archive"])
    func gonePage(status: Int, relation: String) async throws {
        try await withServer([:]) { server, transport in
            let isArchive = relation == "prev-archive"
            server.script("/feed", FeedPage(hours: Array(1...5), links: [relation: "/2"]).scenario())
            server.script(
                "/2", FeedPage(hours: Array(6...9), links: [relation: "/1"], isArchive: isArchive).scenario())
            server.script("/1", Scenario(status: status))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            func fill() async throws -> [GapCause] {
                let last = try #require(await feed.refresh().gaps.last)
                let gaps = await feed.fill(last.id).gaps
                #expect(gaps.allSatisfy { $0.timeframe.isEndless } && gaps.count == 1)
                return gaps.flatMap(\.missing).map(\.cause)
            }
            for day in 0..<3 {
                let causes = try await fill()
                guard case .failed(let message)? = causes.first, causes.count == 1 else {
                    Issue.record("\(causes)")
                    return
                }
                let words = message.english
                #expect(words.contains("(\(status))") && words.contains("/1"))
                #expect(try await feed.shown().count == 8, "what lies in the second above the gap waits for it")
                #expect(server.requests(for: "/1").count > day)
                feed.time.advance(by: .seconds(3600))
            }
            feed.time.advance(by: .seconds(8 * 86_400))
            #expect(try await fill() == [.agedOut()])
            let requestCount = server.requests(for: "/1").count
            // The page may exist again on a later request.
            server.script("/1", FeedPage(hours: Array(10...12), isArchive: isArchive).scenario())
            let gap = try #require(await feed.engine.snapshot.gaps.first).id
            await feed.fill(gap)
            #expect(server.requests(for: "/1").count == requestCount, "it is not asked for again by itself")
            await feed.retry(gap)
            #expect(try await feed.shown().count == 12)
        }
    }

    @Test(
        "An archive that is answered with an empty feed is a failure for a day and read by the next fill once it is back",
        arguments: [true, false])
    func emptyArchive(isBack: Bool) async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", FeedPage(hours: Array(1...5), links: ["prev-archive": server.url("/2")]).scenario())
            server.script(
                "/2", FeedPage(hours: Array(6...9), links: ["prev-archive": "/1"], isArchive: true).scenario())
            server.script("/1", FeedPage(hours: []).scenario())
            let feed = await FollowedFeed(server, transport, at: "/feed")
            for _ in 0..<3 {
                let gap = try #require(await feed.refresh().gaps.last)
                let gaps = await feed.fill(gap.id).gaps
                #expect(gaps.count == 1 && gaps.allSatisfy { $0.timeframe.isEndless && $0.canBeFilled })
                guard case .failed? = await feed.causes.first else {
                    Issue.record("\(await feed.causes)")
                    return
                }
                feed.time.advance(by: .seconds(7200))
            }
            if isBack {
                server.script("/1", FeedPage(hours: Array(10...12), isArchive: true).scenario())
            } else {
                feed.time.advance(by: .seconds(86_400))
            }
            let gap = try #require(await feed.refresh().gaps.last)
            #expect(await feed.fill(gap.id).gaps == [])
            #expect(try await feed.shown().count == (isBack ? 12 : 9))
        }
    }

    @Test("An empty archive that says it is one ends the feed")
    func emptyMarkedArchive() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", FeedPage(hours: Array(1...5), links: ["prev-archive": server.url("/1")]).scenario())
            server.script("/1", FeedPage(hours: [], isArchive: true).scenario())
            let feed = await FollowedFeed(server, transport, at: "/feed")
            if let gap = await feed.refresh().gaps.last { await feed.fill(gap.id) }
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    @Test("A missing page is read by the next fill once it is back", arguments: [404, 410])
    func pageIsBack(status: Int) async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", FeedPage(hours: Array(1...5), links: ["next": "/2"]).scenario())
            server.script("/2", Scenario(status: status))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            for count in [4, 12] {
                let gap = try #require(await feed.refresh().gaps.last)
                await feed.fill(gap.id)
                #expect(try await feed.shown().count == count)
                server.script("/2", FeedPage(hours: Array(6...12)).scenario())
            }
        }
    }

    @Test("Pages that were once answered with the items of the page before are read by a later fill")
    func repeatedPages() async throws {
        try await withServer([:]) { server, transport in
            func serve(repeated: ClosedRange<Int>?) {
                for number in 1...4 {
                    let page = repeated?.contains(number) ?? false ? 1 : number
                    let links = number < 4 ? ["next": server.url("/\(number + 1)")] : [:]
                    server.script(
                        "/\(number)", FeedPage(hours: Array(page * 5 - 4...page * 5), links: links).scenario())
                }
            }
            serve(repeated: 2...3)
            let feed = await FollowedFeed(server, transport, at: "/1")
            await feed.refresh()
            for _ in 0..<2 {
                let gap = try #require(await feed.engine.snapshot.gaps.first)
                await feed.fill(gap.id)
                guard case .failed(let message)? = await feed.causes.first, await feed.causes.count == 1 else {
                    Issue.record("\(await feed.causes)")
                    return
                }
                #expect(message.english.contains("/2"))
                feed.time.advance(by: .seconds(60))
            }
            serve(repeated: nil)
            let gap = try #require(await feed.refresh().gaps.first)
            #expect(await feed.fill(gap.id).gaps == [])
            #expect(try await feed.shown() == (1...20).map { "urn:\($0)" })
        }
    }

    @Test(
        "A page that was once answered with the items of the page before is read by a later fill", arguments: 2...4,
        [true, false])
    func repeatedPage(number: Int, isLinkedToItself: Bool) async throws {
        try await withServer([:]) { server, transport in
            func page(_ number: Int) -> Scenario {
                let links = number < 5 ? ["next": server.url("/\(number + 1)")] : [:]
                return FeedPage(hours: Array(number * 5 - 4...number * 5), links: links).scenario()
            }
            for number in 1...5 { server.script("/\(number)", page(number)) }
            let links = ["next": server.url("/\(isLinkedToItself ? number : number + 1)")]
            let before = (number - 1) * 5 - 4...(number - 1) * 5
            server.script("/\(number)", FeedPage(hours: Array(before), links: links).scenario())
            let feed = await FollowedFeed(server, transport, at: "/1")
            await feed.refresh()
            let gap = try #require(await feed.engine.snapshot.gaps.first)
            await feed.fill(gap.id)
            #expect(await feed.causes.count == 1)
            if case .failed? = await feed.causes.first {} else { Issue.record("\(await feed.causes)") }
            feed.time.advance(by: .seconds(7200))
            server.script("/\(number)", page(number))
            let left = try #require(await feed.refresh().gaps.first)
            #expect(await feed.fill(left.id).gaps == [])
            #expect(try await feed.shown() == (1...25).map { "urn:\($0)" })
        }
    }

    /// A page that is answered with an earlier one.
    struct Mistake: CustomTestStringConvertible {
        let paging: FeedScenario.Paging
        let number: Int
        let other: Int
        let isDated: Bool

        var testDescription: String { "\(paging), \(number) as \(other)\(isDated ? "" : ", without dates")" }

        /// A site is only seen to have page numbers by its second page.
        static let all: [Mistake] =
            mistakes(.linked, isDated: true) + mistakes(.linked, isDated: false) + mistakes(.archives, isDated: true)
            + mistakes(.numbered, isDated: true).filter { $0.number > 2 }

        private static func mistakes(_ paging: FeedScenario.Paging, isDated: Bool) -> [Mistake] {
            [(2, 1), (3, 1), (3, 2), (4, 2), (5, 1), (5, 3)]
                .map { Mistake(paging: paging, number: $0.0, other: $0.1, isDated: isDated) }
        }

        /// Returns one of five pages of a feed with 23 items.
        func page(_ number: Int, on server: ScenarioServer) -> Scenario {
            let hours = Array(number * 5 - 4...min(number * 5, 23))
            let relation = paging == .archives ? "prev-archive" : "next"
            let links = paging == .numbered || number == 5 ? [:] : [relation: server.url(path(number + 1))]
            let isArchive = paging == .archives && number > 1
            return FeedPage(hours: hours, links: links, isArchive: isArchive, isDated: isDated).scenario()
        }

        func path(_ number: Int) -> String {
            if number == 1 { return "/feed" }
            return paging == .numbered ? "/feed?paged=\(number)" : "/\(number)"
        }
    }

    @Test(
        "A page that was once answered with an earlier one is read by a later fill", arguments: Mistake.all,
        [60, 7200])
    func earlierPage(mistake: Mistake, pause: Int) async throws {
        try await withServer([:]) { server, transport in
            for number in 1...5 { server.script(mistake.path(number), mistake.page(number, on: server)) }
            if mistake.paging == .numbered { server.script(mistake.path(6), Scenario(status: 404)) }
            server.script(mistake.path(mistake.number), mistake.page(mistake.other, on: server))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            func fill() async {
                for gap in await feed.refresh().gaps.filter(\.canBeFilled) { await feed.fill(gap.id) }
            }
            for _ in 0..<2 {
                await fill()
                let causes = await feed.causes
                #expect(causes.contains { if case .failed = $0 { true } else { false } }, "\(causes)")
                feed.time.advance(by: .seconds(pause))
            }
            server.script(mistake.path(mistake.number), mistake.page(mistake.number, on: server))
            await fill()
            #expect(await feed.engine.snapshot.gaps == [])
            let shown = try await feed.shown()
            #expect(Set(shown) == Set((1...23).map { "urn:\($0)" }))
        }
    }

    @Test(
        "A walk begins again later if the page before, read again for comparison, is truncated or an empty first page",
        arguments: [FeedPage(hours: []), FeedPage(hours: Array(1...5), cut: .withinItem)])
    func incompletePageBefore(_ before: FeedPage) async throws {
        try await withServer([:]) { server, transport in
            let (now, second) = (FollowedFeed.start, server.url("/2"))
            let first = FeedPage(hours: Array(1...5), links: ["next": second])
            server.script("/1", first.scenario())
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/1"), transport: transport)
            let newest = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(newest.claims.first?.timeframe.end)
            var before = before
            before.links = ["next": second]
            server.script("/1", before.scenario())
            // Either new items have moved these to the second page, or the first one was answered in its place.
            server.script("/2", FeedPage(hours: [2, 3, 4], links: ["next": server.url("/3")]).scenario())
            server.script("/3", FeedPage(hours: Array(5...10)).scenario())
            let token = try #require(newest.next)
            let request = FetchRequest(origin: .token(token, edge: edge), now: now)
            let stopped = try await supplier.fetch(request)
            #expect(server.requests.map(\.path) == ["/1", "/2", "/1"])
            #expect(stopped.items.map(\.id) == (2...4).map { "urn:\($0)" }, "they are the feed's in any case")
            #expect(stopped.claims.isEmpty && stopped.next == token)
            #expect(stopped.interruption != nil)
            server.script("/1", first.scenario())
            let answer = try await supplier.fetch(request)
            #expect(answer.items.map(\.id) == (2...10).map { "urn:\($0)" })
            let bottom = now.advanced(by: .seconds(-10 * 3600)).secondAbove
            #expect(answer.claims.map(\.timeframe) == [Timeframe(from: edge, downTo: bottom)].compactMap(\.self))
        }
    }

    @Test("A walk goes on if the older page before, read again for comparison, is one without items")
    func emptyOlderPageBefore() async throws {
        try await withServer([:]) { server, transport in
            let now = FollowedFeed.start
            server.script("/1", FeedPage(hours: [3, 4, 5], links: ["next": server.url("/2")]).scenario())
            server.script("/2", FeedPage(hours: [], links: ["next": server.url("/3")]).scenario())
            server.script("/3", FeedPage(hours: [6, 7, 8], links: ["next": server.url("/4")]).scenario())
            server.script("/4", FeedPage(hours: [9, 10]).scenario())
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/1"), transport: transport)
            let newest = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            var edge = try #require(newest.claims.first?.timeframe.end)
            let second = FetchRequest(origin: .token(try #require(newest.next), edge: edge), now: now)
            let below = try await supplier.fetch(second)
            edge = try #require(below.claims.first?.timeframe.end)
            // New items have moved those of the third page to the fourth.
            server.script("/4", FeedPage(hours: [7, 8]).scenario())
            let last = FetchRequest(origin: .token(try #require(below.next), edge: edge), now: now)
            server.script("/3", FeedPage(hours: [], links: ["next": server.url("/4")]).scenario())
            let answer = try await supplier.fetch(last)
            #expect(answer.interruption == nil && answer.next == nil)
        }
    }

    @Test("A page stays in its gap if the page before cannot be read again for comparison, and a later fill reads it")
    func unreadablePageBefore() async throws {
        try await withServer([:]) { server, transport in
            func serve(_ items: [Int], on number: Int) {
                let links = number < 3 ? ["next": server.url("/\(number + 1)")] : [:]
                server.script("/\(number)", FeedPage(hours: items, links: links).scenario())
            }
            for number in [1, 3] { serve(Array(number * 5 - 4...number * 5), on: number) }
            server.script("/2", Scenario(status: 500))
            let feed = await FollowedFeed(server, transport, at: "/1")
            let gap = try #require(await feed.refresh().gaps.last)
            // Only the first page would show that these are its items.
            serve(Array(1...5), on: 2)
            server.script("/1", Scenario(status: 500))
            let filled = await feed.fill(gap.id)
            #expect(filled.gaps.map(\.timeframe) == [gap.timeframe])
            if case .failed? = await feed.causes.first {} else { Issue.record("\(await feed.causes)") }
            #expect(filled.suppliers.first?.lastError != nil && filled.suppliers.first?.requests.failures == 0)
            #expect(server.requests(for: "/3").isEmpty)
            for number in 1...2 { serve(Array(number * 5 - 4...number * 5), on: number) }
            #expect(await feed.fill(gap.id).gaps == [])
            #expect(try await feed.shown() == (1...15).map { "urn:\($0)" })
        }
    }

    @Test(
        "A page read for comparison that shows a rate limit, a required login or the end of the feed fails the fill",
        arguments: [401, 410, 429, 503])
    func limitedPageBefore(status: Int) async throws {
        try await withServer([:]) { server, transport in
            let first = FeedPage(hours: Array(1...5), links: ["next": server.url("/2")]).scenario()
            server.script("/1", first)
            server.script("/2", Scenario(status: 500))
            let feed = await FollowedFeed(server, transport, at: "/1")
            let gap = try #require(await feed.refresh().gaps.last)
            server.script("/2", first)
            server.script("/1", Scenario(status: status, headers: [("retry-after", "600")]))
            let supplier = try #require(await feed.fill(gap.id).suppliers.first)
            guard case .failed(let error, _) = supplier.requests.condition else {
                Issue.record("\(supplier.requests.condition)")
                return
            }
            let codes: [Int: SupplierError.Code] = [401: .notAuthorised, 410: .gone]
            #expect(error.code == codes[status, default: .rateLimited])
        }
    }

    @Test(
        "Items of a page are kept if the page read for comparison shows a rate limit, a required login or the end of the feed",
        arguments: [401, 410, 429, 503])
    func itemsBeforeLimitedPage(status: Int) async throws {
        try await withServer([:]) { server, transport in
            let (now, second) = (FollowedFeed.start, server.url("/2"))
            server.script("/1", FeedPage(hours: [1, 2, 4, 5], links: ["next": second]).scenario())
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/1"), transport: transport)
            let newest = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            let edge = try #require(newest.claims.first?.timeframe.end)
            // The site can drop them before the next fill.
            server.script("/2", FeedPage(hours: [2, 3, 4], links: ["next": server.url("/3")]).scenario())
            server.script("/1", Scenario(status: status, headers: [("retry-after", "600")]))
            let token = try #require(newest.next)
            let answer = try await supplier.fetch(FetchRequest(origin: .token(token, edge: edge), now: now))
            #expect(answer.items.map(\.id) == (2...4).map { "urn:\($0)" })
            #expect(answer.claims.isEmpty && answer.next == token)
            let codes: [Int: SupplierError.Code] = [401: .notAuthorised, 410: .gone]
            #expect(answer.interruption?.code == codes[status, default: .rateLimited])
        }
    }

    @Test("A walk from the top that breaks off above its edge claims what it has read, and the next one goes on there")
    func brokenWalkFromTop() async throws {
        try await withServer([:]) { server, transport in
            for number in 1...4 {
                let hours = Array(number * 3 - 2...number * 3)
                let links = number < 4 ? ["next": server.url("/\(number + 1)")] : [:]
                server.script("/\(number)", FeedPage(hours: hours, links: links).scenario())
            }
            let second = FeedPage(hours: [4, 5, 6], links: ["next": server.url("/3")]).scenario()
            server.script("/2", Scenario(status: 500))
            let now = FollowedFeed.start
            func hour(_ hour: Int) -> Timestamp { now.advanced(by: .seconds(-hour * 3600)) }
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/1"), transport: transport)
            let anchor = OrderKey(time: hour(9), nativeOrder: 0, id: TicketID(supplier: "feed:x", item: "urn:9"))
            let broken = try await supplier.fetch(FetchRequest(origin: .anchor(anchor, edge: hour(9)), now: now))
            #expect(broken.items.map(\.id) == (1...3).map { "urn:\($0)" })
            #expect(broken.claims.map(\.timeframe) == [Timeframe(from: now, downTo: hour(3).secondAbove)])
            server.script("/2", second)
            let token = try #require(broken.next)
            let answer = try await supplier.fetch(
                FetchRequest(origin: .token(token, edge: hour(9)), now: now.advanced(by: .seconds(60))))
            #expect(answer.items.map(\.id) == (4...12).map { "urn:\($0)" })
            let below = Timeframe(from: hour(3).secondAbove, downTo: hour(12).secondAbove)
            #expect(answer.claims.map(\.timeframe) == [below])
        }
    }

    @Test("A document without items shows nothing about a gap, and its address is said")
    func noItems() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", FeedPage(hours: []).scenario())
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/feed"), transport: transport)
            let edge = FollowedFeed.start
            let anchor = OrderKey(time: edge, nativeOrder: 0, id: TicketID(supplier: "feed:x", item: "urn:1"))
            let error = await #expect(throws: SupplierError.self) {
                try await supplier.fetch(FetchRequest(origin: .anchor(anchor, edge: edge), now: edge))
            }
            #expect(error?.message.english.contains(server.url("/feed")) ?? false)
        }
    }

    @Test(
        "A feed in pages is due when its newest page says so, also if that begins ahead",
        arguments: [[-5], [-5, 1, 2]])
    func dueWithItemsAhead(hours: [Int]) async throws {
        try await withServer([:]) { server, transport in
            server.script("/1", FeedPage(hours: hours, links: ["next": server.url("/2")]).scenario())
            server.script("/2", FeedPage(hours: [20, 21]).scenario())
            let feed = await FollowedFeed(server, transport, at: "/1")
            await feed.refresh()
            if let gap = await feed.engine.snapshot.gaps.last { await feed.fill(gap.id) }
            let status = try #require(await feed.engine.snapshot.suppliers.first)
            let due = try #require(status.requests.budget.freshUntil)
            #expect(due > feed.time.now())
            let requestCount = server.requests.count
            feed.time.advance(by: .seconds(60))
            feed.engine.refresh(.routine)
            await feed.engine.waitUntilIdle()
            #expect(server.requests.count == requestCount)
            feed.time.set(due)
            feed.engine.refresh(.routine)
            await feed.engine.waitUntilIdle()
            #expect(server.requests.count > requestCount)
        }
    }

    @Test("What appears below items dated ahead, on the second page, is read")
    func belowItemsAhead() async throws {
        try await withServer([:]) { server, transport in
            let ahead = FeedPage(hours: Array(-5000 ... -4996), links: ["next": server.url("/2")])
            server.script("/feed", ahead.scenario())
            server.script("/2", FeedPage(hours: [1, 2, 3, 4]).scenario())
            let feed = await FollowedFeed(server, transport, at: "/feed")
            for gap in await feed.refresh().gaps { await feed.fill(gap.id) }
            #expect(await feed.engine.snapshot.gaps == [])
            feed.time.advance(by: .seconds(86_400))
            server.script("/2", FeedPage(hours: [-20, 1, 2, 3]).scenario())
            for gap in await feed.refresh().gaps { await feed.fill(gap.id) }
            let shown = try await feed.shown()
            #expect(shown.contains("urn:-20"))
        }
    }
}
