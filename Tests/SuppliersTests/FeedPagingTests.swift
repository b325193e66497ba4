import EngineConcepts
import EngineStandard
import EngineTestSupport
import ScenarioServer
import SupplierConformance
import Suppliers
import Testing

@Suite("A feed with older pages", .timeLimit(.minutes(2)))
struct FeedPagingTests {
    private let now = Timestamp(seconds: 1_800_000_000)

    @Test("keeps the supplier contract, in every format and with every way of paging", arguments: FeedStory.Kind.all)
    func conformance(kind: FeedStory.Kind) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(kind: kind, server: server, transport: transport)
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

    /// An engine over the feed.
    private func engine(_ story: FeedStory, _ time: ManualTimeSource) async throws -> StandardEngine {
        let engine = StandardEngine(
            controlUnit: ModularControlUnit([try await story.makeSupplier()]), store: MemoryTrackStore(), time: time)
        await engine.suppliersChanged()
        return engine
    }

    private func refresh(_ engine: StandardEngine) async -> TrackSnapshot {
        engine.refresh()
        await engine.settle()
        return await engine.snapshot
    }

    @Test(
        "fills what left the window before anybody read it",
        arguments: [FeedStory.Paging.linked, .archives, .numbered])
    func agedOut(paging: FeedStory.Paging) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(kind: .init(format: .rss2, paging: paging), server: server, transport: transport)
            let time = ManualTimeSource(now.advanced(by: .seconds(-400 * 600)))
            let engine = try await engine(story, time)
            try await story.publish(items(500...600))
            _ = await refresh(engine)
            // Three hundred items, twelve pages: more than a refresh reads.
            try await story.publish(items(500...900))
            time.set(now)
            let gap = try #require(await refresh(engine).gaps.first)
            #expect(!gap.isInfinite)
            #expect(gap.missing.map(\.cause) == [.notAsked])
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.settle()
            #expect(await engine.snapshot.gaps.allSatisfy(\.isInfinite))
            #expect(await engine.snapshot.suppliers.first?.covered.timeframes.count == 1)
        }
    }

    @Test(
        "says that items have aged out where there are no older pages, or none that work",
        arguments: [
            FeedStory.Paging.none, .ignored,
        ])
    func noPages(paging: FeedStory.Paging) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(kind: .init(format: .rss2, paging: paging), server: server, transport: transport)
            let time = ManualTimeSource(now.advanced(by: .seconds(-400 * 600)))
            let engine = try await engine(story, time)
            try await story.publish(items(500...600))
            _ = await refresh(engine)
            try await story.publish(items(500...900))
            time.set(now)
            let gaps = await refresh(engine).gaps
            #expect(gaps.map { $0.missing.map(\.cause) } == [[.agedOut]])
            let asked = server.requests.count
            try await story.publish(items(500...901))
            _ = await refresh(engine)
            #expect(server.requests.count == asked + 1, "what does not work is not tried again")
        }
    }

    @Test(
        "is read down to its first item, page after page, and then has nothing older",
        arguments: [
            FeedStory.Paging.archives, .numbered,
        ])
    func wholeHistory(paging: FeedStory.Paging) async throws {
        try await withServer([:]) { server, transport in
            let story = FeedStory(kind: .init(format: .rss2, paging: paging), server: server, transport: transport)
            let engine = try await engine(story, ManualTimeSource(now))
            try await story.publish(items(801...1000))
            let first = await refresh(engine)
            let gap = try #require(first.gaps.last)
            #expect(gap.isInfinite && gap.canBeFilled)
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.settle()
            let status = try #require(await engine.snapshot.suppliers.first)
            #expect(await engine.snapshot.gaps.isEmpty)
            #expect(status.floor?.reason == .trueEnd)
            #expect(server.requests.count < 14)
        }
    }

    @Test("claims everything where the document says that it is complete")
    func complete() async throws {
        let body = """
            <rss version='2.0'><channel><complete xmlns='http://purl.org/syndication/history/1.0'/><item><guid>a</guid>
            <pubDate>2026-11-20T11:54:00Z</pubDate></item></channel></rss>
            """
        try await withServer(["/f": [.text(body)]]) { server, transport in
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/f"), transport: transport)
            let answer = try await supplier.fetch(FetchRequest(origin: .newest, now: now))
            #expect(answer.claims.map(\.timeframe) == [Timeframe.everythingBefore(now)])
            #expect(answer.next == nil)
        }
    }

    @Test("loses what a complete document leaves out, and nothing where the document broke off")
    func deletions() async throws {
        func feed(_ items: [String]) -> String {
            let entries = items.map { name in
                "<item><guid>\(name)</guid><pubDate>2026-11-2\(name)T11:54:00Z</pubDate></item>\n"
            }
            return "<rss version='2.0'><channel><complete xmlns='http://purl.org/syndication/history/1.0'/>\n"
                + "\(entries.joined())</channel></rss>"
        }
        let whole = feed(["3", "2", "1"])
        let broken = String(whole.dropLast(60))
        try await withServer(["/f": [.text(whole), .text(broken), .text(feed(["3", "1"]))]]) { server, transport in
            let supplier = FeedSupplier(id: "feed:x", name: "x", address: server.url("/f"), transport: transport)
            let store = MemoryTrackStore()
            let time = ManualTimeSource(now)
            let engine = StandardEngine(controlUnit: ModularControlUnit([supplier]), store: store, time: time)
            await engine.suppliersChanged()
            var counts: [Int] = []
            for _ in 0..<3 {
                engine.refresh()
                await engine.settle()
                counts.append(
                    try await store.window(WindowRequest(anchor: .top, above: 0, below: 100)).rows
                        .count { if case .ticket = $0 { true } else { false } })
                time.advance(by: .seconds(60))
            }
            #expect(counts == [3, 3, 2])
        }
    }

    @Test("claims no more than its order proves")
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

@Suite("The sample's suppliers under the conformance suite")
struct SampleConformanceTests {
    @Test("keep the supplier contract")
    func conformance() async throws {
        for (index, supplier) in answeringSample().enumerated() {
            let violations = await ConformanceSuite.observe(now: sampleStart) { answeringSample()[index] }
            #expect(violations == [], "\(supplier.name)")
        }
    }
}
