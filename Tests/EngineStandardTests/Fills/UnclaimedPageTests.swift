import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

/// Pages whose items are too young for the page to claim a whole second.
@Suite("Newest pages of the second of their request")
struct UnclaimedPageTests {
    /// Returns a page of so many items dated to `time`.
    private static func page(
        _ count: Int, named prefix: String, at time: Timestamp, for request: FetchRequest, hasNext: Bool = false
    ) -> FetchAnswer {
        FetchAnswer(
            items: (0..<count)
                .map { index in
                    SourceItem(id: "\(prefix)\(index)", orderTime: time, nativeOrder: Int64(index), body: TicketBody())
                },
            claims: [Claim](from: request.now, downTo: time.secondAbove), next: hasNext ? Token("next") : nil,
            end: hasNext ? .more : .retentionLimit)
    }

    @Test(
        "A gap is below items of the second of the request, or the one before, as soon as the next page has failed",
        arguments: [0, 1])
    func failedNextPage(secondsAgo: Int) async throws {
        let bench = Bench()
        bench.time.advance(by: .milliseconds(300))
        let first = bench.now.flooredToSecond.advanced(by: .seconds(-1000))
        let feed = AnsweringSupplier("feed", traits: SupplierTraits(shape: .window)) {
            request throws(SupplierError) in
            Self.page(3, named: "a", at: first, for: request)
        }
        bench.controlUnit.add(feed, for: "feed")
        await bench.refresh()
        #expect(await bench.gaps == [])
        bench.time.advance(by: .seconds(100))
        feed.answers { request throws(SupplierError) in
            guard request.origin == .newest else { throw SupplierError(.refused, "500.") }
            let time = request.now.flooredToSecond.advanced(by: .seconds(-secondsAgo))
            return Self.page(5, named: "b", at: time, for: request, hasNext: true)
        }
        await bench.refresh()
        let gaps = await bench.gaps
        #expect(gaps.map { $0.missing.map(\.cause) } == [[.failed("500.")]])
        #expect(gaps.first?.timeframe.contains(bench.now.advanced(by: .seconds(-50))) ?? false)
        #expect(gaps.first?.canBeFilled ?? false)
        #expect(try await bench.items().count == 8)
    }

    @Test("A source that dates all its items to the request has no gap at the top if it has nothing new")
    func onlyDatesAreNew() async throws {
        let bench = Bench()
        let first = bench.now.advanced(by: .seconds(-1000))
        let feed = AnsweringSupplier("feed", traits: SupplierTraits(shape: .window)) {
            request throws(SupplierError) in
            Self.page(3, named: "a", at: first, for: request)
        }
        bench.controlUnit.add(feed, for: "feed")
        await bench.refresh()
        feed.answers { request throws(SupplierError) in
            guard request.origin == .newest else { throw SupplierError(.refused, "500.") }
            return Self.page(3, named: "a", at: request.now.flooredToSecond, for: request, hasNext: true)
        }
        for _ in 0..<2 {
            bench.time.advance(by: .seconds(101))
            await bench.refresh()
            // Below the items there may be older ones, to which the page leads.
            let top = bench.now.advanced(by: .seconds(-50))
            #expect(await bench.gaps.allSatisfy { !$0.timeframe.contains(top) })
        }
        #expect(try await bench.items().count == 3)
    }
}
