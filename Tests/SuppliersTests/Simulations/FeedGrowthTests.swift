import EngineConcepts
import EngineStandard
import EngineTestSupport
import NetworkingTestSupport
import ScenarioServer
import Suppliers
import Testing

@testable import Networking

@Suite("A growing feed", .timeLimit(.minutes(30)))
struct FeedGrowthTests {
    /// A growing feed and the engine that reads it.
    private struct GrowingFeed {
        let feed: SimulatedFeed
        let engine: StandardEngine
        let store = MemoryTrackStore()
        let time = ManualTimeSource(Timestamp(milliseconds: 1_800_000_000_500))

        /// Creates the feed.
        ///
        /// - Parameter ignoresNumbers: True if every page number gives the feed's own document.
        init(
            _ kind: SimulatedFeed.Kind, ignoresNumbers: Bool = false, on server: ScenarioServer,
            _ transport: HTTPTransport
        ) async {
            let feed = SimulatedFeed(kind)
            let address = server.url("")
            server.serve("/feed") { feed.answer(ignoresNumbers ? "/feed" : $0.path, on: address) }
            self.feed = feed
            let source = FeedSupplier(
                id: "feed:grown", name: "Grown", address: server.url("/feed"), transport: transport)
            engine = StandardEngine(controlUnit: ModularControlUnit([source], time: time), store: store, time: time)
            await engine.suppliersChanged()
        }

        /// Adds items with dates within this time.
        func grow(by count: Int, within pause: Duration) {
            let before = time.now()
            time.advance(by: pause)
            feed.set(time.now())
            feed.grow(by: count, since: before)
        }

        func refresh() async -> [Gap] {
            engine.refresh()
            await engine.waitUntilIdle()
            return await engine.snapshot.gaps
        }

        /// Fills all gaps until nothing is left to fill. An end of the feed that is not proven counts after a day.
        func fill() async {
            var filled: GapID?
            for _ in 0..<10 {
                guard let gap = await engine.snapshot.gaps.first(where: \.canBeFilled) else { return }
                if gap.id == filled { time.advance(by: .seconds(86_400)) }
                filled = gap.id
                engine.fill(gap.id, from: .newer, amount: .all)
                await engine.waitUntilIdle()
            }
            Issue.record("ten fills left a gap that can be filled")
        }

        /// Returns the numbers of the shown items in order.
        func shown() async throws -> [String] {
            try await store.window(WindowRequest(anchor: .top, above: 0, below: 1000)).rows
                .compactMap(\.entry?.ticket.id.item)
        }
    }

    /// Kinds of feeds with older pages.
    private static let paged: [SimulatedFeed.Kind] = SimulatedFeed.Kind.Dating.allCases.flatMap { dating in
        SimulatedFeed.Kind.Paging.allCases.filter { $0 != .none }.map { SimulatedFeed.Kind(dating, $0, page: 5) }
    }

    @Test(
        "A feed that grew by several pages is read whole or shows a gap, and filling it brings every item in order",
        arguments: paged, [Duration.seconds(1), .seconds(3), .seconds(90_000)])
    func grown(kind: SimulatedFeed.Kind, pause: Duration) async throws {
        try await withServer([:]) { server, transport in
            let reading = await GrowingFeed(kind, on: server, transport)
            reading.grow(by: 10, within: .seconds(3600))
            _ = await reading.refresh()
            await reading.fill()
            reading.grow(by: 33, within: pause)
            let gaps = await reading.refresh()
            let read = try await reading.shown().count
            #expect(read == 43 || gaps.contains(where: \.canBeFilled), "\(read) are shown")
            await reading.fill()
            let shown = try await reading.shown()
            #expect(shown == (0..<43).reversed().map(String.init))
            #expect(await reading.engine.snapshot.gaps == [])
        }
    }

    @Test(
        "A feed that cannot be paged shows that items were lost, whatever its dates",
        arguments: SimulatedFeed.Kind.Dating.allCases)
    func lost(dating: SimulatedFeed.Kind.Dating) async throws {
        try await withServer([:]) { server, transport in
            let reading = await GrowingFeed(SimulatedFeed.Kind(dating, .none, page: 5), on: server, transport)
            reading.grow(by: 5, within: .seconds(3600))
            #expect(await reading.refresh() == [])
            reading.grow(by: 3, within: .seconds(3600))
            #expect(await reading.refresh() == [], "an item that both know joins the two")
            reading.grow(by: 12, within: .seconds(3600))
            #expect(await reading.refresh().map { $0.missing.map(\.cause) } == [[.agedOut()]])
        }
    }

