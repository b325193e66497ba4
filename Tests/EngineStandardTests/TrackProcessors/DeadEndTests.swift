import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Pages that lead nowhere")
struct DeadEndTests {
    @Test("After an expired token, a fill continues at the ticket above and skips nothing")
    func expiredToken() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(200, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(30))
        bench.add("stream", source)
        await bench.refresh()
        source.behavior.tokensValidFrom = .max
        let gap = try #require(await bench.gaps.first)
        await bench.fill(gap)
        let rest = try #require(await bench.gaps.first)
        #expect(try await bench.items() == shown(source, above: rest))
        #expect(rest.timeframe.start < gap.timeframe.start)
    }

    @Test("A second too dense to page through becomes a gap that is not requested again")
    func tooDense() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        let second = bench.now.advanced(by: .seconds(-100))
        source.add((0..<90).map { .init(id: "dense\($0)", time: second, order: Int64($0)) })
        source.add(5, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10))
        source.add(40, newest: second.advanced(by: .seconds(-50)), every: .seconds(60), prefix: "old")
        source.behavior.pagesBySecond = true
        bench.add("stream", source)
        await bench.refresh()
        let causes = await bench.gaps.flatMap(\.missing).map(\.cause)
        #expect(causes == [.tooDense, .outOfReach])
        #expect(source.requests.count < 10)
        #expect(try await bench.items().count == 25)
    }

    @Test("A dense second below another one becomes a gap even if pages show only what is above", arguments: [0, 1])
    func denseBelowDense(processor: Int) async throws {
        let bench = processor == 0 ? Bench() : Bench(processor: SingleSupplierTrackProcessor())
        let source = ScriptedSource()
        let second = bench.now.advanced(by: .seconds(-100)).flooredToSecond
        for (index, start) in [second, second.advanced(by: .seconds(-1))].enumerated() {
            let posts = (0..<3).map { ScriptedSource.Post(id: "dense\(index)-\($0)", time: start, order: Int64($0)) }
            source.add(posts)
            // Pages of the lower second overlap with the oldest post of the upper one.
            source.behavior.filters.formUnion(posts.map(\.id).filter { $0 != "dense0-2" })
        }
        source.add(5, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10))
        source.add(10, newest: second.advanced(by: .seconds(-50)), every: .seconds(60), prefix: "old")
        source.behavior.page = 1
        source.behavior.overlap = 1
        source.behavior.pagesBySecond = true
        bench.add("stream", source, traits: SupplierTraits(readsTimeRanges: true, maximumPageItems: 10))
        await bench.refresh()
        await bench.fillEverything()
        let missing = await bench.gaps.flatMap(\.missing)
        #expect(missing.allSatisfy { $0.cause == .tooDense }, "\(missing)")
        #expect(try await Set(source.posts.filter { $0.id.hasPrefix("old") }.map(\.id)).isSubset(of: bench.items()))
    }

    @Test("A dense second is read completely if tokens have places within it")
    func dense() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        let second = bench.now.advanced(by: .seconds(-100))
        source.add((0..<300).map { .init(id: "dense\($0)", time: second, order: Int64($0)) })
        source.add(40, newest: second.advanced(by: .seconds(-50)), every: .seconds(60), prefix: "old")
        bench.add("stream", source)
        await bench.refresh()
        #expect(try await bench.items().count >= 300)
        #expect(source.requests.count <= 17)
    }

    @Test("A stored dense second is paged through to what is below, whatever the page size")
    func storedDense() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        let second = bench.now.advanced(by: .seconds(-100))
        source.add((0..<120).map { .init(id: "dense\($0)", time: second, order: Int64($0)) })
        source.add(10, newest: second.advanced(by: .seconds(-50)), every: .seconds(60), prefix: "old")
        source.behavior.page = 4
        source.behavior.emptyPages = 2
        bench.add("stream", source)
        await bench.refresh()
        #expect(try await bench.store.entry(TicketID(supplier: "stream", item: "dense40")) != nil)
        #expect(try await bench.items().isEmpty, "the second is not complete yet")
        await bench.fillEverything()
        #expect(try await Set(bench.items()) == Set(source.posts.map(\.id)))
    }

    @Test(
        "A gap without stored tickets below is read from the top a limited number of times",
        .timeLimit(.minutes(30)), arguments: [0, 1])
    func nothingToReadUpFrom(processor: Int) async throws {
        let limits = FillLimits(minimumTickets: 5, maximumTickets: 10, maximumPages: 1)
        let bench =
            processor == 0
            ? Bench(limits: limits) : Bench(limits: limits, processor: SingleSupplierTrackProcessor())
        let source = ScriptedSource()
        source.behavior.page = 10
        bench.add("log", source, traits: SupplierTraits(pagesNewer: true, maximumPageItems: 10))
        await bench.refresh()
        bench.time.advance(by: .seconds(100_000))
        source.add(60, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10))
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        await bench.fill(gap, from: .older, .all)
        #expect(try await bench.items() == source.posts.map(\.id))
        #expect(await bench.gaps.isEmpty)
        #expect(source.requests.count == 7)
    }

    @Test("Expired tokens in two gaps leave both gaps reachable if the source forgets items", arguments: [0, 1])
    func twoExpiries(processor: Int) async throws {
        let bench = processor == 0 ? Bench() : Bench(processor: SingleSupplierTrackProcessor())
        let source = ScriptedSource()
        source.add(60, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(100))
        let posts = source.posts
        // The clock was set back, so the remaining pages are in the future.
        source.add(30, newest: bench.now.advanced(by: .seconds(5000)), every: .seconds(10), prefix: "ahead")
        source.behavior.keeps = 30
        source.behavior.page = 10
        source.expireTokens()
        bench.add("log", source)
        // Two ranges that were read before anything was shown.
        var known: [TrackCommit.Entry] = []
        var supplierState = SupplierState()
        for index in [10, 20] {
            let post = posts[index]
            let bottom = post.time.flooredToSecond
            let range = try #require(Timeframe(from: bottom.advanced(by: .seconds(100)), downTo: bottom))
            supplierState.ranges.coverage.add(Claim(range))
            supplierState.ranges.coverage.setToken(Token("0||||0"), at: bottom, direction: .older)
            let item = SourceItem(id: post.id, orderTime: post.time, body: TicketBody(text: .plain(post.text)))
            let ticket = Ticket(item, of: "log", seen: bench.now)
            known.append(TrackCommit.Entry(ticket: ticket, fingerprint: item.fingerprint))
        }
        _ = try await bench.store.commit(
            TrackCommit(
                inserted: known, supplierStates: ["log": supplierState], active: ["log"], visibleRanges: TimeframeSet())
        )
        await bench.refresh()
        await bench.fillEverything()
        #expect(await bench.gaps.flatMap(\.missing).map(\.cause) == [.agedOut(), .agedOut()])
        let floor = try #require(try await bench.store.record().supplierStates["log"]?.ranges.floor)
        #expect(floor.time == posts[20].time.flooredToSecond, "nothing is kept below the older range")
    }

    @Test("A gap ahead of a clock that was set back is requested a limited number of times", .timeLimit(.minutes(30)))
    func gapAhead() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(60, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10))
        source.behavior.page = 10
        bench.add("log", source)
        let second = bench.now.flooredToSecond
        func range(_ newer: Int, _ older: Int) throws -> Timeframe {
            try #require(
                Timeframe(from: second.advanced(by: .seconds(newer)), downTo: second.advanced(by: .seconds(older))))
        }
        // Partly read while the clock was ahead, including what is behind it.
        var supplierState = SupplierState()
        supplierState.ranges.coverage.add(Claim(try range(200, 100)))
        supplierState.ranges.coverage.add(Claim(try range(0, -5000)))
        let visibleRanges = TimeframeSet([try range(200, 100), try range(0, -5000)])
        _ = try await bench.store.commit(
            TrackCommit(supplierStates: ["log": supplierState], active: ["log"], visibleRanges: visibleRanges))
        let ahead = try range(100, 0)
        let gap = try #require(await bench.gaps.first { $0.timeframe == ahead })
        await bench.fill(gap, .all)
        #expect(source.requests.count < 60)
    }

    @Test("Pages that form a loop above a gap leave a gap that says so")
    func circleAbove() async throws {
        let bench = Bench(limits: FillLimits(minimumTickets: 5, maximumTickets: 10, maximumPages: 2))
        let source = ScriptedSource()
        source.behavior.page = 10
        source.behavior.pagesBySecond = true
        bench.add("log", source, traits: SupplierTraits(maximumPageItems: 10))
        source.add(60, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10))
        await bench.refresh()
        // The read range becomes too dense to be skipped, and its token is lost.
        let second = bench.now.advanced(by: .seconds(-11)).flooredToSecond
        source.add((0..<20).map { .init(id: "late\($0)", time: second, order: Int64($0)) })
        source.expireTokens()
        let gap = try #require(await bench.gaps.last)
        await bench.fill(gap, from: .newer, .all)
        #expect(await bench.gaps.flatMap(\.missing).allSatisfy { !$0.cause.canBeFilled })
        #expect(source.requests.count < 20)
    }
}
