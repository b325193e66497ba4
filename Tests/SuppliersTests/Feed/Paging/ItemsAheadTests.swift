import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Testing

/// Items that are dated ahead stand where they were first seen, so their dates say nothing about what was read.
@Suite("Feeds with items dated ahead", .timeLimit(.minutes(30)))
struct ItemsAheadTests {
    @Test(
        "A feed of items dated ahead and items without dates has no gap while it is as it was, and one once all are new",
        arguments: [[0], [3], [0, 1], [1]])
    func aheadAmongUndated(places: [Int]) async throws {
        // The items at `places` are dated two hours ahead.
        func document(_ kind: String) -> Scenario {
            let date = FollowedFeed.start.advanced(by: .seconds(7200)).rfc3339
            let entries = (0..<4)
                .map { index in
                    "<entry><id>urn:\(kind)\(index)</id>"
                        + (places.contains(index) ? "<published>\(date)</published>" : "") + "</entry>"
                }
            return .text(
                "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(entries.joined())</feed>",
                type: "application/atom+xml")
        }
        try await withServer([:]) { server, transport in
            let feed = await FollowedFeed(server, transport, at: "/feed.xml")
            server.script("/feed.xml", document("a"))
            for _ in 0..<3 {
                #expect(await feed.refresh().gaps == [])
                feed.time.advance(by: .seconds(600))
            }
            server.script("/feed.xml", document("b"))
            for _ in 0..<3 {
                await feed.refresh()
                #expect(await feed.causes == [.agedOut()])
                feed.time.advance(by: .seconds(600))
            }
        }
    }

    @Test("A document that has not changed completes no range that its feed has lost", arguments: [1, 3600])
    func unchangedAfterLoss(pause: Int) async throws {
        try await withServer([:]) { server, transport in
            func serve(_ hours: [Int], tag: String) {
                var document = FeedPage(hours: hours).scenario()
                document.entityTag = "\"\(tag)\""
                server.script("/x", document)
            }
            serve([1], tag: "first")
            let feed = await FollowedFeed(server, transport, at: "/x")
            #expect(await feed.refresh().gaps == [])
            // The document ends with items dated ahead, so it claims nothing: the gap reaches up to its reading.
            serve([-1, -53, -52, -51, -50], tag: "second")
            feed.time.advance(by: .seconds(7201))
            let gaps = await feed.refresh().gaps
            #expect(gaps.map(\.timeframe.start) == [feed.time.now()])
            #expect(gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
            let gap = try #require(gaps.first)
            feed.time.advance(by: .seconds(pause))
            #expect(await feed.retry(gap.id).gaps == gaps)
            feed.time.advance(by: .seconds(3600))
            #expect(await feed.refresh().gaps == gaps)
        }
    }

    @Test(
        "A page is not another one because an item is, or was, dated ahead of the pages above", arguments: [-90, -45])
    func newerThanPageBefore(ahead: Int) async throws {
        try await withServer([:]) { server, transport in
            let pages = [
                [-56, -52, -48, -44, -40], [-36, -32, -28, -24, -20], [-16, ahead, -8, -4, 0], [1, 2, 3, 4, 5],
            ]
            func serve(_ pages: [[Int]]) {
                for (index, hours) in pages.enumerated() {
                    let links = index + 1 < pages.count ? ["next": server.url("/\(index + 2)")] : [:]
                    server.script("/\(index + 1)", FeedPage(hours: hours, links: links).scenario())
                }
            }
            serve([[1, 2, 3, 4, 5]])
            let feed = await FollowedFeed(server, transport, at: "/1")
            #expect(await feed.refresh().gaps == [])
            // Now that there are older pages, the first reading may have been wrong about the end.
            serve(pages)
            server.script("/3", Scenario(status: 500))
            feed.time.advance(by: .seconds(60 * 3600))
            let last = try #require(await feed.refresh().gaps.last)
            #expect(last.timeframe.isEndless)
            serve(pages)
            let gaps = await feed.fill(last.id).gaps
            #expect(gaps.map(\.timeframe.isEndless) == [false])
            for gap in gaps { await feed.fill(gap.id) }
            #expect(await feed.engine.snapshot.gaps == [])
            let shown = Set(try await feed.shown())
            #expect(shown == Set(pages.joined().map { "urn:\($0)" }))
        }
    }

    @Test("A feed whose pages are all dated ahead has no gap between readings of all its pages")
    func pagesAhead() async throws {
        try await withServer([:]) { server, transport in
            for (number, hours) in [(1, -2000 ... -1996), (2, -1995 ... -1991), (3, -1990 ... -1986)] {
                let links = number < 3 ? ["next": server.url("/\(number + 1)")] : [:]
                server.script("/\(number)", FeedPage(hours: Array(hours), links: links).scenario())
            }
            let feed = await FollowedFeed(server, transport, at: "/1")
            for _ in 0..<3 {
                #expect(await feed.refresh().gaps == [])
                let shown = try await feed.shown()
                #expect(shown.count == 15)
                feed.time.advance(by: .seconds(3600))
            }
        }
    }