    @Test(
        "A document of an earlier reading that is served again closes no gap",
        arguments: [SimulatedFeed.Kind.Dating.second, .day, .bursts])
    func servedAgain(dating: SimulatedFeed.Kind.Dating) async throws {
        try await withServer([:]) { server, transport in
            let reading = await GrowingFeed(SimulatedFeed.Kind(dating, .none, page: 5), on: server, transport)
            reading.grow(by: 5, within: .seconds(3600))
            #expect(await reading.refresh() == [])
            reading.grow(by: 12, within: .seconds(90_000))
            let gaps = await reading.refresh().map(\.timeframe)
            #expect(gaps.count == 1)
            for _ in 0..<3 {
                reading.grow(by: 1, within: .seconds(90_000))
                reading.feed.serve(.old(2))
                #expect(await reading.refresh().map(\.timeframe).contains(gaps))
            }
            #expect(await reading.refresh().map(\.timeframe) == gaps)
            let shown = try await reading.shown()
            #expect(shown == ["19", "18", "17", "16", "15", "14", "13", "12", "4", "3", "2", "1", "0"])
        }
    }

    @Test(
        "Items that are older than a first document without items leave no gap that cannot be filled",
        arguments: [SimulatedFeed.Kind.Dating.second, .day, .bursts], [SimulatedFeed.Kind.Paging.none, .linked])
    func emptyAtFirst(dating: SimulatedFeed.Kind.Dating, paging: SimulatedFeed.Kind.Paging) async throws {
        try await withServer([:]) { server, transport in
            let reading = await GrowingFeed(SimulatedFeed.Kind(dating, paging, page: 5), on: server, transport)
            reading.grow(by: 12, within: .seconds(90_000))
            reading.feed.serve(.empty)
            reading.time.advance(by: .seconds(90_000))
            #expect(await reading.refresh() == [])
            reading.time.advance(by: .seconds(3600))
            let gaps = await reading.refresh()
            #expect(gaps.allSatisfy { $0.timeframe.isEndless }, "\(gaps)")
            await reading.fill()
            #expect(await reading.engine.snapshot.gaps == [])
            let count = try await reading.shown().count
            #expect(count == (paging == .none ? 5 : 12))
        }
    }

    @Test("An old item that is the last of every document joins no readings between which items were lost")
    func lostAboveEvergreen() async throws {
        try await withServer([:]) { server, transport in
            var kind = SimulatedFeed.Kind(.second, .none, page: 5)
            kind.evergreen = .all
            let reading = await GrowingFeed(kind, on: server, transport)
            reading.grow(by: 6, within: .seconds(3600))
            #expect(await reading.refresh() == [])
            reading.grow(by: 3, within: .seconds(90_000))
            #expect(await reading.refresh() == [], "two items that both know join the two")
            for losses in 1...3 {
                reading.grow(by: 12, within: .seconds(90_000))
                let gaps = await reading.refresh()
                #expect(gaps.count == losses && gaps.allSatisfy { $0.missing.map(\.cause) == [.agedOut()] }, "\(gaps)")
            }
            let shown = try await reading.shown()
            #expect(shown.last == "0" && shown.count == 9 + 3 * 5, "\(shown)")
        }
    }

    @Test(
        "A feed whose first item is at the end of every page is read whole",
        arguments: [SimulatedFeed.Kind.Dating.second, .day, .bursts], [SimulatedFeed.Kind.Evergreen.newest, .all])
    func evergreen(dating: SimulatedFeed.Kind.Dating, evergreen: SimulatedFeed.Kind.Evergreen) async throws {
        try await withServer([:]) { server, transport in
            var kind = SimulatedFeed.Kind(dating, .linked, page: 5)
            kind.evergreen = evergreen
            let reading = await GrowingFeed(kind, on: server, transport)
            reading.grow(by: 12, within: .seconds(3600))
            _ = await reading.refresh()
            await reading.fill()
            for _ in 0..<3 {
                reading.grow(by: 22, within: .seconds(90_000))
                _ = await reading.refresh()
                await reading.fill()
            }
            let shown = try await reading.shown()
            #expect(shown.count == 78 && Set(shown) == Set((0..<78).map(String.init)))
        }
    }

    @Test(
        "Items of a feed that was empty at first are read, or are in a gap, though dated before that reading",
        arguments: [SimulatedFeed.Kind.Paging.none, .linked])
    func emptyAtFirst(paging: SimulatedFeed.Kind.Paging) async throws {
        try await withServer([:]) { server, transport in
            let reading = await GrowingFeed(SimulatedFeed.Kind(.day, paging, page: 5), on: server, transport)
            reading.grow(by: 0, within: .seconds(3600))
            #expect(await reading.refresh() == [])
            reading.grow(by: 12, within: .seconds(3))
            let gaps = await reading.refresh()
            let count = try await reading.shown().count
            #expect(gaps.count == 1 || count == 12, "\(gaps)")
            await reading.fill()
            let filled = try await reading.shown().count
            #expect(filled == (paging == .none ? 5 : 12))
        }
    }

