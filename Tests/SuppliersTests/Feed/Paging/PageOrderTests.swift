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
            #expect(mixed.next == nil, "no page of a feed without order proves anything about the next one")
        }
    }
}
