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

    // MARK: Logs

    /// Moves the clock to the end of a second in which a log has got fifty items, which are three pages. Returns the start of
    /// the second.
    private func publish(_ stream: ScriptedSource, in bench: Bench) -> Timestamp {
        let second = bench.now.secondAbove.advanced(by: .seconds(100))
        bench.time.advance(by: second.advanced(by: .milliseconds(900)).since(bench.now))
        stream.add(50, newest: second.advanced(by: .milliseconds(800)), every: .milliseconds(10), prefix: "b")
        return second
    }

    @Test("A second of the request of which a log has more items than its pages have shown is in the gap below them")
    func failedPageOfSecond() async throws {
        let bench = Bench()
        let stream = ScriptedSource()
        stream.add(30, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60), prefix: "a")
        bench.add("stream", stream)
        await bench.refresh()
        await bench.fillEverything()
        #expect(await bench.gaps == [])
        let read = bench.now.flooredToSecond
        let second = publish(stream, in: bench)
        stream.behavior.failure = SupplierError(.refused, "500.")
        stream.behavior.failsAfter = stream.requests.count + 2
        await bench.refresh()
        #expect(try await bench.items().count == 70)
        let gaps = await bench.gaps
        #expect(gaps.map(\.timeframe) == [Timeframe(from: second.advanced(by: .seconds(1)), downTo: read)])
        #expect(gaps.map { $0.missing.map(\.cause) } == [[.failed("500.")]])
        stream.behavior.failure = nil
        bench.time.advance(by: .seconds(10))
        await bench.fill(try #require(gaps.first), .all)
        #expect(try await bench.items().count == 80)
        #expect(await bench.gaps == [])
    }

    @Test("The second of the request is in no gap once its pages have been read", arguments: [0, 30])
    func secondReadToEnd(earlier: Int) async throws {
        let bench = Bench()
        let stream = ScriptedSource()
        stream.add(earlier, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60), prefix: "a")
        bench.add("stream", stream)
        await bench.refresh()
        await bench.fillEverything()
        let before = stream.requests.count
        _ = publish(stream, in: bench)
        await bench.refresh()
        #expect(try await bench.items().count == 50 + earlier)
        #expect(await bench.gaps == [])
        #expect(stream.requests.count == before + 3)
    }

    @Test("A log that keeps nothing below the second of the request has no gap there")
    func secondAtRetentionLimit() async throws {
        let bench = Bench()
        let stream = ScriptedSource()
        stream.behavior.keeps = 40
        bench.add("stream", stream)
        _ = publish(stream, in: bench)
        await bench.refresh()
        #expect(try await bench.items().count == 40)
        #expect(await bench.gaps == [])
    }

    // MARK: Windows

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
