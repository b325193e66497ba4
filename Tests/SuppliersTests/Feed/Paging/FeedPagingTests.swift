import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import SupplierConformance
import Suppliers
import Testing

@Suite("A feed with older pages", .timeLimit(.minutes(30)))
struct FeedPagingTests {
    private let now = FollowedFeed.start

    @Test(
        "A paged feed keeps the supplier contract in every format and with every way of paging",
        arguments: FeedScenario.Kind.all)
    func conformance(kind: FeedScenario.Kind) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedScenario(kind: kind, server: server, transport: transport)
            #expect(await ConformanceSuite(story, now: now).run() == [])
        }
    }

    private func items(_ range: ClosedRange<Int>) -> [ScriptedItem] {
        range.reversed()
            .map { number in
                ScriptedItem(
                    id: "n\(number)", time: now.advanced(by: .seconds((number - 1000) * 600)), text: "Item \(number).")
            }
    }

    /// The feed, followed from this time.
    private func follow(_ story: FeedScenario, at now: Timestamp) async throws -> FollowedFeed {
        await FollowedFeed(try await story.makeSupplier(), at: now)
    }

    @Test(
        "Items that left the window unread are filled from older pages",
        arguments: [FeedScenario.Paging.linked, .header, .archives, .numbered])
    func agedOut(paging: FeedScenario.Paging) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedScenario(kind: .init(format: .rss2, paging: paging), server: server, transport: transport)
            let feed = try await follow(story, at: now.advanced(by: .seconds(-400 * 600)))
            try await story.publish(items(500...600))
            await feed.refresh()
            // Three hundred items on twelve pages: more than one refresh reads.
            try await story.publish(items(500...900))
            feed.time.set(now)
            let gap = try #require(await feed.refresh().gaps.first)
            #expect(!gap.timeframe.isEndless)
            #expect(gap.missing.map(\.cause) == [.notAsked])
            await feed.fill(gap.id)
            #expect(await feed.engine.snapshot.gaps.allSatisfy(\.timeframe.isEndless))
            #expect(await feed.engine.snapshot.suppliers.first?.covered.timeframes.count == 1)
        }
    }

    @Test(
        "A feed that has moved for good is requested at its new address, also after pages that prove nothing",
        arguments: [false, true])
    func moved(isAhead: Bool) async throws {
        try await withServer([:]) { server, transport in
            func serve(_ items: [Int], at path: String, next: String?) {
                let links = next.map { ["next": server.url($0)] } ?? [:]
                let page = FeedPage(hours: items.map { -5000 - $0 }, links: links, isDated: isAhead)
                server.script(path, page.scenario())
            }
            server.script("/old", .redirect(to: "/new"))
            serve([4, 3, 2], at: "/new", next: "/new/2")
            serve([1], at: "/new/2", next: nil)
            let feed = await FollowedFeed(server, transport, at: "/old")
            await feed.refresh()
            server.script("/old", Scenario(status: 404))
            serve([8, 7, 6], at: "/new", next: "/new/2")
            serve([5, 4, 3], at: "/new/2", next: "/new/3")
            serve([2, 1], at: "/new/3", next: nil)
            for _ in 0..<3 {
                feed.time.advance(by: .seconds(3600))
                let status = try #require(await feed.refresh().suppliers.first)
                #expect(status.lastError == nil)
            }
            #expect(server.requests(for: "/old").count == 1)
            let shown = try await feed.shown()
            #expect(shown.prefix(3) == ["urn:-5008", "urn:-5007", "urn:-5006"])
        }
    }

    @Test("A page number is tried at the address to which the feed has moved, also if its document proves nothing")
    func movedNumbers() async throws {
        func document(_ item: Int) -> Scenario {
            .text(
                "<rss version='2.0'><channel><title>S</title><generator>https://wordpress.org/?v=6.8</generator>"
                    + "<item><guid>\(item)</guid></item></channel></rss>")
        }
        try await withServer([:]) { server, transport in
            server.script("/old", .redirect(to: "/new"))
            server.script("/new", document(2))
            server.script("/new?paged=2", document(1))
            let feed = await FollowedFeed(server, transport, at: "/old")
            for gap in await feed.refresh().gaps { await feed.fill(gap.id) }
            let paths = server.requests.map(\.path)
            #expect(paths.prefix(2) == ["/old", "/new"] && paths.contains("/new?paged=2"))
            #expect(!paths.contains { $0.hasPrefix("/old?") })
        }
    }

    @Test("Items that left the window are filled for a blog that had a single page at first")
    func secondPageCameLater() async throws {
        try await withServer([:]) { server, transport in
            let story = FeedScenario(
                kind: .init(format: .rss2, paging: .numbered), server: server, transport: transport)
            let feed = try await follow(story, at: now.advanced(by: .seconds(-400 * 600)))
            try await story.publish(items(590...600))
            if let gap = await feed.refresh().gaps.first {
                await feed.fill(gap.id)
            }
            let requestCount = server.requests.count
            await feed.refresh()
            #expect(
                server.requests.count == requestCount + 1, "nothing has left the window that another page could hold")
            try await story.publish(items(590...900))
            feed.time.set(now)
            let gap = try #require(await feed.refresh().gaps.first { !$0.timeframe.isEndless })
            await feed.fill(gap.id)
            #expect(await feed.engine.snapshot.gaps.allSatisfy(\.timeframe.isEndless))
        }
    }

    @Test("A blog without a second page is asked again after a month if items have left its window")
    func refusedTwice() async throws {
        try await withServer([:]) { server, transport in
            let story = FeedScenario(kind: .init(format: .rss2, paging: .none), server: server, transport: transport)
            let supplier = try await story.makeSupplier()
            var memory: String?
            func newest(_ range: ClosedRange<Int>, after days: Int) async throws -> Token? {
                try await story.publish(items(range))
                let time = now.advanced(by: .seconds(days * 86_400))
                let answer = try await supplier.fetch(FetchRequest(origin: .newest, memory: memory, now: time))
                memory = answer.memory ?? memory
                guard let next = answer.next, let edge = answer.claims.first?.timeframe.end else { return nil }
                let older = try await supplier.fetch(
                    FetchRequest(origin: .token(next, edge: edge), memory: memory, now: time))
                #expect(older.end == .retentionLimit)
                memory = older.memory ?? memory
                return next
            }
            #expect(try await newest(100...120, after: 0) != nil)
            #expect(try await newest(200...220, after: 1) != nil, "what was there is not any more")
            #expect(try await newest(300...320, after: 2) == nil, "there is no such page")
            #expect(try await newest(400...420, after: 30) == nil)
            #expect(try await newest(500...520, after: 32) != nil)
            #expect(try await newest(600...620, after: 33) == nil, "and still there is none")
        }
    }

    @Test(
        "Items that left the window have aged out if there are no older pages or none that work",
        arguments: [
            FeedScenario.Paging.none, .ignored,
        ])
    func noPages(paging: FeedScenario.Paging) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedScenario(kind: .init(format: .rss2, paging: paging), server: server, transport: transport)
            let feed = try await follow(story, at: now.advanced(by: .seconds(-400 * 600)))
            try await story.publish(items(500...600))
            await feed.refresh()
            try await story.publish(items(500...900))
            feed.time.set(now)
            let gaps = await feed.refresh().gaps
            #expect(gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
            let requestCount = server.requests.count
            try await story.publish(items(500...901))
            await feed.refresh()
            #expect(server.requests.count == requestCount + 1, "what does not work is not tried again")
        }
    }

    @Test("A feed that no item leaves never has a gap")
    func nothingLeft() async throws {
        try await withServer([:]) { server, transport in
            let story = FeedScenario(kind: .init(format: .rss2, paging: .none), server: server, transport: transport)
            let feed = try await follow(story, at: now)
            for last in [985, 990, 1000] {
                try await story.publish(items(980...last))
                let gaps = await feed.refresh().gaps
                #expect(gaps == [])
                feed.time.advance(by: .seconds(3600))
            }
        }
    }

    @Test("Aged-out items are counted if the feed counts its items, and not guessed otherwise")
    func lostItems() async throws {
        try await withServer([:]) { server, transport in
            let story = FeedScenario(kind: .init(format: .rss2, paging: .none), server: server, transport: transport)
            let feed = try await follow(story, at: now.advanced(by: .seconds(-400 * 600)))
            func publish(_ numbers: ClosedRange<Int>, total: Int?) {
                let count = total.map {
                    "<o:totalResults xmlns:o='http://a9.com/-/spec/opensearchrss/1.0/'>\($0)</o:totalResults>"
                }
                let entries = items(numbers)
                    .map { "<item><guid>\($0.id)</guid><pubDate>\($0.time.rfc3339)</pubDate></item>" }
                server.script(
                    "/feed",
                    .text(
                        "<rss version='2.0'><channel><title>S</title>\(count ?? "")\(entries.joined())</channel></rss>")
                )
            }
            publish(500...520, total: 500)
            await feed.refresh()
            publish(880...900, total: 880)
            feed.time.set(now)
            let counted = await feed.refresh().gaps
            #expect(counted.map { $0.missing.map(\.cause) } == [[.agedOut(lost: 880 - 500 - 21)]])
            publish(1000...1020, total: nil)
            feed.time.advance(by: .seconds(200 * 600))
            let gaps = await feed.refresh().gaps
            #expect(gaps.map { $0.missing.map(\.cause) } == [[.agedOut()], [.agedOut(lost: 880 - 500 - 21)]])
        }
    }

    @Test(
        "A feed is read page by page down to its first item and then has nothing older",
        arguments: [
            FeedScenario.Paging.archives, .numbered,
        ])
    func wholeHistory(paging: FeedScenario.Paging) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedScenario(kind: .init(format: .rss2, paging: paging), server: server, transport: transport)
            let feed = try await follow(story, at: now)
            try await story.publish(items(801...1000))
            let first = await feed.refresh()
            let gap = try #require(first.gaps.last)
            #expect(gap.timeframe.isEndless && gap.canBeFilled)
            await feed.fill(gap.id)
            if paging == .numbered {
                // The last page is full, so the next one may be missing by mistake.
                for _ in 0..<2 {
                    feed.time.advance(by: .seconds(86_400))
                    await feed.fill(try #require(await feed.engine.snapshot.gaps.last).id)
                }
            }
            let status = try #require(await feed.engine.snapshot.suppliers.first)
            #expect(await feed.engine.snapshot.gaps.isEmpty)
            #expect(status.floor?.reason == .trueEnd)
            #expect(server.requests.count < 18)
        }
    }

    @Test("The last page by number is read though most of its items are pinned to each page")
    func pinnedToEachPage() async throws {
        try await withServer([:]) { server, transport in
            for (index, hours) in [Array(1...9), Array(10...18)].enumerated() {
                let path = index == 0 ? "/feed" : "/feed?paged=\(index + 1)"
                server.script(path, FeedPage(hours: [900, 901] + hours).scenario())
            }
            let last = FeedPage(hours: [900, 901, 19]).scenario()
            server.script("/feed?paged=3", Scenario(status: 500))
            server.script("/feed?paged=4", Scenario(status: 404))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            for gap in await feed.refresh().gaps.filter(\.canBeFilled) { await feed.fill(gap.id) }
            // Later the page before is read again, to see if pages have moved.
            feed.time.advance(by: .seconds(3600))
            server.script("/feed?paged=3", last)
            for gap in await feed.refresh().gaps.filter(\.canBeFilled) { await feed.fill(gap.id) }
            let shown = try await feed.shown()
            #expect(shown.contains("urn:19"), "\(shown)")
        }
    }

    @Test("A page by number that begins with the last items of the page above, moved down by new ones, is another page")
    func movedDown() async throws {
        func page(_ hours: ClosedRange<Int>) -> Scenario { FeedPage(hours: Array(hours)).scenario() }
        // Two items appear while the second page, which lies above the edge, is compared with the first, and two more later.
        let second = [page(4...6), page(2...4)]
        try await withServer(["/feed?paged=2": second]) { server, transport in
            server.script("/feed", page(1...3))
            for (number, hours) in [(3, 3...5), (4, 6...8), (5, 9...11)] {
                server.script("/feed?paged=\(number)", page(hours))
            }
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/feed"), transport: transport)
            let newest = try await supplier.fetch(FetchRequest(origin: .newest, now: FollowedFeed.start))
            let token = try #require(newest.next)
            let edge = FollowedFeed.start.advanced(by: .seconds(-9 * 3600))
            let request = FetchRequest(origin: .token(token, edge: edge), now: FollowedFeed.start)
            let answer = try await supplier.fetch(request)
            let later = (3...5).map { "/feed?paged=\($0)" }
            #expect(server.requests.map(\.path) == ["/feed", "/feed?paged=2", "/feed", "/feed?paged=2"] + later)
            let listed = [2...4, 3...5, 6...8, 9...11].joined().map { "urn:\($0)" }
            #expect(answer.items.map(\.id) == listed)
            #expect(answer.claims.map(\.timeframe.start) == [edge] && answer.next != nil)
            #expect(answer.interruption == nil && !answer.isNextDoubtful)
        }
    }

    @Test("A page by number in no order is followed by the next one", arguments: [1, 2, 3], [true, false])
    func unorderedPage(number: Int, isReversed: Bool) async throws {
        try await withServer([:]) { server, transport in
            let order = isReversed ? [4, 3, 2, 1, 0] : [2, 4, 0, 3, 1]
            func serve(disordered: Int?) {
                for page in 1...4 {
                    let hours = (0..<5).map { 5 * page + (page == disordered ? order[$0] : $0) - 4 }
                    server.script(
                        page == 1 ? "/feed" : "/feed?paged=\(page)",
                        FeedPage(hours: page == 4 ? Array(hours.prefix(3)) : hours).scenario())
                }
                server.script("/feed?paged=5", Scenario(status: 404))
            }
            // The site is known to have page numbers.
            let feed = await FollowedFeed(server, transport, at: "/feed")
            server.script("/feed", FeedPage(hours: [1, 2, 3, 4, 5]).scenario())
            server.script("/feed?paged=2", FeedPage(hours: [6, 7, 8, 9, 10]).scenario())
            server.script("/feed?paged=3", Scenario(status: 500))
            await feed.refresh()
            feed.time.advance(by: .seconds(60))
            for disordered in [number, nil] {
                serve(disordered: disordered)
                for _ in 0..<3 {
                    for gap in await feed.refresh().gaps.filter(\.canBeFilled) { await feed.fill(gap.id) }
                    feed.time.advance(by: .seconds(90_000))
                }
            }
            let shown = try await feed.shown()
            #expect(shown == (1...18).map { "urn:\($0)" })
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    @Test("A page number that is missing once loses nothing between known items", arguments: [404, 410], [23, 25])
    func missingOnce(status: Int, count: Int) async throws {
        try await withServer([:]) { server, transport in
            func serve(_ hours: [Int], missing: Int? = nil) {
                let pages = stride(from: 0, to: hours.count, by: 5).map { Array(hours.dropFirst($0).prefix(5)) }
                for (index, page) in pages.enumerated() {
                    let path = index == 0 ? "/feed" : "/feed?paged=\(index + 1)"
                    let isMissing = index + 1 == missing
                    server.script(path, isMissing ? Scenario(status: status) : FeedPage(hours: page).scenario())
                }
                server.script("/feed?paged=\(pages.count + 1)", Scenario(status: 404))
            }
            let feed = await FollowedFeed(server, transport, at: "/feed")
            func fill() async {
                for gap in await feed.refresh().gaps.filter(\.canBeFilled) { await feed.fill(gap.id) }
            }
            serve(Array(1...count))
            for _ in 0..<3 {
                await fill()
                feed.time.advance(by: .seconds(90_000))
            }
            #expect(await feed.engine.snapshot.gaps == [])
            // Items of the last day.
            let hours = Array(-23...count)
            for missing in 2...4 {
                serve(hours, missing: missing)
                await fill()
                #expect(await feed.engine.snapshot.gaps.count == 1)
                feed.time.advance(by: .seconds(60))
            }
            serve(hours)
            await fill()
            #expect(await feed.engine.snapshot.gaps == [])
            let all = hours.map { "urn:\($0)" }
            let shown = try await feed.shown()
            #expect(shown == all)
        }
    }

    @Test("A page number that is missing for a day behind a full page ends the feed and joins nothing below")
    func missingForLong() async throws {
        try await withServer([:]) { server, transport in
            let feed = await FollowedFeed(server, transport, at: "/feed")
            func fill() async {
                for gap in await feed.refresh().gaps.filter(\.canBeFilled) { await feed.fill(gap.id) }
            }
            func serve(_ first: Int) {
                server.script("/feed", FeedPage(hours: Array(first...first + 4)).scenario())
                server.script("/feed?paged=2", FeedPage(hours: Array(first + 5...first + 9)).scenario())
                server.script("/feed?paged=3", Scenario(status: 404))
            }
            let ends: [(first: Int, causes: [GapCause])] = [(1, []), (-23, [.agedOut()])]
            for (first, causes) in ends {
                serve(first)
                await fill()
                guard case .failed? = await feed.causes.first else {
                    Issue.record("\(await feed.causes)")
                    return
                }
                // The third walk of a day counts.
                for _ in 0..<2 {
                    feed.time.advance(by: .seconds(43_200))
                    await fill()
                }
                let found = await feed.causes
                #expect(found == causes)
            }
            let requestCount = server.requests.count
            await fill()
            #expect(server.requests(for: "/feed?paged=3").count < 20 && server.requests.count <= requestCount + 1)
        }
    }

    @Test(
        "A guessed page that the server blocks, delays or sends empty is a gap that can be filled",
        arguments: [401, 403, 408, 200])
    func blockedGuess(status: Int) async throws {
        let blocked = status == 200 ? Scenario.text("") : Scenario(status: status)
        // A shorter page is the last one.
        let older = FeedPage(hours: Array(6...9)).scenario()
        try await withServer(["/feed?paged=2": [blocked, older]]) { server, transport in
            server.script("/feed", FeedPage(hours: Array(1...5)).scenario())
            server.script("/feed?paged=3", Scenario(status: 404))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            await feed.refresh()
            while let gap = await feed.engine.snapshot.gaps.first(where: \.canBeFilled) { await feed.fill(gap.id) }
            let shown = try await feed.shown()
            #expect(shown == (1...9).map { "urn:\($0)" })
        }
    }

    @Test("Filling a gap that cannot be filled shows nothing of a newer document without the gap below it")
    func newerDocument() async throws {
        try await withServer([:]) { server, transport in
            let feed = await FollowedFeed(server, transport, at: "/feed")
            feed.time.advance(by: .seconds(-11 * 3600))
            for hours in [[9, 10], [6, 7]] {
                server.script("/feed", FeedPage(hours: hours).scenario())
                feed.time.advance(by: .seconds(2 * 3600 + 1800))
                await feed.refresh()
            }
            let gaps = await feed.engine.snapshot.gaps
            #expect(await feed.causes == [.agedOut()])
            server.script("/feed", FeedPage(hours: [-9, -8]).scenario())
            feed.time.advance(by: .seconds(16 * 3600))
            let gap = try #require(gaps.first)
            #expect(await feed.fill(gap.id).gaps == gaps)
            #expect(try await feed.shown() == ["urn:6", "urn:7", "urn:9", "urn:10"])
            #expect(await feed.refresh().gaps.count == 2)
            #expect(try await feed.shown() == ["urn:-9", "urn:-8", "urn:6", "urn:7", "urn:9", "urn:10"])
        }
    }
}
