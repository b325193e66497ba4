import EngineConcepts
import EngineStandard
import EngineTestSupport
import Networking
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@testable import FeedParsing

@Suite("Identities of feed items")
struct FeedIdentityTests {
    private func ids(_ items: [String]) throws -> [String] {
        try FeedParser.parse("<rss version='2.0'><channel>\(items.joined())</channel></rss>".utf8).items.map(\.id)
    }

    private func item(
        _ title: String?, day: Int? = nil, guid: String? = nil, link: String? = "https://a.example/",
        text: String? = nil
    ) -> String {
        let date = day.map { "2026-11-1\(String($0))T10:00:00Z" }
        let parts: [(name: String, value: String?)] = [
            ("guid", guid), ("title", title), ("link", link), ("pubDate", date), ("description", text),
        ]
        let elements = parts.compactMap { part in part.value.map { "<\(part.name)>" + $0 + "</\(part.name)>" } }
        return "<item>" + elements.joined() + "</item>"
    }

    @Test("A link shared by several items identifies none of them: date and title, and then the text, tell them apart")
    func sharedLinks() throws {
        let two = try ids([item("A", day: 1), item("B", day: 2)])
        #expect(two[0].hasPrefix("https://a.example/ 2026-11-11T10:00:00Z "))
        #expect(two[1].hasPrefix("https://a.example/ 2026-11-12T10:00:00Z "))
        let six = (1...6).map { (number: Int) in item("T\(number)", day: number / 2) }
        #expect(Set(try ids(six)).count == 6)
        #expect(Set(try ids([item("A"), item("B"), item("C")])).count == 3)
        #expect(Set(try ids([item("A", text: "x"), item("A", text: "y")])).count == 2)
        #expect(Set(try ids([item("A", link: nil, text: "x"), item("A", link: nil, text: "y")])).count == 2)
        #expect(try ids([item("A", day: 1)]) == ["https://a.example/"], "a link of its own is enough")
    }

