import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@Suite("Order of a feed's pages and items", .timeLimit(.minutes(30)))
struct PageOrderTests {
    private let now = FollowedFeed.start

    @Test(
        "A feed is read to its last page whatever the order on its pages, with and without dates",
        arguments: PageOrder.allCases, FeedScenario.Format.allCases.filter { $0 == .atom || $0 == .json })
    func orderWithinPages(order: PageOrder, format: FeedScenario.Format) async throws {
        try await withServer([:]) { server, transport in
            for page in 0..<4 {
                let hours = order.arrange(Array(page * 10 + 1...page * 10 + 10))
                let links = page < 3 ? ["next": server.url("/\(page + 1)")] : [:]
                server.script(
                    "/\(page)", FeedPage(hours: hours, links: links, isDated: order != .undated).scenario(format))
            }
            let feed = await FollowedFeed(server, transport, at: "/0")
            await readOn(feed, times: 2)
            #expect(await feed.engine.snapshot.gaps.isEmpty)
            let shown = try await feed.shown()
            #expect(shown == (1...40).map { "urn:\($0)" })
        }
    }

    private func readOn(_ feed: FollowedFeed, times: Int) async {
        for _ in 0..<times {
            feed.time.advance(by: .seconds(600))
            for gap in await feed.refresh().gaps.filter(\.canBeFilled) { await feed.fill(gap.id) }
        }
    }

    /// The order of a page's items.
    enum PageOrder: CaseIterable {
        case newestFirst, oldestFirst, mixed, undated

        func arrange(_ hours: [Int]) -> [Int] {
            switch self {
            case .newestFirst, .undated: hours
            case .oldestFirst: hours.reversed()
            case .mixed: hours.sorted { ($0 * 7) % 11 < ($1 * 7) % 11 }
            }
        }
    }

    /// The ways in which older pages can lead to nothing.
    enum DeadEnd: CaseIterable {
        case circle, circleWithoutDates, sameAgain, empty
    }

    @Test(
        "Paging ends at a loop, at repeated pages and at endless empty pages", arguments: DeadEnd.allCases)
    func deadEnds(kind: DeadEnd) async throws {
        try await withServer([:]) { server, transport in
            for number in 0..<30 {
                let next =
                    switch kind {
                    case .circle, .circleWithoutDates: number == 2 ? 1 : number + 1
                    case .sameAgain, .empty: number + 1
                    }
                let hours =
                    switch kind {
                    case .circle, .circleWithoutDates: [number * 2 + 1, number * 2 + 2]
                    case .sameAgain: [1, 2]
                    case .empty: number == 0 ? [1, 2] : []
                    }
                let page = FeedPage(
                    hours: hours, links: ["next": server.url("/\(next)")], isDated: kind != .circleWithoutDates)
                server.script("/\(number)", page.scenario())
            }
            let feed = await FollowedFeed(server, transport, at: "/0")
            await readOn(feed, times: 3)
            if kind != .empty {
                // A cache can be to blame for a day.
                #expect(await feed.causes.count == 1)
                for _ in 0..<2 {
                    feed.time.advance(by: .seconds(86_400))
                    await readOn(feed, times: 1)
                }
            }
            // Empty pages prove nothing.
            #expect(await feed.causes == (kind == .empty ? [.outOfReach] : []))
            #expect(server.requests.count < 30, "\(server.requests.map(\.path))")
        }
    }

    @Test("A feed claims no more than its order proves")
    func order() async throws {
        func feed(_ minutes: [Int]) -> Scenario {
            let entries = minutes.map { minute in
                "<item><guid>\(minute)</guid><pubDate>\(now.advanced(by: .seconds(-minute * 60)).rfc3339)</pubDate></item>"
            }
            return .text(
                "<rss version='2.0'><channel><generator>WordPress</generator>\(entries.joined())</channel></rss>")
        }
        let scenarios: [String: [Scenario]] = [
            "/sorted": [feed([1, 2, 3, 4, 5, 6])], "/pinned": [feed([90, 1, 2, 3, 4, 5, 6])],
            "/mixed": [feed([3, 1, 6, 2, 5, 4])],
        ]
        try await withServer(scenarios) { server, transport in
            func answer(_ path: String) async throws -> FetchAnswer {
                try await FeedSupplier(id: "feed:x", name: "x", address: server.url(path), transport: transport)
                    .fetch(FetchRequest(origin: .newest, now: now))
            }
            #expect(try await answer("/sorted").claims.map(\.kind) == [.exact])
            let pinned = try await answer("/pinned")
            #expect(pinned.claims.map(\.kind) == [.heuristic(lateness: .seconds(89 * 60))])
            #expect(pinned.next != nil)
            let mixed = try await answer("/mixed")
            #expect(mixed.claims.allSatisfy { $0.kind != .exact })
            #expect(mixed.next != nil)
        }
    }