    @Test("Items of a feed without dates are in order although its second page failed at first")
    func failedSecondPage() async throws {
        try await withServer([:]) { server, transport in
            let reading = await GrowingFeed(SimulatedFeed.Kind(.none, .linked, page: 5), on: server, transport)
            reading.grow(by: 10, within: .seconds(3600))
            _ = await reading.refresh()
            await reading.fill()
            reading.grow(by: 12, within: .milliseconds(2200))
            reading.feed.fail(at: 2)
            _ = await reading.refresh()
            let count = try await reading.shown().count
            #expect(count == 15)
            reading.time.advance(by: .milliseconds(2200))
            _ = await reading.refresh()
            await reading.fill()
            let shown = try await reading.shown()
            #expect(shown == (0..<22).reversed().map(String.init))
            #expect(await reading.engine.snapshot.gaps == [])
        }
    }

    @Test("A feed without dates whose site ignores page numbers shows that items were lost")
    func ignoredNumbers() async throws {
        try await withServer([:]) { server, transport in
            let reading = await GrowingFeed(
                SimulatedFeed.Kind(.none, .numbered, page: 5), ignoresNumbers: true, on: server, transport)
            reading.grow(by: 5, within: .seconds(3600))
            _ = await reading.refresh()
            await reading.fill()
            #expect(await reading.engine.snapshot.gaps == [])
            reading.grow(by: 12, within: .seconds(3600))
            _ = await reading.refresh()
            await reading.fill()
            #expect(await reading.engine.snapshot.gaps.map { $0.missing.map(\.cause) } == [[.agedOut()]])
            let shown = try await reading.shown()
            #expect(shown == [16, 15, 14, 13, 12, 4, 3, 2, 1, 0].map(String.init))
        }
    }

    @Test("A feed without dates that had no second page at first is paged by number once items have left its document")
    func numbersCameLater() async throws {
        try await withServer([:]) { server, transport in
            let reading = await GrowingFeed(SimulatedFeed.Kind(.none, .numbered, page: 5), on: server, transport)
            reading.grow(by: 3, within: .seconds(3600))
            _ = await reading.refresh()
            await reading.fill()
            let requestCount = server.requests.count
            reading.grow(by: 1, within: .seconds(3600))
            #expect(await reading.refresh() == [])
            #expect(server.requests.count == requestCount + 1, "no item has left the document")
            reading.grow(by: 33, within: .seconds(3600))
            _ = await reading.refresh()
            await reading.fill()
            let shown = try await reading.shown()
            #expect(shown == (0..<37).reversed().map(String.init))
            #expect(await reading.engine.snapshot.gaps == [])
        }
    }

    @Test("Paging continues behind empty pages", arguments: [SimulatedFeed.Kind.Paging.linked, .json])
    func emptyPages(paging: SimulatedFeed.Kind.Paging) async throws {
        try await withServer([:]) { server, transport in
            let kind = SimulatedFeed.Kind(.second, paging, page: 5, hasEmptyPages: true)
            let reading = await GrowingFeed(kind, on: server, transport)
            reading.grow(by: 60, within: .seconds(90_000))
            _ = await reading.refresh()
            await reading.fill()
            let shown = try await reading.shown()
            #expect(shown == (0..<60).reversed().map(String.init))
        }
    }

    @Test(
        "A grown feed costs the pages with new items and one that joins them",
        arguments: [SimulatedFeed.Kind.Paging.linked, .json, .numbered, .archives])
    func requests(paging: SimulatedFeed.Kind.Paging) async throws {
        try await withServer([:]) { server, transport in
            let reading = await GrowingFeed(SimulatedFeed.Kind(.second, paging, page: 10), on: server, transport)
            reading.grow(by: 40, within: .seconds(90_000))
            _ = await reading.refresh()
            await reading.fill()
            var requestCount = server.requests.count
            func more(_ count: Int) async -> Int {
                reading.grow(by: count, within: .seconds(7200))
                _ = await reading.refresh()
                await reading.fill()
                defer { requestCount = server.requests.count }
                return server.requests.count - requestCount
            }
            #expect(await more(0) == 1)
            #expect(await more(9) == 1)
            // Archives contain what left the feed's own document, and may begin above the known items.
            #expect(await more(25) == (paging == .archives ? 4 : 3))
        }
    }

    @Test(
        "Paging leaves no hole if items were deleted since the last reading",
        arguments: [SimulatedFeed.Kind.Paging.linked, .json, .numbered], [2, 12])
    func deleted(paging: SimulatedFeed.Kind.Paging, count: Int) async throws {
        try await withServer([:]) { server, transport in
            let reading = await GrowingFeed(SimulatedFeed.Kind(.second, paging, page: 10), on: server, transport)
            reading.grow(by: 100, within: .seconds(90_000))
            let gaps = await reading.refresh()
            let read = try await reading.shown().count
            #expect(gaps.contains(where: \.canBeFilled) && read < 80)
            // Items of the first page go, so that those of later pages move up across the edges of pages.
            for _ in 0..<count { reading.feed.remove(3) }
            reading.time.advance(by: .seconds(1200))
            await reading.fill()
            let shown = Set(try await reading.shown())
            #expect(reading.feed.items.allSatisfy { shown.contains(String($0.number)) })
        }
    }
}
