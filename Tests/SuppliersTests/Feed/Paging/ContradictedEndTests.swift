import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@Suite("An end of a feed that a later page contradicts", .timeLimit(.minutes(30)))
struct ContradictedEndTests {
    /// The addresses of a feed's pages.
    enum Paging: CaseIterable {
        case linked, numbered

        func path(_ number: Int) -> String {
            switch self {
            // An address that ends with "feed" would be one of WordPress.
            case .linked: number == 1 ? "/feed.xml" : "/\(number)"
            case .numbered: number == 1 ? "/feed" : "/feed?paged=\(number)"
            }
        }
    }

    /// Serves these items on pages of this size, and nothing behind the last one.
    private func serve(_ hours: ClosedRange<Int>, by size: Int, _ paging: Paging = .linked, on server: ScenarioServer) {
        let starts = Array(stride(from: hours.lowerBound, through: hours.upperBound, by: size))
        for (index, start) in starts.enumerated() {
            let isLast = index + 1 == starts.count
            let links = isLast || paging == .numbered ? [:] : ["next": server.url(paging.path(index + 2))]
            let page = FeedPage(hours: Array(start...min(start + size - 1, hours.upperBound)), links: links)
            server.script(paging.path(index + 1), page.scenario())
        }
        server.script(paging.path(starts.count + 1), Scenario(status: 404))
    }

    /// Fills every gap that can be filled.
    private func fill(_ feed: FollowedFeed) async {
        for _ in 0..<12 {
            guard let gap = await feed.engine.snapshot.gaps.first(where: \.canBeFilled) else { return }
            await feed.fill(gap.id)
        }
    }

    /// Expects an endless gap, whose fill brings all of these items, and no gap afterwards.
    private func expectAll(of hours: ClosedRange<Int>, _ feed: FollowedFeed) async throws {
        let gaps = await feed.engine.snapshot.gaps
        #expect(gaps.contains { $0.timeframe.isEndless && $0.canBeFilled }, "\(gaps)")
        await fill(feed)
        #expect(Set(try await feed.shown()) == Set(hours.map { "urn:\($0)" }))
        #expect(await feed.engine.snapshot.gaps == [])
        for _ in 0..<2 {
            feed.time.advance(by: .seconds(3600))
            #expect(await feed.refresh().gaps == [], "the pages were followed to their end")
        }
    }

    /// A document of software that is not known to have older pages, without a link to any.
    private func withoutPages(_ hours: ClosedRange<Int>) -> Scenario {
        let entries = hours.map { hour in
            let date = FollowedFeed.start.advanced(by: .seconds(-hour * 3600)).rfc3339
            return "<entry><id>urn:\(hour)</id><published>\(date)</published></entry>"
        }
        return .text(
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title><generator>Cache</generator>\(entries.joined())</feed>",
            type: "application/atom+xml")
    }

    @Test(
        "The endless gap comes back after a document that led to no older pages", arguments: Paging.allCases, [0, 1])
    func documentWithoutLink(paging: Paging, growth: Int) async throws {
        try await withServer([:]) { server, transport in
            serve(1...110, by: 40, paging, on: server)
            let feed = await FollowedFeed(server, transport, at: paging.path(1))
            #expect(await feed.refresh().gaps.map(\.timeframe.isEndless) == [true])
            server.script(paging.path(1), withoutPages(1...40))
            feed.time.advance(by: .seconds(3600))
            await feed.refresh()
            serve(1 - growth...110, by: 40, paging, on: server)
            feed.time.advance(by: .seconds(3600))
            await feed.refresh()
            try await expectAll(of: 1 - growth...110, feed)
        }
    }