    /// Serves these items by page numbers on pages of this size, each in no order.
    private func serve(_ hours: ClosedRange<Int>, by size: Int, shuffledBy step: Int = 7, on server: ScenarioServer) {
        let starts = Array(stride(from: hours.lowerBound, through: hours.upperBound, by: size))
        for (index, start) in starts.enumerated() {
            let page = (start...min(start + size - 1, hours.upperBound))
                .sorted { ($0 + 100) * step % 11 < ($1 + 100) * step % 11 }
            server.script(index == 0 ? "/feed" : "/feed?paged=\(index + 1)", FeedPage(hours: page).scenario())
        }
        server.script("/feed?paged=\(starts.count + 1)", Scenario(status: 404))
    }

    @Test("Pages by number are read behind a first document in no order")
    func numbersBehindDisorder() async throws {
        try await withServer([:]) { server, transport in
            serve(1...25, by: 10, on: server)
            let feed = await FollowedFeed(server, transport, at: "/feed")
            await readOn(feed, times: 2)
            #expect(await feed.engine.snapshot.gaps == [])
            let shown = try await feed.shown()
            #expect(shown == (1...25).map { "urn:\($0)" })
            #expect(server.requests(for: "/feed?paged=2").count == 1)
        }
    }

    @Test(
        "A site that ignores page numbers and lists its oldest items first is not read on while items appear",
        arguments: ["", "<published>2026-09-01T00:00:00Z</published>"])
    func ignoredNumbersBehindOldestFirst(date: String) async throws {
        // Each answer lists one new item at the end, and the oldest one no more.
        func documents(_ numbers: [Int]) -> [Scenario] {
            numbers.map { number in
                let entries = (number..<number + 10).map { "<entry><id>urn:\($0)</id>\(date)</entry>" }
                let generator = "<generator>https://wordpress.org/?v=6.4</generator>"
                return .text(
                    "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(generator)\(entries.joined())</feed>",
                    type: "application/atom+xml")
            }
        }
        let answers = [
            "/feed": documents([0, 2, 4, 6, 8, 10, 12, 14]), "/feed?paged=2": documents([1, 3, 5, 7, 9]),
            "/feed?paged=3": documents([11]), "/feed?paged=4": documents([12]),
        ]
        try await withServer(answers) { server, transport in
            let feed = await FollowedFeed(server, transport, at: "/feed")
            await readOn(feed, times: 2)
            #expect(!server.requests(for: "/feed?paged=2").isEmpty)
            #expect(server.requests(for: "/feed?paged=3").isEmpty)
            let count = server.requests.count
            feed.time.advance(by: .seconds(3600))
            await feed.refresh()
            #expect(server.requests.count == count + 1)
        }
    }

    @Test("A document in no order leads once to a page number that is missing, in whatever order its items come")
    func missingNumberBehindDisorder() async throws {
        try await withServer([:]) { server, transport in
            serve(1...8, by: 11, on: server)
            let feed = await FollowedFeed(server, transport, at: "/feed")
            #expect(await feed.refresh().gaps == [])
            #expect(server.requests.map(\.path) == ["/feed", "/feed?paged=2"])
            // The document has room for three more.
            for (newest, step) in [(1, 4), (1, 3), (0, 7), (-1, 4), (-2, 3)] {
                serve(newest...8, by: 11, shuffledBy: step, on: server)
                feed.time.advance(by: .seconds(3600))
                #expect(await feed.refresh().gaps == [])
            }
            let shown = try await feed.shown()
            #expect(shown.count == 11)
            #expect(server.requests(for: "/feed?paged=2").count == 1)
        }
    }

    @Test("A page number that was missing behind a document in no order is tried again once items have left it")
    func numbersBehindDisorderCameLater() async throws {
        try await withServer([:]) { server, transport in
            serve(1...8, by: 8, on: server)
            let feed = await FollowedFeed(server, transport, at: "/feed")
            #expect(await feed.refresh().gaps == [])
            serve(-23...12, by: 8, on: server)
            feed.time.advance(by: .seconds(25 * 3600))
            await readOn(feed, times: 3)
            #expect(await feed.engine.snapshot.gaps == [])
            let shown = try await feed.shown()
            #expect(Set(shown) == Set((-23...12).map { "urn:\($0)" }))
        }
    }
}