    @Test("The pages of a feed that is dated ahead are all read once a day, and meanwhile its document alone")
    func readOnceADay() async throws {
        try await withServer([:]) { server, transport in
            for (number, hours) in [(1, -2000 ... -1996), (2, -1995 ... -1991), (3, -1990 ... -1986)] {
                let links = number < 3 ? ["next": server.url("/\(number + 1)")] : [:]
                var document = FeedPage(hours: Array(hours), links: links).scenario()
                document.entityTag = "\"\(number)\""
                server.script("/\(number)", document)
            }
            let feed = await FollowedFeed(server, transport, at: "/1")
            func requests(after pause: Int) async -> Int {
                feed.time.advance(by: .seconds(pause))
                let count = server.requests.count
                #expect(await feed.refresh().gaps == [])
                return server.requests.count - count
            }
            #expect(await requests(after: 0) > 2)
            for _ in 0..<3 { #expect(await requests(after: 3600) == 1) }
            // Two items appear, neither of them on the first page.
            server.script("/3", FeedPage(hours: [-1990, -1989, -1988, -1985, -1984]).scenario())
            #expect(await requests(after: 3600) == 1)
            #expect(await requests(after: 86_400) > 2)
            let shown = try await feed.shown()
            #expect(shown.count == 17)
            #expect(await requests(after: 3600) == 1)
        }
    }

    @Test("A page in no order that is dated ahead connects by its last item, not by the one with the first date")
    func pinnedAhead() async throws {
        try await withServer([:]) { server, transport in
            func serve(_ pages: [[Int]]) {
                for (index, hours) in pages.enumerated() {
                    let links = index + 1 < pages.count ? ["next": server.url("/\(index + 2)")] : [:]
                    server.script("/\(index + 1)", FeedPage(hours: hours, links: links).scenario())
                }
            }
            serve([[-30, -80, -50, -100, -60, -90], [-55, -70, -110, -65, -95, -75]])
            let feed = await FollowedFeed(server, transport, at: "/1")
            #expect(await feed.refresh().gaps == [])
            // Eight items appear below the one on top.
            let pages = [
                [-30, -85, -53, -105, -62, -92], [-57, -72, -112, -80, -50, -100], [-60, -90, -55, -70, -110, -65],
                [-95, -75],
            ]
            serve(pages)
            feed.time.advance(by: .seconds(3600))
            #expect(await feed.refresh().gaps == [])
            let shown = Set(try await feed.shown())
            #expect(shown == Set(pages.joined().map { "urn:\($0)" }))
        }
    }

    @Test(
        "Pages by number that are dated ahead are shown though the last one is full, and have no gap",
        arguments: [1, 2])
    func numberedPagesAhead(count: Int) async throws {
        try await withServer([:]) { server, transport in
            for (path, hours) in [("/feed", -2000 ... -1996), ("/feed?paged=2", -1995 ... -1991)].prefix(count) {
                server.script(path, FeedPage(hours: Array(hours)).scenario())
            }
            server.script("/feed?paged=\(count + 1)", Scenario(status: 404))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            for reading in 0..<4 {
                let requests = server.requests.count
                #expect(await feed.refresh().gaps == [])
                let shown = try await feed.shown()
                #expect(shown.count == 5 * count)
                if reading > 0 { #expect(server.requests.count == requests + 1) }
                feed.time.advance(by: .seconds(3600))
            }
        }
    }

    @Test("An archive that is dated further ahead than the one above is read")
    func archivesAhead() async throws {
        try await withServer([:]) { server, transport in
            let pages = [[-10, -30, -20, -25, -15], [-12, -11, -5, -14, -13], [-40, -8, -35, -9, -33]]
            for (index, hours) in pages.enumerated() {
                let links = index < 2 ? ["prev-archive": server.url("/\(index + 2)")] : [:]
                server.script("/\(index + 1)", FeedPage(hours: hours, links: links, isArchive: index > 0).scenario())
            }
            let feed = await FollowedFeed(server, transport, at: "/1")
            for _ in 0..<2 {
                #expect(await feed.refresh().gaps == [])
                let shown = try await feed.shown()
                #expect(shown.count == 15)
                feed.time.advance(by: .seconds(3600))
            }
        }
    }

    @Test("What appears on a second page by number, below items dated ahead, is read after that page has failed")
    func failedPageBelowItemsAhead() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", FeedPage(hours: Array(-5000 ... -4996)).scenario())
            server.script("/feed?paged=2", FeedPage(hours: [1, 2, 3]).scenario())
            server.script("/feed?paged=3", Scenario(status: 404))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            for gap in await feed.refresh().gaps { await feed.fill(gap.id) }
            #expect(await feed.engine.snapshot.gaps == [])
            server.script("/feed?paged=2", Scenario(status: 500))
            feed.time.advance(by: .seconds(86_400))
            await feed.refresh()
            server.script("/feed?paged=2", FeedPage(hours: [-20, 1, 2]).scenario())
            feed.time.advance(by: .seconds(3600))
            for gap in await feed.refresh().gaps { await feed.fill(gap.id) }
            let shown = try await feed.shown()
            #expect(shown.contains("urn:-20"))
        }
    }
}