    @Test("Links used as identities lose their tracking parameters and nothing else")
    func trackedLinks() throws {
        func id(_ link: String) throws -> String {
            let text = link.split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&amp;")
            return try ids([item("A", link: text)])[0]
        }
        #expect(try id("https://a.example/1?utm_source=rss&utm_id=17") == "https://a.example/1")
        #expect(try id("https://a.example/1?fbclid=x&p=7&utm_id=17&b#c") == "https://a.example/1?p=7&b#c")
        #expect(try id("https://a.example/1?p=7#utm_id=1") == "https://a.example/1?p=7#utm_id=1")
        #expect(try id("https://a.example/1?") == "https://a.example/1?")
        #expect(try id("https://a.example/?source=utm_id&&x") == "https://a.example/?source=utm_id&&x")
        #expect(
            try ids([item("A", guid: "https://a.example/1?utm_id=1")]) == ["https://a.example/1?utm_id=1"],
            "a name that the feed gave is its own")
        let two = try ids(["1", "2"].map { item("T\($0)", link: "https://a.example/1?utm_content=\($0)") })
        #expect(Set(two).count == 2, "what one document tells apart by them alone stays apart: \(two)")
    }

    @Test("An undated item whose tracking parameters change stays the same, also if stored with them")
    func trackedLinkOfStoredItem() async throws {
        func feed(_ number: Int) -> Scenario {
            .text(
                "<rss version='2.0'><channel><title>t</title>"
                    + item("A", link: "https://a.example/1?utm_id=\(number)") + item("B", link: "https://a.example/2")
                    + "</channel></rss>")
        }
        try await withServer(["/f": [feed(1), feed(2), feed(3)]]) { server, transport in
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/f"), transport: transport)
            var names: [[String]] = []
            for second in 0..<3 {
                let now = Timestamp(seconds: 1_800_000_000 + Int64(second) * 86_400)
                let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
                names.append(answer.items.map(\.id))
                #expect(answer.items.first?.formerIDs.first == "https://a.example/1?utm_id=\(second + 1)")
            }
            #expect(Set(names) == [["https://a.example/1", "https://a.example/2"]])
        }
    }

    @Test("Identities do not depend on the position of an item or on how many others share its link")
    func stable() throws {
        let items = (1...6).map { (day: Int) in item("T\(day)", day: day) }
        let all = try ids(items)
        #expect(try ids(items.reversed()) == all.reversed())
        #expect(try ids(Array(items.prefix(2))) == Array(all.prefix(2)))
        #expect(try ids([items[0], items[1], item("Of the same day", day: 1)]).prefix(2) == all.prefix(2))
    }

    @Test("A repeated identity with other dates or titles is several items; the same item twice is one")
    func sharedGUIDs() throws {
        #expect(Set(try ids([item("A", day: 1, guid: "g"), item("B", day: 2, guid: "g")])).count == 2)
        #expect(Set(try ids([item("A", day: 1, guid: "g"), item("B", day: 1, guid: "g")])).count == 2)
        #expect(
            try ids([item("A", day: 1, guid: "g", text: "x"), item("A", day: 1, guid: "g", text: "y")]) == ["g", "g"])
        #expect(
            try ids([item("A", guid: "g"), item("A", guid: "g", link: "https://b.example/")])
                == ["g https://a.example/", "g https://b.example/"])
    }

    @Test("An item that repeats another's identity, link and texts is the same item, whatever its date")
    func repeatedWithAnotherDate() throws {
        func read(_ items: [String]) throws -> [FeedItem] {
            try FeedParser.parse("<rss version='2.0'><channel>\(items.joined())</channel></rss>".utf8).items
        }
        let first = item("A", day: 2, guid: "g", text: "x")
        let repeated = item("A", day: 1, guid: "g", text: "x")
        #expect(try read([first, repeated]) == read([first]))
        let other = item("B", day: 1, guid: "g", text: "x")
        #expect(try read([first, other, repeated]) == read([first, other]))
        #expect(try ids([first, item("A", day: 1, guid: "g", text: "y")]).count == 2)
        #expect(try Set(ids([item("A", day: 2), item("A", day: 1)])).count == 2, "the feed gave no identity")
        let many = Array(repeating: [first, repeated], count: 20_000).flatMap(\.self)
        #expect(try ids(many) == ["g"])
    }

    @Test("Versions of an Atom entry have the same identity")
    func versions() throws {
        let entries = (1...2)
            .map {
                "<entry><id>e</id><title>V\($0)</title><published>2026-11-11T10:00:00Z</published>"
                    + "<updated>2026-11-1\($0)T10:00:00Z</updated></entry>"
            }
        let feed = try FeedParser.parse("<feed xmlns='http://www.w3.org/2005/Atom'>\(entries.joined())</feed>".utf8)
        #expect(feed.items.map(\.id) == ["e", "e"])
    }

    @Test(
        "Identities that are addresses stay the same when the site changes between http and https",
        arguments: [
            ("http", "", "https", ""), ("https", "", "http", ""),
            ("http", "?utm_source=rss", "https", "?utm_source=rss"),
            ("http", "", "https", "?utm_source=rss"), ("https", "?utm_source=rss", "http", ""),
        ], [true, false])
    func changedScheme(links: (String, String, String, String), isDated: Bool) async throws {
        let (former, formerQuery, later, laterQuery) = links
        func feed(_ scheme: String, _ query: String, _ days: [Int]) -> Scenario {
            let items = days.map { day in
                item("T\(day)", day: isDated ? day : nil, link: "\(scheme)://a.example/\(day)\(query)")
            }
            return .text("<rss version='2.0'><channel><title>S</title>\(items.joined())</channel></rss>")
        }
        let documents = [feed(former, formerQuery, [2, 1]), feed(later, laterQuery, [3, 2, 1])]
        try await withServer(["/f": documents]) { server, transport in
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/f"), transport: transport)
            let (store, time) = (MemoryTrackStore(), ManualTimeSource())
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            await engine.suppliersChanged()
            for _ in 0..<2 {
                time.advance(by: .seconds(3600))
                engine.refresh()
                await engine.waitUntilIdle()
            }
            let bodies = try await store.window(WindowRequest(anchor: .top, above: 0, below: 100)).rows
                .compactMap(\.entry?.ticket.body)
            #expect(bodies.map(\.title) == ["T3", "T2", "T1"])
            #expect(bodies.compactMap(\.link).allSatisfy { $0.hasPrefix("\(later):") })
            #expect(await engine.snapshot.gaps == [])
        }
    }

    @Test("Items whose guids change are not doubled, and no gap is claimed between the two documents")
    func changedGUIDs() async throws {
        func feed(_ guid: String, _ days: [Int]) -> Scenario {
            let items = days.map { item("T\($0)", day: $0, guid: "\(guid)\($0)", link: "https://a.example/\($0)") }
            return .text("<rss version='2.0'><channel><title>S</title>\(items.joined())</channel></rss>")
        }
        let documents = [feed("a", [2, 1]), feed("b", [2, 1]), feed("c", [3, 2, 1]), feed("d", [4, 3, 2])]
        try await withServer(["/f": documents]) { server, transport in
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/f"), transport: transport)
            let (store, time) = (MemoryTrackStore(), ManualTimeSource())
            let engine = StandardEngine(
                controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
            await engine.suppliersChanged()
            for _ in documents {
                time.advance(by: .seconds(3600))
                engine.refresh()
                await engine.waitUntilIdle()
                #expect(await engine.snapshot.gaps == [])
            }
            let tickets = try await store.window(WindowRequest(anchor: .top, above: 0, below: 100)).rows
                .compactMap(\.entry?.ticket)
            #expect(tickets.map(\.body.title) == ["T4", "T3", "T2", "T1"])
            #expect(tickets.map(\.id.item) == ["d4", "c3", "a2", "a1"])
        }
    }

    @Test("Items on older pages whose guids change are not doubled either, though the first page has only new ones")
    func changedGUIDsOnOlderPages() async throws {
        try await withServer([:]) { server, transport in
            func serve(_ guid: String, upTo newest: Int) {
                let pages = stride(from: newest, to: 0, by: -2).map { [$0, $0 - 1].filter { $0 > 0 } }
                for (index, page) in pages.enumerated() {
                    let items = page.map { number in
                        let time = FollowedFeed.start.advanced(by: .seconds((number - 6) * 3701 + 17)).rfc3339
                        return "<item><guid>\(guid)\(number)</guid><title>T\(number)</title><link>https://a.example/"
                            + "\(number)</link><pubDate>\(time)</pubDate><description>Text</description></item>"
                    }
                    let next = index + 1 < pages.count ? "<atom:link rel='next' href='/\(index + 1)'/>" : ""
                    server.script(
                        index == 0 ? "/feed" : "/\(index)",
                        .text(
                            "<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel><title>S</title>\(next)"
                                + "\(items.joined())</channel></rss>"))
                }
            }
            serve("a", upTo: 5)
            let feed = await FollowedFeed(server, transport, at: "/feed")
            func read() async {
                for gap in await feed.refresh().gaps.filter(\.canBeFilled) { await feed.fill(gap.id) }
            }
            await read()
            serve("b", upTo: 8)
            feed.time.advance(by: .seconds(3 * 3701))
            await read()
            let shown = try await feed.shown()
            #expect(shown == ["b8", "b7", "b6", "a5", "a4", "a3", "a2", "a1"])
            #expect(await feed.engine.snapshot.gaps == [])
        }
    }

    @Test("Items of one link, title and date stay apart if their texts differ, or if one document lists both")
    func similarItems() async throws {
        func feed(_ items: [(guid: String, text: String)]) -> Scenario {
            let items =
                items.map { item("Live", day: 1, guid: $0.guid, text: $0.text) } + [item("Base", day: 0, guid: "0")]
            return .text("<rss version='2.0'><channel><title>S</title>\(items.joined())</channel></rss>")
        }
        let documents = [
            feed([("1", "Start")]), feed([("2", "Stop"), ("1", "Start")]), feed([("3", "Again"), ("2", "Stop")]),
            feed([("4", "Again"), ("3", "Again")]),
        ]
        try await withServer(["/f": documents]) { server, transport in
            // An item that ends every document proves no connection, so that what leaves the window is in a gap.
            let titles = try await titles(
                after: documents.count, of: server.url("/f"), transport, mayHaveGaps: true)
            #expect(titles.map(\.count) == [2, 3, 4, 5])
        }
    }

    @Test(
        "An item keeps its identity when another with the same link appears: nothing is duplicated or lost",
        arguments: [true, false])
    func sharedLater(isDated: Bool) async throws {
        func feed(_ days: [Int]) -> Scenario {
            let items = days.map { item("T\($0)", day: isDated ? $0 : nil) }
            return .text("<rss version='2.0'><channel><title>S</title>\(items.joined())</channel></rss>")
        }
        let documents = [feed([1]), feed([2, 1]), feed([3, 2, 1]), feed([4, 3, 2])]
        try await withServer(["/f": documents]) { server, transport in
            let titles = try await titles(after: documents.count, of: server.url("/f"), transport)
            #expect(titles == (1...4).map { count in (1...count).reversed().map { "T\($0)" } })
        }
    }

    @Test(
        "Items of one link are each shown once, whatever the days of those beside them",
        arguments: [nil, "g"])
    func sharedDays(guid: String?) async throws {
        func feed(_ items: [(String, day: Int)]) -> Scenario {
            let items = items.map { item($0, day: $1, guid: guid) }
            return .text("<rss version='2.0'><channel><title>S</title>\(items.joined())</channel></rss>")
        }
        let documents = [
            feed([("C", 2), ("B", 2), ("A", 1)]), feed([("D", 4), ("C", 2), ("B", 2)]),
            feed([("E", 4), ("D", 4), ("C", 2)]), feed([("F", 5), ("E", 4), ("C", 2)]),
        ]
        try await withServer(["/f": documents]) { server, transport in
            let titles = try await titles(after: documents.count, of: server.url("/f"), transport)
            #expect(titles.map { $0.sorted() } == ["ABC", "ABCD", "ABCDE", "ABCDEF"].map { $0.map(String.init) })
        }
    }

    @Test("An item on the next page is not taken for one with the same link and day on the first")
    func sharedDayOnTheNextPage() async throws {
        func feed(_ items: [(String, day: Int)], _ next: String = "") -> Scenario {
            let items = items.map { item($0, day: $1) }
            return .text(
                "<rss version='2.0' xmlns:atom='http://www.w3.org/2005/Atom'><channel><title>S</title>\(next)"
                    + "\(items.joined())</channel></rss>")
        }
        let first = feed([("E", 4), ("C", 3)], "<atom:link rel='next' href='/g'/>")
        try await withServer(["/f": [first], "/g": [feed([("B", 3), ("A", 2)])]]) { server, transport in
            let titles = try await titles(after: 1, of: server.url("/f"), transport, fills: true)
            #expect(titles.map { $0.sorted() } == [["A", "B", "C", "E"]])
        }
    }

    @Test("Items that are stored under a shorter identity are found by their content")
    func shorterIdentities() async throws {
        let items = [item("B", day: 2, guid: "g"), item("A", day: 1, guid: "g")]
        let document = Scenario.text("<rss version='2.0'><channel><title>S</title>\(items.joined())</channel></rss>")
        try await withServer(["/f": [document]]) { server, transport in
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/f"), transport: transport)
            let now = Timestamp(seconds: 1_800_000_000)
            let found = try await supplier.fetch(FetchRequest(origin: .newest, now: now)).items
            #expect(found.map(\.sharedIDs.count) == [3, 3])
            #expect(found[0].sharedIDs.prefix(2) == ["g", "g 2026-11-12T10:00:00Z"])
        }
    }

    /// Refreshes a feed repeatedly and returns the titles in the Track after each time.
    ///
    /// - Parameters:
    ///   - fills: True to fill the gaps as well.
    ///   - mayHaveGaps: True if the documents leave gaps.
    private func titles(
        after count: Int, of address: String, _ transport: any Transport, fills: Bool = false, mayHaveGaps: Bool = false
    ) async throws -> [[String]] {
        let supplier = FeedSupplier(id: "feed:x", name: "x", address: address, transport: transport)
        let (store, time) = (MemoryTrackStore(), ManualTimeSource())
        let engine = StandardEngine(controlUnit: ModularControlUnit([supplier], time: time), store: store, time: time)
        await engine.suppliersChanged()
        var titles: [[String]] = []
        for _ in 0..<count {
            time.advance(by: .seconds(3600))
            engine.refresh()
            await engine.waitUntilIdle()
            while fills, let gap = await engine.snapshot.gaps.first {
                engine.fill(gap.id, from: .newer, amount: .all)
                await engine.waitUntilIdle()
            }
            let gaps = await engine.snapshot.gaps
            #expect(gaps == [] || mayHaveGaps)
            titles.append(
                try await store.window(WindowRequest(anchor: .top, above: 0, below: 100)).rows
                    .compactMap(\.entry?.ticket.body.title))
        }
        return titles
    }
}
