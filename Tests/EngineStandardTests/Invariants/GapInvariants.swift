import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Invariants of gaps", .tags(.invariant))
struct GapInvariants {
    /// The reason why an item is not visible, or that it is visible.
    private enum Whereabouts: Hashable {
        case shown
        case withheld
        case filtered
        case outOfRange
    }

    @Test("Invariant 5: every item is shown, withheld in a gap, filtered by a named rule, or out of range")
    func cover() async throws {
        var watch: FilterWatch?
        let bench = Bench { base in
            let made = FilterWatch(base)
            watch = made
            return made
        }
        let busy = ScriptedSource.crowded(
            500, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10), prefix: "b")
        busy.behavior.filters = Set((0..<500).filter { $0 % 7 == 3 }.map { "b\($0)" })
        let calm = ScriptedSource.crowded(
            50, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(3600), prefix: "c")
        let window = ScriptedSource.crowded(
            30, newest: bench.now.advanced(by: .seconds(-9)), every: .seconds(30), prefix: "w")
        window.behavior.keeps = 12
        bench.add("busy", busy)
        bench.add("calm", calm)
        bench.add("window", window, traits: .feed)
        await bench.refresh()
        let shown = try await Set(bench.entries().map(\.ticket.id))
        let gaps = await bench.gaps
        let named = await watch?.leftOut ?? [:]
        let record = try await bench.store.record()
        var found: Set<Whereabouts> = []
        for (supplier, source) in [("busy", busy), ("calm", calm), ("window", window)] as [(SupplierID, ScriptedSource)]
        {
            for post in source.posts {
                var whereabouts: Set<Whereabouts> = []
                if shown.contains(TicketID(supplier: supplier, item: post.id)) {
                    whereabouts.insert(.shown)
                } else if named[supplier]?.contains(where: { $0.item == post.id && !$0.rule.isEmpty }) ?? false {
                    whereabouts.insert(.filtered)
                } else if let floor = record.supplierStates[supplier]?.ranges.floor, post.time < floor.time {
                    whereabouts.insert(.outOfRange)
                }
                let isInGap = gaps.contains { gap in
                    gap.timeframe.contains(post.time)
                        && (gap.kind == .full || gap.missing.contains { $0.supplier == supplier })
                }
                if isInGap, whereabouts.isDisjoint(with: [.filtered, .outOfRange]) {
                    whereabouts.insert(.withheld)
                }
                #expect(whereabouts.count == 1, "\(supplier) \(post.id): \(whereabouts)")
                found.formUnion(whereabouts)
            }
        }
        #expect(found == [.shown, .withheld, .filtered, .outOfRange], "the scene shows every case")
    }

    @Test("Invariant 6: only a claim closes a gap, never a count or an empty page")
    func claims() async throws {
        let bench = Bench()
        let stream = ScriptedSource()
        stream.add(1500, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(30))
        stream.behavior.isSilentOnClaims = true
        bench.add("stream", stream)
        await bench.refresh()
        #expect(await bench.gaps.map(\.timeframe) == [.always], "eight hundred items prove nothing")
        #expect(stream.requests.count > 10)
        stream.behavior.emptyPages = .max
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        #expect(await bench.gaps.map(\.timeframe) == [.always], "empty pages prove nothing")
        stream.behavior.emptyPages = 0
        stream.behavior.isSilentOnClaims = false
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(gap.timeframe.start < bench.now)
        #expect(try await bench.items() == shown(stream, above: gap))
    }

    @Test("Invariant 7: a gap never grows; claims shrink it, and a failure leaves it unchanged")
    func shrinking() async throws {
        let bench = Bench()
        let stream = ScriptedSource()
        stream.add(60, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(30), prefix: "a")
        bench.add("stream", stream)
        await bench.refresh()
        bench.time.advance(by: .seconds(9000))
        stream.add(300, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(30), prefix: "b")
        await bench.refresh()
        func gap() async throws -> Timeframe { try #require(await bench.gaps.first).timeframe }
        var before = try await gap()
        stream.behavior.failure = SupplierError(.refused, "Broken.")
        await bench.fill(try #require(await bench.gaps.first), .all)
        #expect(try await gap() == before, "failure")
        stream.behavior.failure = nil
        stream.expireTokens()
        await bench.fill(try #require(await bench.gaps.first))
        #expect(try await gap().end == before.end)
        #expect(try await gap().start < before.start, "a claim")
        before = try await gap()
        stream.add(20, newest: before.start.advanced(by: .seconds(-7)), every: .seconds(3), prefix: "late")
        bench.time.advance(by: .seconds(60))
        await bench.refresh()
        #expect(try await gap() == before, "items that appear in it")
        bench.controlUnit.setPaused(true, for: "stream")
        await bench.fill(try #require(await bench.gaps.first), .all)
        #expect(try await gap() == before, "nobody who may be asked")
    }

    @Test("Invariant 8: filling from above or below in pages of any size gives the same Track")
    func anyWay() async throws {
        struct Way {
            let page: Int
            let side: GapSide
            let amount: FillAmount
        }
        let ways = [
            Way(page: 60, side: .newer, amount: .all), Way(page: 3, side: .newer, amount: .pool),
            Way(page: 8, side: .older, amount: .pool), Way(page: 17, side: .older, amount: .count(10)),
            Way(page: 25, side: .older, amount: .all),
        ]
        var tracks: [[TrackRow]] = []
        for way in ways {
            let bench = Bench()
            let streams = (0..<3)
                .map { index in
                    ScriptedSource.crowded(
                        50, newest: bench.now.advanced(by: .seconds(-3 * index - 1)), every: .seconds(5 + index),
                        prefix: "a")
                }
            for (index, stream) in streams.enumerated() {
                stream.behavior.page = way.page
                bench.add(
                    SupplierID("stream:\(index)"), stream,
                    traits: SupplierTraits(
                        pagesNewer: index == 0, readsTimeRanges: index == 1, maximumPageItems: way.page))
            }
            for round in ["b", "c"] {
                await bench.refresh()
                bench.time.advance(by: .seconds(2000))
                for (index, stream) in streams.enumerated() {
                    stream.add(
                        100, newest: bench.now.advanced(by: .seconds(-index - 1)), every: .seconds(7 + index),
                        prefix: round)
                }
            }
            await bench.refresh()
            #expect(await bench.gaps.count > 1, "there is more than one gap to fill")
            await bench.fillEverything(from: way.side, way.amount)
            tracks.append(try await bench.rows())
        }
        #expect(tracks[0].count == 3 * 250)
        for track in tracks { #expect(track == tracks[0]) }
    }

    @Test("Invariant 9: adjacent gaps are merged, and empty gaps do not exist")
    func merging() async throws {
        let bench = Bench()
        let well = ScriptedSource()
        well.add(200, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(40), prefix: "w")
        let broken = ScriptedSource()
        broken.add(5, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(40), prefix: "x")
        bench.add("well", well, traits: .feed)
        bench.add("broken", broken, traits: .feed)
        broken.behavior.failure = SupplierError(.refused, "Broken.")
        for _ in 0..<3 {
            await bench.refresh()
            bench.time.advance(by: .seconds(500))
        }
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(await bench.gaps.count == 1, "four refreshes failed, and that is one gap")
        #expect(gap.timeframe.start == bench.now)
        broken.behavior.failure = nil
        bench.controlUnit.remove("well")
        bench.add("stream", well)
        await bench.refresh()
        let rest = try #require(await bench.gaps.last)
        await bench.fill(rest, .until(rest.timeframe.start.advanced(by: .seconds(-1000))))
        let left = try #require(await bench.gaps.last)
        #expect(left.timeframe.start <= rest.timeframe.start.advanced(by: .seconds(-1000)))
        await bench.fillEverything()
        #expect(await bench.gaps.isEmpty)
    }

    @Test("Invariant 11: the second in which a page ends stays uncovered until it is complete")
    func midSecond() async throws {
        let bench = Bench(limits: FillLimits(minimumTickets: 5, firstTimeframe: .seconds(1)))
        let second = bench.now.advanced(by: .seconds(-100))
        let stream = ScriptedSource(
            (0..<5).map { .init(id: "s\($0)", time: second.advanced(by: .milliseconds(900 - 200 * $0))) })
        stream.add(9, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10), prefix: "n")
        stream.add(90, newest: second.advanced(by: .seconds(-10)), every: .seconds(10), prefix: "o")
        stream.behavior.page = 10
        bench.add("stream", stream)
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(gap.timeframe.start == second.advanced(by: .seconds(1)))
        #expect(try await bench.items() == stream.posts.prefix(9).map(\.id))
        #expect(try await bench.store.entry(TicketID(supplier: "stream", item: "s0")) != nil, "it is kept all the same")
        await bench.fill(gap)
        #expect(try await bench.items().prefix(14) == stream.posts.prefix(14).map(\.id)[...])
    }

    @Test("Invariant 12: a second too dense to be read upwards is read from the top and becomes a gap that says so")
    func tooDenseFromBelow() async throws {
        let bench = Bench()
        let stream = ScriptedSource()
        stream.add(10, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: "o")
        stream.behavior.pagesBySecond = true
        bench.add("stream", stream, traits: SupplierTraits(readsTimeRanges: true, maximumPageItems: 20))
        await bench.refresh()
        await bench.fillEverything()
        bench.time.advance(by: .seconds(10_000))
        let second = bench.now.advanced(by: .seconds(-8_000)).flooredToSecond
        stream.add((0..<40).map { .init(id: "dense\($0)", time: second, order: Int64($0)) })
        stream.add(100, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: "n")
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        await bench.fill(gap, from: .older, .all)
        #expect(await bench.gaps.map(\.missing) == [[.init(supplier: "stream", cause: .tooDense)]])
        #expect(await bench.gaps.map(\.timeframe.end) == [second])
    }

    @Test("Invariant 12: a dense second whose items are all filtered becomes a gap that says so")
    func tooDenseAndLeftOut() async throws {
        let bench = Bench()
        let second = bench.now.advanced(by: .seconds(-500)).flooredToSecond
        let stream = ScriptedSource((0..<40).map { .init(id: "dense\($0)", time: second, order: Int64($0)) })
        stream.behavior.filters = Set(stream.posts.map(\.id))
        stream.add(30, newest: second.advanced(by: .seconds(-50)), every: .seconds(60), prefix: "o")
        stream.behavior.pagesBySecond = true
        bench.add("stream", stream, traits: SupplierTraits(readsTimeRanges: true, maximumPageItems: 20))
        await bench.refresh()
        await bench.fillEverything()
        #expect(await bench.gaps.map(\.missing) == [[.init(supplier: "stream", cause: .tooDense)]])
        #expect(try await bench.items() == stream.posts.suffix(30).map(\.id), "what is older goes on")
    }

    @Test("Invariant 12: a second denser than a page without places in it becomes a gap that says so, never a loop")
    func tooDense() async throws {
        let bench = Bench()
        let second = bench.now.advanced(by: .seconds(-50))
        let stream = ScriptedSource((0..<300).map { .init(id: "dense\($0)", time: second, order: Int64($0)) })
        stream.add(3, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10), prefix: "n")
        stream.add(30, newest: second.advanced(by: .seconds(-50)), every: .seconds(60), prefix: "o")
        stream.behavior.pagesBySecond = true
        bench.add("stream", stream, traits: SupplierTraits(readsTimeRanges: true, maximumPageItems: 20))
        await bench.refresh()
        await bench.fillEverything()
        let gaps = await bench.gaps
        #expect(gaps.map(\.missing) == [[.init(supplier: "stream", cause: .tooDense)]])
        #expect(gaps.first?.timeframe == Timeframe(from: second.advanced(by: .seconds(1)), downTo: second))
        #expect(gaps.first?.canBeFilled == false)
        #expect(try await Set(bench.items()).isSuperset(of: stream.posts.suffix(30).map(\.id)), "what is older goes on")
        let requests = stream.requests.count
        #expect(requests < 20)
        await bench.fill(try #require(gaps.first), .all)
        #expect(stream.requests.count <= requests + 4, "asked for all the same, it is not asked for long")
    }

    @Test("Invariant 25: the endless gap disappears only when all suppliers have reached their true end")
    func trueEnd() async throws {
        let bench = Bench()
        let short = ScriptedSource()
        short.add(25, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: "s")
        let long = ScriptedSource()
        long.add(200, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: "l")
        bench.add("short", short)
        bench.add("long", long)
        await bench.refresh()
        long.behavior.failure = SupplierError(.unreachable, "Not there.")
        await bench.fill(try #require(await bench.gaps.first), .all)
        let gap = try #require(await bench.gaps.last)
        #expect(gap.timeframe.isEndless)
        #expect(gap.missing.map(\.supplier) == ["long"])
        #expect(try await bench.items(of: "short").count == 25)
        long.behavior.failure = nil
        long.behavior.depth = 150
        await bench.fill(gap, .all)
        #expect(await bench.gaps.last?.missing == [.init(supplier: "long", cause: .outOfReach)], "a depth is no end")
        #expect(await bench.gaps.last?.timeframe.isEndless == true)
        long.behavior.depth = nil
        bench.controlUnit.remove("long")
        await bench.engine.suppliersChanged()
        #expect(await bench.gaps.isEmpty)
    }

    @Test("Invariant 27: a refresh after a disconnection leaves a gap, and one without leaves none")
    func disconnection() async throws {
        let bench = Bench()
        let stream = ScriptedSource()
        stream.add(30, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(20), prefix: "a")
        bench.add("stream", stream)
        await bench.refresh()
        await bench.fillEverything()
        for index in 0..<5 {
            bench.time.advance(by: .seconds(30))
            stream.add(4, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(6), prefix: "live\(index)-")
            await bench.refresh()
        }
        #expect(await bench.gaps.isEmpty, "connected")
        let lost = bench.now
        bench.time.advance(by: .seconds(20_000))
        stream.add(900, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(20), prefix: "away")
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(await bench.gaps.count == 1)
        #expect(gap.timeframe.end == lost)
        for index in 0..<5 {
            bench.time.advance(by: .seconds(30))
            stream.add(4, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(6), prefix: "again\(index)-")
            await bench.refresh()
            #expect(await bench.gaps == [gap])
        }
        #expect(try await bench.items().prefix(20) == stream.posts.prefix(20).map(\.id)[...])
        await bench.fill(gap, .all)
        #expect(await bench.gaps.isEmpty)
        #expect(try await bench.items() == stream.posts.map(\.id))
    }
}
