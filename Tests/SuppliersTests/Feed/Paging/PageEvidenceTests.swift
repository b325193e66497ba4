import EngineConcepts
import EngineStandard
import EngineTestSupport
import Networking
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import TestSupport
import Testing

/// A page of a feed proves that nothing is missing only as far as its items do: an item that stands out of order, or dates
/// to the day, prove less.
@Suite("Evidence that a page of a feed gives", .timeLimit(.minutes(30)))
struct PageEvidenceTests {
    /// An entry of a document: its name and its date.
    private struct Entry {
        var id: String
        var date: String?
    }

    /// The day that a name begins with.
    private func day(_ name: String) -> Entry { Entry(id: name, date: "2026-09-\(name.prefix(2))T00:00:00Z") }

    private func days(_ day: String, _ count: Int, of kind: String) -> [Entry] {
        (0..<count).map { self.day("\(day)\(kind)\($0)") }
    }

    private func atom(_ entries: [Entry], next: String? = nil, title: String = "S") -> Scenario {
        let link = next.map { "<link rel='next' href='\($0)'/>" } ?? ""
        let list = entries.map { entry in
            "<entry><id>urn:\(entry.id)</id>\(entry.date.map { "<published>\($0)</published>" } ?? "")</entry>"
        }
        return .text(
            "<feed xmlns='http://www.w3.org/2005/Atom'><title>\(title)</title>\(link)\(list.joined())</feed>",
            type: "application/atom+xml")
    }

    /// An address at which no page numbers are tried, because WordPress has no such addresses.
    private static let unpaged = "/feed.xml"