    @Test(
        "An endless gap appears with the first link to older pages of a feed whose document was full",
        arguments: [0, 1])
    func linkCameLater(growth: Int) async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed.xml", FeedPage(hours: Array(1...8)).scenario())
            let feed = await FollowedFeed(server, transport, at: "/feed.xml")
            #expect(await feed.refresh().gaps == [])
            serve(1 - growth...20, by: 8, on: server)
            feed.time.advance(by: .seconds(3600))
            await feed.refresh()
            try await expectAll(of: 1 - growth...20, feed)
        }
    }

    @Test("A feed whose document was not full has nothing older when it links to older pages later")
    func shortDocument() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed.xml", FeedPage(hours: Array(1...5)).scenario())
            let feed = await FollowedFeed(server, transport, at: "/feed.xml")
            #expect(await feed.refresh().gaps == [])
            for growth in [3, 6] {
                serve(1 - growth...5, by: 8, on: server)
                feed.time.advance(by: .seconds(4 * 3600))
                #expect(await feed.refresh().gaps == [])
            }
        }
    }

    @Test("A page number that was missing once ends the feed only until such numbers work")
    func numbersWorkLater() async throws {
        try await withServer([:]) { server, transport in
            serve(1...20, by: 10, .numbered, on: server)
            server.script("/feed?paged=2", Scenario(status: 404))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            #expect(await feed.refresh().gaps == [])
            serve(-25...20, by: 10, .numbered, on: server)
            feed.time.advance(by: .seconds(26 * 3600))
            await feed.refresh()
            await fill(feed)
            let shown = try await feed.shown()
            #expect(Set(shown) == Set((-25...20).map { "urn:\($0)" }))
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    @Test("An older page without items and link is a failure, and a later fill reads on", arguments: Paging.allCases)
    func emptyOnce(paging: Paging) async throws {
        try await withServer([:]) { server, transport in
            serve(1...58, by: 10, paging, on: server)
            server.script(paging.path(2), FeedPage(hours: []).scenario())
            let feed = await FollowedFeed(server, transport, at: paging.path(1))
            await feed.refresh()
            await feed.fill(try #require(await feed.engine.snapshot.gaps.last).id)
            guard case .failed? = await feed.causes.last else {
                Issue.record("\(await feed.causes)")
                return
            }
            serve(1...58, by: 10, paging, on: server)
            feed.time.advance(by: .seconds(3600))
            await feed.refresh()
            try await expectAll(of: 1...58, feed)
        }
    }

    @Test("A linked page that has been without items and link for a day ends the feed for good")
    func emptyForLong() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed.xml", FeedPage(hours: Array(1...10), links: ["next": server.url("/2")]).scenario())
            server.script("/2", FeedPage(hours: []).scenario())
            let feed = await FollowedFeed(server, transport, at: "/feed.xml")
            for _ in 0..<3 {
                await feed.refresh()
                #expect(await feed.engine.snapshot.gaps.count == 1)
                if let gap = await feed.engine.snapshot.gaps.first { await feed.fill(gap.id) }
                feed.time.advance(by: .seconds(43_200))
            }
            #expect(await feed.engine.snapshot.gaps == [])
            #expect(await feed.refresh().gaps == [])
        }
    }

    @Test("Items that only a document without a link to older pages hid are read once the link is back")
    func hiddenBetweenReadings() async throws {
        try await withServer([:]) { server, transport in
            serve(21...28, by: 10, on: server)
            let feed = await FollowedFeed(server, transport, at: "/feed.xml")
            feed.time.advance(by: .seconds(-20 * 3600))
            #expect(await feed.refresh().gaps == [])
            server.script("/feed.xml", FeedPage(hours: Array(1...10)).scenario())
            feed.time.advance(by: .seconds(20 * 3600))
            await feed.refresh()
            #expect(await feed.causes == [.agedOut()])
            // The document has moved, so that it does not end at the gap.
            serve(-2...28, by: 10, on: server)
            feed.time.advance(by: .seconds(3 * 3600))
            #expect(await feed.refresh().gaps.contains(where: \.canBeFilled))
            await fill(feed)
            let shown = try await feed.shown()
            #expect(Set(shown) == Set((-2...28).map { "urn:\($0)" }))
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    /// A document with items of one day.
    private func day(_ names: [String], next: String? = nil) -> Scenario {
        let link = next.map { "<link rel='next' href='\($0)'/>" } ?? ""
        let entries = names.map { "<entry><id>urn:\($0)</id><published>2026-09-10T00:00:00Z</published></entry>" }
        return .text(
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(link)\(entries.joined())</feed>",
            type: "application/atom+xml")
    }

    @Test(
        "Items of a day that the source has dropped stay a gap, although its last page ends with a known item later",
        arguments: [2, 3])
    func lostWithinDay(first: Int) async throws {
        try await withServer([:]) { server, transport in
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/feed.xml"), transport: transport)
            let start = try #require(Timestamp(rfc3339: "2026-09-10T10:00:00Z"))
            let feed = await FollowedFeed(supplier, at: start)
            // The source keeps six items.
            func serve(_ names: [String]) {
                server.script("/feed.xml", day(Array(names.prefix(3)), next: server.url("/2")))
                server.script("/2", day(Array(names.dropFirst(3).prefix(3))))
            }
            server.script("/feed.xml", day((0..<first).map { "a\($0)" }))
            #expect(await feed.refresh().gaps == [])
            let later = (0..<20).reversed().map { "b\($0)" }
            for names in [later, ["c"] + later, ["d", "c"] + later] {
                serve(names)
                feed.time.advance(by: .seconds(3600))
                await feed.refresh()
                await fill(feed)
                #expect(await feed.causes == [.agedOut()])
            }
            await feed.retry(try #require(await feed.engine.snapshot.gaps.first).id)
            #expect(await feed.causes == [.agedOut()])
        }
    }
}
