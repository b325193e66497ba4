import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@Suite("An old item pinned to the top of a feed", .timeLimit(.minutes(30)))
struct PinnedItemTests {
    private static let pinned = 1000

    @Test("A pinned item joins no windows: items that left the feed unread are a gap")
    func joinsNothing() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", FeedPage(hours: [Self.pinned] + (51...60)).scenario())
            let feed = await FollowedFeed(server, transport, at: "/feed")
            #expect(await feed.refresh().gaps == [])
            server.script("/feed", FeedPage(hours: [Self.pinned] + (1...10)).scenario())
            await feed.refresh()
            #expect(await feed.causes == [GapCause.agedOut()])
            server.script("/feed", FeedPage(hours: [Self.pinned] + (-8...1)).scenario())
            feed.time.advance(by: .seconds(9 * 3600))
            #expect(await feed.refresh().gaps.count == 1, "one that is known joins at its end")
        }
    }

    @Test(
        "An item with a date on top of a feed of items without dates joins no readings, however old it is",
        arguments: [1, 240])
    func datedAboveUndated(hour: Int) async throws {
        func document(_ names: [String]) -> Scenario {
            let date = FollowedFeed.start.advanced(by: .seconds(-hour * 3600)).rfc3339
            let entries = names.map { "<entry><id>urn:\($0)</id></entry>" }.joined()
            return .text(
                "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>"
                    + "<entry><id>urn:pinned</id><published>\(date)</published></entry>\(entries)</feed>",
                type: "application/atom+xml")
        }
        try await withServer([:]) { server, transport in
            server.script("/feed.xml", document(["a4", "a3", "a2", "a1"]))
            let feed = await FollowedFeed(server, transport, at: "/feed.xml")
            #expect(await feed.refresh().gaps == [])
            server.script("/feed.xml", document(["a6", "a5", "a4", "a3"]))
            feed.time.advance(by: .seconds(600))
            #expect(await feed.refresh().gaps == [])
            server.script("/feed.xml", document(["b4", "b3", "b2", "b1"]))
            for _ in 0..<3 {
                feed.time.advance(by: .seconds(600))
                await feed.refresh()
                #expect(await feed.causes == [.agedOut()])
            }
            let shown = try await feed.shown()
            #expect(shown.count == 11)
        }
    }

    @Test(
        "What left a feed dated to the day, whose oldest item is pinned above newer ones, is in a gap",
        arguments: [1, 0])
    func daysBelowPinnedItem(lastDay: Int) async throws {
        let day = FollowedFeed.start.advanced(by: .seconds(-8 * 3600))
        func document(_ items: [(name: String, day: Int)]) -> Scenario {
            let entries = items.map { item in
                let date = day.advanced(by: .seconds(item.day * 86_400)).rfc3339
                return "<entry><id>urn:\(item.name)</id><published>\(date)</published></entry>"
            }
            return .text("<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(entries.joined())</feed>")
        }
        try await withServer([:]) { server, transport in
            server.script("/feed.xml", document([("b", 0), ("a", 0)]))
            let feed = await FollowedFeed(server, transport, at: "/feed.xml")
            #expect(await feed.refresh().gaps == [])
            server.script("/feed.xml", document([("a", 0), ("f", 1), ("e", 1), ("d", 1), ("c", lastDay)]))
            feed.time.advance(by: .seconds(86_400))
            let gaps = await feed.refresh().gaps
            #expect(gaps.contains { $0.timeframe.contains(day) }, "the rest of the first day")
            let next = day.advanced(by: .seconds(86_400))
            if lastDay == 1 { #expect(gaps.contains { $0.timeframe.contains(next) }, "and of the second one") }
        }
    }

    @Test("A gap behind a pinned item is filled from older pages", arguments: [0, 1])
    func paged(place: Int) async throws {
        try await withServer([:]) { server, transport in
            func serve(_ hours: [Int]) {
                let pages = stride(from: 0, to: hours.count, by: 10).map { Array(hours[$0..<$0 + 10]) }
                for (number, page) in pages.enumerated() {
                    let next = number + 1 < pages.count ? ["next": server.url("/\(number + 1)")] : [:]
                    var page = page
                    if number == 0 { page.insert(Self.pinned, at: place) }
                    server.script(number == 0 ? "/feed" : "/\(number)", FeedPage(hours: page, links: next).scenario())
                }
            }
            serve(Array(101...130))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            await feed.refresh()
            while let gap = await feed.engine.snapshot.gaps.first(where: \.canBeFilled) { await feed.fill(gap.id) }
            serve(Array(1...130))
            await feed.refresh()
            while let gap = await feed.engine.snapshot.gaps.first(where: \.canBeFilled) { await feed.fill(gap.id) }
            let shown = try await feed.shown()
            #expect(shown == ((1...130) + [Self.pinned]).map { "urn:\($0)" })
            #expect(await feed.causes == [])
        }
    }

    @Test("A new item with an old date at the end of a feed hides no gap above it", arguments: [48, 1000])
    func newAtEnd(hour: Int) async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", FeedPage(hours: Array(stride(from: 31, through: 49, by: 2))).scenario())
            let feed = await FollowedFeed(server, transport, at: "/feed")
            feed.time.advance(by: .seconds(-30 * 3600))
            #expect(await feed.refresh().gaps == [])
            server.script("/feed", FeedPage(hours: (1...9) + [hour]).scenario())
            feed.time.advance(by: .seconds(30 * 3600))
            for _ in 0..<2 {
                let gaps = await feed.refresh().gaps
                #expect(gaps.count == 1)
                #expect(gaps.first?.timeframe.contains(FollowedFeed.start.advanced(by: .seconds(-20 * 3600))) ?? false)
                #expect(await feed.causes == [.agedOut()])
                let shown = try await feed.shown()
                #expect(shown.contains("urn:\(hour)"))
                feed.time.advance(by: .seconds(60))
            }
        }
    }

    @Test("The gap above a new item with an old date at the end of a feed is filled from older pages")
    func newAtEndOfPaged() async throws {
        try await withServer([:]) { server, transport in
            let known = Array(stride(from: 31, through: 49, by: 2))
            server.script("/feed", FeedPage(hours: known).scenario())
            let feed = await FollowedFeed(server, transport, at: "/feed")
            feed.time.advance(by: .seconds(-30 * 3600))
            #expect(await feed.refresh().gaps == [])
            server.script("/feed", FeedPage(hours: (1...9) + [48], links: ["next": server.url("/2")]).scenario())
            server.script("/2", FeedPage(hours: Array(10...19), links: ["next": server.url("/3")]).scenario())
            server.script("/3", FeedPage(hours: Array(20...29), links: ["next": server.url("/4")]).scenario())
            server.script("/4", FeedPage(hours: [30] + known).scenario())
            feed.time.advance(by: .seconds(30 * 3600))
            await feed.refresh()
            for _ in 0..<5 {
                guard let gap = await feed.engine.snapshot.gaps.first(where: \.canBeFilled) else { break }
                await feed.fill(gap.id)
            }
            #expect(await feed.engine.snapshot.gaps == [])
            let all = (Array(1...30) + known + [48]).sorted().map { "urn:\($0)" }
            let shown = try await feed.shown()
            #expect(shown == all)
        }
    }

    @Test("A range that an item at the end of all pages made look complete is a gap once a page shows what it lacks")
    func endOfAllPages() async throws {
        let first = FeedPage(hours: (1...10) + [Self.pinned], links: ["next": "/2"]).scenario()
        // The first page cannot be read again for comparison.
        try await withServer(["/1": [first, Scenario(status: 500)]]) { server, transport in
            server.script("/2", FeedPage(hours: (11...20) + [Self.pinned], links: ["next": "/3"]).scenario())
            server.script("/3", FeedPage(hours: (21...30) + [Self.pinned]).scenario())
            let feed = await FollowedFeed(server, transport, at: "/1")
            let unread = FollowedFeed.start.advanced(by: .seconds(-25 * 3600))
            #expect(await feed.refresh().gaps.contains { $0.timeframe.contains(unread) })
            server.script("/1", first)
            feed.time.advance(by: .seconds(60))
            for _ in 0..<3 {
                guard let gap = await feed.engine.snapshot.gaps.first(where: \.canBeFilled) else { break }
                await feed.fill(gap.id)
            }
            #expect(await feed.engine.snapshot.gaps == [])
            let all = ((1...30) + [Self.pinned]).map { "urn:\($0)" }
            let shown = try await feed.shown()
            #expect(shown == all)
        }
    }

    @Test(
        "A known item dated ahead joins no windows: items of a day that left the feed unread are a gap",
        arguments: [0, 3])
    func datedAhead(place: Int) async throws {
        func document(_ items: [(id: String, daysAgo: Int)]) -> Scenario {
            let midnight = FollowedFeed.start.advanced(by: .seconds(-8 * 3600))
            var entries = items.map { id, daysAgo in
                let date = midnight.advanced(by: .seconds(-daysAgo * 86_400)).rfc3339
                return "<entry><id>urn:\(id)</id><published>\(date)</published></entry>"
            }
            entries.insert(
                "<entry><id>urn:event</id><published>\(midnight.advanced(by: .seconds(30 * 86_400)).rfc3339)</published></entry>",
                at: min(place, entries.count))
            return .text(
                "<feed xmlns='http://www.w3.org/2005/Atom'><title>S</title>\(entries.joined())</feed>",
                type: "application/atom+xml")
        }
        try await withServer([:]) { server, transport in
            server.script("/feed.xml", document([("b", 0), ("a", 1)]))
            let feed = await FollowedFeed(server, transport, at: "/feed.xml")
            #expect(await feed.refresh().gaps == [])
            server.script("/feed.xml", document([("5", 0), ("4", 0), ("3", 0)]))
            feed.time.advance(by: .seconds(3 * 3600))
            await feed.refresh()
            #expect(await feed.causes == [GapCause.agedOut()])
        }
    }
}