    private func follow(
        _ server: ScenarioServer, _ transport: HTTPTransport, _ path: String = "/feed", at date: String
    ) async throws -> FollowedFeed {
        await FollowedFeed(
            FeedSupplier(id: "feed:x", name: "x", address: server.url(path), transport: transport),
            at: try #require(Timestamp(rfc3339: date)))
    }

    /// Fills every gap that can be filled.
    private func fill(_ feed: FollowedFeed) async {
        for _ in 0..<20 {
            guard let gap = await feed.engine.snapshot.gaps.first(where: \.canBeFilled) else { return }
            await feed.fill(gap.id)
        }
    }

    @Test(
        "With dates to the day, the gap below an old pinned item's page begins at the day that the page ends in",
        arguments: [[1, 16], [9, 8], [16, 1], [0, 17]], [1, 7, 40])
    func pinnedAmongDays(counts: [Int], rest: Int) async throws {
        try await withServer([:]) { server, transport in
            server.script(
                "/feed",
                atom(
                    [day("09pinned")] + days("11", counts[0], of: "a") + days("10", counts[1], of: "a"),
                    next: server.url("/2")))
            server.script("/2", atom(days("10", rest, of: "b") + days("08", 20, of: "c"), next: server.url("/3")))
            server.script("/3", atom(days("07", 5, of: "d")))
            let feed = try await follow(server, transport, at: "2026-09-11T12:00:00Z")
            // A page that is read on the way would hide what the first one claims.
            server.script("/2", Scenario(status: 500))
            let gap = try #require(await feed.refresh().gaps.first)
            let tenth = try #require(Timestamp(rfc3339: "2026-09-10T00:00:00Z"))
            #expect(gap.timeframe.contains(tenth), "the rest of 10 September is on the next page")
            server.script("/2", atom(days("10", rest, of: "b") + days("08", 20, of: "c"), next: server.url("/3")))
            await fill(feed)
            let shown = Set(try await feed.shown())
            #expect(shown.count == 18 + rest + 25)
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    @Test(
        "With dates to the day, items of a day that was not over when it was last read are in a gap",
        arguments: ["2026-09-10T20:00:00Z", "2026-09-11T01:00:00Z"])
    func daysThatWereNotOver(lastRead: String) async throws {
        try await withServer([:]) { server, transport in
            // The first reading ends below the tenth, which is therefore complete.
            server.script("/feed", atom(days("10", 3, of: "a") + days("09", 3, of: "a"), next: server.url("/2")))
            server.script("/2", atom(days("08", 3, of: "a")))
            let feed = try await follow(server, transport, at: lastRead)
            await feed.refresh()
            await fill(feed)
            #expect(await feed.engine.snapshot.gaps == [])
            let later = days("10", 2, of: "b")
            server.script("/feed", atom(days("11", 6, of: "b"), next: server.url("/2")))
            server.script("/2", Scenario(status: 500))
            feed.time.advance(by: .seconds(86_400))
            await feed.refresh()
            let tenth = try #require(Timestamp(rfc3339: "2026-09-10T00:00:00Z"))
            #expect(await feed.engine.snapshot.gaps.contains { $0.timeframe.contains(tenth) })
            server.script(
                "/2", atom(later + days("10", 3, of: "a") + days("09", 1, of: "a"), next: server.url("/3")))
            server.script("/3", atom(days("09", 3, of: "a").suffix(2) + days("08", 3, of: "a")))
            await fill(feed)
            #expect(try await feed.shown().count == 9 + 6 + 2)
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    @Test("A gap below a page of a single day is filled after a restart although the feed has not changed")
    func restarted() async throws {
        try await withServer([:]) { server, transport in
            func serve(_ items: [Entry]) {
                for (number, start) in stride(from: 0, to: items.count, by: 5).enumerated() {
                    let next = start + 5 < items.count ? server.url("/\(number + 1)") : nil
                    server.script(
                        number == 0 ? "/feed" : "/\(number)", atom(Array(items.dropFirst(start).prefix(5)), next: next))
                }
            }
            let first = (1...8).reversed().map { day("0\($0)a") }
            serve(first)
            let feed = try await follow(server, transport, at: "2026-09-11T20:06:24Z")
            await feed.refresh()
            await fill(feed)
            serve(days("11", 12, of: "b") + first)
            feed.time.advance(by: .seconds(90_000))
            #expect(await feed.refresh().gaps.count == 1)
            await feed.engine.restartSuppliers(nil)
            feed.time.advance(by: .seconds(60))
            await feed.refresh()
            await fill(feed)
            #expect(await feed.engine.snapshot.gaps == [])
            #expect(try await feed.shown().count == 20)
        }
    }

    @Test(
        "With dates to the day, items that left a feed without older pages after a reading of their day are in a gap",
        arguments: [0, 3], [11, 14])
    func daysThatLeftTheWindow(stored: Int, next: Int) async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", atom(days("10", stored, of: "a")))
            let feed = try await follow(server, transport, at: "2026-09-10T20:00:00Z")
            #expect(await feed.refresh().gaps == [])
            server.script("/feed", atom(days("\(next)", 6, of: "b")))
            feed.time.advance(by: .seconds((next - 10) * 86_400))
            let tenth = try #require(Timestamp(rfc3339: "2026-09-10T00:00:00Z"))
            let gaps = await feed.refresh().gaps
            #expect(gaps.contains { $0.timeframe.contains(tenth) && !$0.canBeFilled })
            #expect(!gaps.contains { $0.timeframe.contains(tenth.advanced(by: .seconds(-1))) }, "the ninth was over")
        }
    }

    @Test("Below an older pinned item, a day with more new items than a page is complete once it was read to its end")
    func dayBelowPinned() async throws {
        try await withServer([:]) { server, transport in
            let items = days("10", 40, of: "n")
            func serve(_ count: Int) {
                let listed = Array(items.prefix(count).reversed())
                for (number, start) in stride(from: 0, to: count, by: 10).enumerated() {
                    let page: [Entry] = (number == 0 ? [day("09pinned")] : []) + listed.dropFirst(start).prefix(10)
                    let next = start + 10 < count ? server.url("/\(number + 2)") : nil
                    server.script(number == 0 ? "/feed" : "/\(number + 1)", atom(page, next: next))
                }
            }
            serve(30)
            let feed = try await follow(server, transport, at: "2026-09-10T10:00:00Z")
            await feed.refresh()
            await fill(feed)
            #expect(await feed.engine.snapshot.gaps == [])
            serve(40)
            feed.time.advance(by: .seconds(3600))
            await feed.refresh()
            await fill(feed)
            #expect(try await feed.shown().count == 41)
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    @Test(
        "With dates to the day, items that left the last page unread are in a gap, though it ends with a known one",
        arguments: [[40, 50], [40, 49, 58]])
    func daysThatLeftLastPage(counts: [Int]) async throws {
        try await withServer([:]) { server, transport in
            let last = try #require(counts.last)
            let items = days("10", last, of: "n")
            func serve(_ count: Int) {
                // The feed keeps twenty items.
                let listed = Array(items.prefix(count).reversed().prefix(20))
                server.script(
                    "/feed", atom(Array(listed.prefix(10)), next: listed.count > 10 ? server.url("/2") : nil))
                server.script("/2", atom(Array(listed.dropFirst(10))))
            }
            serve(10)
            let feed = try await follow(server, transport, at: "2026-09-10T10:00:00Z")
            await feed.refresh()
            await fill(feed)
            for count in counts {
                serve(count)
                server.script("/2", Scenario(status: 500))
                feed.time.advance(by: .seconds(3600))
                await feed.refresh()
            }
            serve(last)
            await fill(feed)
            let shown = Set(try await feed.shown())
            #expect(shown == Set((items.prefix(10) + items.dropFirst(30)).map { "urn:\($0.id)" }))
            let tenth = try #require(Timestamp(rfc3339: "2026-09-10T00:00:00Z"))
            let gaps = await feed.engine.snapshot.gaps
            #expect(gaps.contains { $0.timeframe.contains(tenth) && !$0.canBeFilled })
        }
    }

    @Test(
        "A feed with dates to the day that is read every hour has no gap while its documents overlap",
        arguments: [0, 1, 3, 8], [false, true])
    func everyHour(perHour: Int, isPaged: Bool) async throws {
        try await withServer([:]) { server, transport in
            var items: [Entry] = []
            func publish(_ count: Int, on day: Int) {
                for _ in 0..<count { items.insert(self.day("\(day)n\(items.count)"), at: 0) }
            }
            func serve() {
                let pages = stride(from: 0, to: items.count, by: 10).map { Array(items.dropFirst($0).prefix(10)) }
                for (number, page) in pages.enumerated() {
                    let next = isPaged && number + 1 < pages.count ? server.url("/\(number + 1)") : nil
                    server.script(number == 0 ? "/feed" : "/\(number)", atom(page, next: next))
                }
            }
            publish(3, on: 10)
            serve()
            let feed = try await follow(server, transport, at: "2026-09-10T00:30:00Z")
            await feed.refresh()
            await fill(feed)
            for hour in 1..<72 {
                // Without hourly items, one appears each noon.
                publish(perHour == 0 && hour % 24 == 12 ? 1 : perHour, on: 10 + hour / 24)
                serve()
                feed.time.advance(by: .seconds(3600))
                #expect(await feed.refresh().gaps == [], "after \(hour) hours")
            }
            #expect(try await feed.shown().count == items.count)
        }
    }

    @Test(
        "A single known item at the end of a page of one day connects only if the page holds all that was stored of it",
        arguments: [1, 4])
    func singleKnownItem(stored: Int) async throws {
        try await withServer([:]) { server, transport in
            let first = days("10", stored, of: "a")
            server.script("/feed", atom(first))
            let feed = try await follow(server, transport, at: "2026-09-10T10:00:00Z")
            #expect(await feed.refresh().gaps == [])
            server.script("/feed", atom(days("10", 5, of: "b") + first.prefix(1)))
            feed.time.advance(by: .seconds(3600))
            #expect(await feed.refresh().gaps.isEmpty == (stored == 1))
        }
    }

    @Test(
        "Items that left a shuffled document unread are a gap, though each version holds the same old item",
        arguments: 1...20)
    func shuffled(seed: Int) async throws {
        try await withServer([:]) { server, transport in
            var random = SeededGenerator(seed: UInt64(seed))
            func serve(_ hours: ClosedRange<Int>) {
                let pinned = Entry(id: "pinned", date: "2026-08-01T00:00:00Z")
                let items = hours.map { hour in
                    let time = FollowedFeed.start.advanced(by: .seconds(hour * 3600))
                    return Entry(id: "\(hour)", date: time.rfc3339)
                }
                server.script("/feed", atom((items + [pinned]).shuffled(using: &random)))
            }
            serve(-9...0)
            let feed = await FollowedFeed(server, transport, at: "/feed")
            #expect(await feed.refresh().gaps == [])
            serve(-4...5)
            feed.time.advance(by: .seconds(5 * 3600))
            #expect(await feed.refresh().gaps == [], "both know the newest item of the first")
            serve(21...30)
            feed.time.advance(by: .seconds(25 * 3600))
            let gap = try #require(await feed.refresh().gaps.first)
            let (top, bottom) = (gap.timeframe.start, gap.timeframe.end)
            #expect(top >= FollowedFeed.start.advanced(by: .seconds(20 * 3600)))
            #expect(bottom <= FollowedFeed.start.advanced(by: .seconds(6 * 3600)))
            #expect(!gap.canBeFilled)
        }
    }

    @Test(
        "An old item that was the first to be stored does not connect shuffled documents that hold it",
        arguments: 1...20)
    func shuffledAfterOne(seed: Int) async throws {
        try await withServer([:]) { server, transport in
            var random = SeededGenerator(seed: UInt64(seed))
            let pinned = Entry(id: "pinned", date: "2026-08-01T00:00:00Z")
            server.script("/feed", atom([pinned]))
            let feed = await FollowedFeed(server, transport, at: "/feed")
            #expect(await feed.refresh().gaps == [])
            let items = (21...40)
                .map { hour in
                    Entry(id: "\(hour)", date: FollowedFeed.start.advanced(by: .seconds(hour * 3600)).rfc3339)
                }
            server.script("/feed", atom((items + [pinned]).shuffled(using: &random)))
            feed.time.advance(by: .seconds(40 * 3600))
            let gap = try #require(await feed.refresh().gaps.first, "items of hours 1 to 20 have left the window")
            #expect(gap.timeframe.contains(FollowedFeed.start.advanced(by: .seconds(10 * 3600))))
            #expect(!gap.canBeFilled)
        }
    }

    @Test(
        "Older pages of shuffled documents with an old item are read without a hole", arguments: 1...20)
    func shuffledPages(seed: Int) async throws {
        try await withServer([:]) { server, transport in
            var random = SeededGenerator(seed: UInt64(seed))
            func serve(upTo newest: Int) {
                let hours = Array((1...newest).reversed())
                let pages = stride(from: 0, to: hours.count, by: 10)
                    .map { Array(hours[$0..<min($0 + 10, hours.count)]) }
                for (number, page) in pages.enumerated() {
                    var items = page.map { hour in
                        let time = FollowedFeed.start.advanced(by: .seconds((hour - 100) * 3600))
                        return Entry(id: "\(hour)", date: time.rfc3339)
                    }
                    if number == 0 { items.append(Entry(id: "pinned", date: "2026-08-01T00:00:00Z")) }
                    let next = number + 1 < pages.count ? server.url("/\(number + 1)") : nil
                    server.script(
                        number == 0 ? "/feed" : "/\(number)", atom(items.shuffled(using: &random), next: next))
                }
            }
            serve(upTo: 100)
            let feed = await FollowedFeed(server, transport, at: "/feed")
            let first = await feed.refresh()
            try await expectNothingLost(feed, first, upTo: 100)
            await fill(feed)
            #expect(try await feed.shown().count == 101)
            serve(upTo: 143)
            feed.time.advance(by: .seconds(43 * 3600))
            let second = await feed.refresh()
            try await expectNothingLost(feed, second, upTo: 143)
            await fill(feed)
            #expect(try await feed.shown().count == 144)
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    @Test(
        "A document with new dated items above known ones without dates leaves no gap",
        arguments: ["/feed.xml", "/feed"])
    func datedAboveUndated(path: String) async throws {
        try await withServer([:]) { server, transport in
            server.script(path, atom(["a1", "a2", "a3", "a4"].map { Entry(id: $0) }))
            let feed = try await follow(server, transport, path, at: "2026-09-11T12:00:00Z")
            #expect(await feed.refresh().gaps == [])
            let new = [
                Entry(id: "b1", date: "2026-09-11T11:00:00Z"), Entry(id: "b2", date: "2026-09-11T10:00:00Z"),
            ]
            for reading in 0..<2 {
                server.script(path, atom(new + [Entry(id: "a1"), Entry(id: "a2")], title: "\(reading)"))
                feed.time.advance(by: .seconds(700))
                let gaps = await feed.refresh().gaps
                #expect(gaps == [])
            }
            #expect(server.requests.allSatisfy { $0.path == path }, "WordPress dates all items")
        }
    }

    @Test("A document that ends with the newest item of the one before, without a date, leaves no gap")
    func endsWithNewestUndated() async throws {
        try await withServer([:]) { server, transport in
            func items(_ day: String) -> [Entry] {
                (6...9).reversed().map { Entry(id: "\(day)-\($0)", date: "2026-09-\(day)T0\($0):12:34Z") }
            }
            let newest = [Entry(id: "newest")]
            server.script(Self.unpaged, atom(newest + items("10")))
            let feed = try await follow(server, transport, Self.unpaged, at: "2026-09-10T12:00:00Z")
            #expect(await feed.refresh().gaps == [])
            feed.time.advance(by: .seconds(86_400))
            for reading in 0..<2 {
                server.script(Self.unpaged, atom(items("11") + newest, title: "\(reading)"))
                let gaps = await feed.refresh().gaps
                #expect(gaps == [])
                feed.time.advance(by: .seconds(600))
            }
        }
    }

    @Test("An item without a date that was put at the end of every document with dates joins no readings")
    func undatedPutAtEnd() async throws {
        try await withServer([:]) { server, transport in
            func serve(_ day: String, _ end: [Entry] = [Entry(id: "about")]) {
                let items = (6...9).reversed().map { Entry(id: "\(day)-\($0)", date: "2026-09-\(day)T0\($0):12:34Z") }
                server.script(Self.unpaged, atom(items + end))
            }
            serve("10", [])
            let feed = try await follow(server, transport, Self.unpaged, at: "2026-09-10T12:00:00Z")
            #expect(await feed.refresh().gaps == [])
            serve("10")
            feed.time.advance(by: .seconds(3600))
            #expect(await feed.refresh().gaps == [])
            serve("11")
            feed.time.advance(by: .seconds(86_400))
            await feed.refresh()
            #expect(await feed.causes == [.agedOut()])
        }
    }

    @Test("Items without dates that are at the end of every document with dates join no readings", arguments: [1, 2])
    func undatedAtEnd(count: Int) async throws {
        try await withServer([:]) { server, transport in
            let end = [Entry(id: "about"), Entry(id: "contact")].prefix(count)
            func serve(_ day: String) {
                let items = (6...9).reversed().map { Entry(id: "\(day)-\($0)", date: "2026-09-\(day)T0\($0):12:34Z") }
                server.script(Self.unpaged, atom(items + end))
            }
            serve("10")
            let feed = try await follow(server, transport, Self.unpaged, at: "2026-09-10T12:00:00Z")
            #expect(await feed.refresh().gaps == [])
            serve("11")
            feed.time.advance(by: .seconds(86_400))
            for _ in 0..<2 {
                await feed.refresh()
                #expect(await feed.causes == [.agedOut()])
                feed.time.advance(by: .seconds(600))
            }
        }
    }

    @Test("An item at the end of every document without dates joins no readings, and closes no gap between them")
    func staysAtEnd() async throws {
        try await withServer([:]) { server, transport in
            func serve(_ names: [String]) {
                server.script(Self.unpaged, atom((names + ["about"]).map { Entry(id: $0) }))
            }
            serve(["a3", "a2", "a1"])
            let feed = try await follow(server, transport, Self.unpaged, at: "2026-09-11T12:00:00Z")
            #expect(await feed.refresh().gaps == [])
            serve(["a4", "a3", "a2"])
            feed.time.advance(by: .seconds(600))
            #expect(await feed.refresh().gaps == [])
            for names in [["b3", "b2", "b1"], ["b4", "b3", "b2"]] {
                serve(names)
                feed.time.advance(by: .seconds(600))
                await feed.refresh()
                #expect(await feed.causes == [.agedOut()], "\(names)")
            }
        }
    }

    @Test("A short document without dates that grows above its only item leaves no gap")
    func growsAboveOnlyItem() async throws {
        try await withServer([:]) { server, transport in
            let items = (1...4).reversed().map { Entry(id: "\($0)") }
            let feed = try await follow(server, transport, Self.unpaged, at: "2026-09-11T12:00:00Z")
            for count in 1...4 {
                server.script(Self.unpaged, atom(Array(items.suffix(count))))
                #expect(await feed.refresh().gaps == [], "with \(count) items")
                feed.time.advance(by: .seconds(600))
            }
        }
    }

    @Test(
        "A document of items without dates leaves no gap when the time of items that were dated ahead has come",
        arguments: [(1, "/feed"), (1, "/feed.xml"), (3, "/feed.xml")])
    func datePassesAboveUndated(count: Int, path: String) async throws {
        try await withServer([:]) { server, transport in
            let items = ["1", "2", "3"].map { Entry(id: $0) }
            let ahead = (0..<count).map { Entry(id: "ahead\($0)", date: "2026-09-11T12:\(30 - $0):00Z") }
            let feed = try await follow(server, transport, path, at: "2026-09-11T12:00:00Z")
            for reading in 0..<6 {
                server.script(path, atom(ahead + items, title: "\(reading)"))
                let gaps = await feed.refresh().gaps
                #expect(gaps == [])
                feed.time.advance(by: .seconds(600))
            }
        }
    }

    private func expectNothingLost(_ feed: FollowedFeed, _ snapshot: TrackSnapshot, upTo newest: Int) async throws {
        let shown = Set(try await feed.shown())
        let lost = (1...newest)
            .filter { hour in
                let time = FollowedFeed.start.advanced(by: .seconds((hour - 100) * 3600))
                return !shown.contains("urn:\(hour)") && !snapshot.gaps.contains { $0.timeframe.contains(time) }
            }
        #expect(lost == [], "neither shown nor in a gap")
    }

    @Test(
        "A feed without dates that grew by several pages is read to where it was known, whatever is pinned on top",
        arguments: [2, 3, 5, 7], [1, 4, 8, 11, 12, 23, 37])
    func undated(page: Int, growth: Int) async throws {
        for hasPinned in [false, true] {
            for between in [Duration.milliseconds(300), .seconds(1), .seconds(2), .seconds(4000)] {
                try await undated(page: page, growth: growth, hasPinned: hasPinned, between)
            }
        }
    }

    private func undated(page: Int, growth: Int, hasPinned: Bool, _ between: Duration) async throws {
        try await withServer([:]) { server, transport in
            func serve(_ count: Int) {
                let items = (1...count).reversed().map { Entry(id: "\($0)") }
                let pages = stride(from: 0, to: count, by: page).map { Array(items[$0..<min($0 + page, count)]) }
                for (number, page) in pages.enumerated() {
                    let next = number + 1 < pages.count ? server.url("/\(number + 1)") : nil
                    let pinned = number == 0 && hasPinned ? [Entry(id: "pinned")] : []
                    server.script(number == 0 ? "/feed" : "/\(number)", atom(pinned + page, next: next))
                }
            }
            var count = 20
            serve(count)
            let feed = await FollowedFeed(server, transport, at: "/feed")
            await feed.refresh()
            await fill(feed)
            for _ in 0..<3 {
                count += growth
                serve(count)
                feed.time.advance(by: between)
                await feed.refresh()
                await fill(feed)
                let shown = try await feed.shown().filter { $0 != "urn:pinned" }
                let expected = (1...count).reversed().map { "urn:\($0)" }
                let behavior = "\(page) a page, \(growth) more, \(hasPinned ? "one pinned, " : "")after \(between)"
                #expect(Set(shown) == Set(expected), "\(behavior)")
                // Within a second there is no room for the order of pages.
                if between >= .seconds(1) { #expect(shown == expected, "\(behavior)") }
            }
        }
    }

    @Test("Items of a feed without dates that were stored too low, because pages had moved, connect nothing above")
    func undatedStoredTooLow() async throws {
        try await withServer([:]) { server, transport in
            func serve(_ count: Int, failing: Int?) {
                let items = (1...count).reversed().map { Entry(id: "\($0)") }
                let pages = stride(from: 0, to: count, by: 3).map { Array(items[$0..<min($0 + 3, count)]) }
                for (number, page) in pages.enumerated() {
                    let next = number + 1 < pages.count ? server.url("/\(number + 1)") : nil
                    server.script(
                        number == 0 ? "/feed" : "/\(number)",
                        number == failing ? Scenario(status: 500) : atom(page, next: next))
                }
            }
            serve(20, failing: 2)
            let feed = await FollowedFeed(server, transport, at: "/feed")
            let lowest = try #require(await feed.refresh().gaps.last)
            #expect(try await feed.shown().count == 6)
            // The page before is read again. It holds items that were not read from above yet; the next one fails.
            serve(29, failing: 2)
            feed.time.advance(by: .seconds(3600))
            #expect(await feed.fill(lowest.id).gaps.count == 1)
            #expect(Set(try await feed.shown()) == Set(([15...20, 24...26].joined()).map { "urn:\($0)" }))
            serve(29, failing: nil)
            for _ in 0..<10 {
                let gaps = await feed.refresh().gaps
                guard let gap = gaps.first, gaps.count > 1 else { break }
                await feed.fill(gap.id)
            }
            let shown = Set(try await feed.shown())
            #expect((15...29).filter { !shown.contains("urn:\($0)") } == [], "neither shown nor in a gap")
        }
    }

    /// Serves these items, the newest first, by page numbers.
    private func serve(_ items: [Entry], by size: Int, on server: ScenarioServer) {
        let starts = Array(stride(from: 0, to: items.count, by: size))
        for (index, start) in starts.enumerated() {
            let page = Array(items.dropFirst(start).prefix(size))
            server.script(index == 0 ? "/feed" : "/feed?paged=\(index + 1)", atom(page))
        }
        server.script("/feed?paged=\(starts.count + 1)", Scenario(status: 404))
    }

    @Test("A missing page below a document of the last second is a failure if the site had such pages")
    func missingBelowLastSecond() async throws {
        try await withServer([:]) { server, transport in
            let old = (2...9).reversed().map { day("0\($0)a") }
            serve(old, by: 3, on: server)
            let feed = try await follow(server, transport, at: "2026-09-11T12:00:00Z")
            await feed.refresh()
            await fill(feed)
            #expect(await feed.engine.snapshot.gaps == [])
            let new = (1...9).map { Entry(id: "new\($0)", date: "2026-09-11T13:00:00Z") }
            serve(new + old, by: 3, on: server)
            server.script("/feed?paged=2", Scenario(status: 404))
            feed.time.advance(by: .seconds(3601))
            await feed.refresh()
            let causes = await feed.causes
            #expect(causes.contains { if case .failed = $0 { true } else { false } }, "\(causes)")
            serve(new + old, by: 3, on: server)
            feed.time.advance(by: .seconds(60))
            await feed.refresh()
            await fill(feed)
            #expect(await feed.engine.snapshot.gaps == [])
            let shown = try await feed.shown()
            #expect(Set(shown) == Set((new + old).map { "urn:\($0.id)" }))
        }
    }

    @Test(
        "Below what a fill has read from the top before a page failed, nothing is lost, whatever the precision of dates",
        arguments: ["2026-09-10T19:00:00Z", "2026-09-10T19:40:18Z"])
    func brokenReadFromTop(date: String) async throws {
        try await withServer([:]) { server, transport in
            var items = (1...9).reversed().map { day("0\($0)a") }
            func serve(isFailing: Bool) {
                for (index, start) in stride(from: 0, to: items.count, by: 3).enumerated() {
                    let page = Array(items.dropFirst(start).prefix(3))
                    let next = start + 3 < items.count ? server.url("/\(index + 2)") : nil
                    server.script(index == 0 ? "/feed" : "/\(index + 1)", atom(page, next: next))
                }
                if isFailing { server.script("/2", Scenario(status: 500)) }
            }
            func add(_ count: Int, _ name: String, at date: String) {
                for number in 0..<count { items.insert(Entry(id: "\(name)\(number)", date: date), at: 0) }
            }
            serve(isFailing: false)
            let feed = try await follow(server, transport, at: "2026-09-10T14:40:02Z")
            func expectNothingLost() async throws {
                let known = try await feed.store.knownItems(items.map { "urn:\($0.id)" }, of: "feed:x")
                let gaps = await feed.engine.snapshot.gaps
                for item in items where known["urn:\(item.id)"] == nil {
                    let time = try #require(item.date.flatMap { Timestamp(rfc3339: $0) })
                    #expect(gaps.contains { $0.timeframe.contains(time) }, "\(item)")
                }
            }
            await feed.refresh()
            await fill(feed)
            #expect(await feed.engine.snapshot.gaps == [])
            // The next page fails from now on, so there is a gap.
            add(5, "b", at: "2026-09-10T15:00:00Z")
            add(4, "c", at: "2026-09-10T16:00:00Z")
            serve(isFailing: true)
            feed.time.advance(by: .seconds(7203))
            await feed.refresh()
            feed.time.advance(by: .seconds(3 * 3600))
            let gap = try #require(await feed.refresh().gaps.first)
            // If dates are to the hour, these have a place where the feed counts as read.
            add(11, "d", at: date)
            serve(isFailing: true)
            feed.time.advance(by: .seconds(86_400))
            await feed.fill(gap.id)
            add(2, "e", at: "2026-09-11T20:00:00Z")
            serve(isFailing: true)
            feed.time.advance(by: .seconds(3600))
            await feed.refresh()
            try await expectNothingLost()
            serve(isFailing: false)
            feed.time.advance(by: .seconds(60))
            await feed.refresh()
            await fill(feed)
            #expect(await feed.engine.snapshot.gaps == [])
            let shown = try await feed.shown()
            #expect(Set(shown) == Set(items.map { "urn:\($0.id)" }))
        }
    }

    @Test("A page that names an older one after a first document without items is followed by an endless gap")
    func namesOlderAfterEmpty() async throws {
        try await withServer([:]) { server, transport in
            server.script("/feed", atom([]))
            let feed = try await follow(server, transport, at: "2026-09-10T14:00:00Z")
            #expect(await feed.refresh().gaps == [])
            // These can be of the rest of the day, and those of the next page from before.
            server.script("/feed", atom(days("10", 5, of: "new"), next: server.url("/2")))
            server.script("/2", atom(days("08", 5, of: "old")))
            feed.time.advance(by: .seconds(7200))
            #expect(await feed.refresh().gaps.map(\.timeframe.isEndless) == [true])
            await fill(feed)
            #expect(await feed.engine.snapshot.gaps == [])
            let shown = try await feed.shown()
            #expect(shown.count == 10)
        }
    }

    @Test("Pages that are read to their end after a first document without items leave no gap")
    func readWholeAfterEmpty() async throws {
        try await withServer([:]) { server, transport in
            func page(_ times: [String], next: String? = nil) -> Scenario {
                atom(times.map { Entry(id: $0, date: "2026-09-10T\($0):10Z") }, next: next)
            }
            server.script("/feed", atom([]))
            let feed = try await follow(server, transport, at: "2026-09-10T14:00:00Z")
            #expect(await feed.refresh().gaps == [])
            server.script("/feed", page(["15:40", "15:20", "15:00"], next: server.url("/2")))
            server.script("/2", page(["14:30", "14:20"]))
            feed.time.advance(by: .seconds(7200))
            await feed.refresh()
            await fill(feed)
            #expect(await feed.engine.snapshot.gaps == [])
            let shown = try await feed.shown()
            #expect(shown.count == 5)
        }
    }
}
