import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Filling gaps")
struct GapFillTests {
    @Test("A gap between two loaded ranges of a busy stream can be filled completely")
    func standardGap() async throws {
        let bench = Bench()
        let stream = ScriptedSource()
        stream.add(100, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(30), prefix: "a")
        bench.add("stream", stream)
        await bench.refresh()
        bench.time.advance(by: .seconds(6000))
        stream.add(199, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(30), prefix: "b")
        await bench.refresh()
        var gaps = await bench.gaps
        #expect(gaps.map(\.timeframe.isEndless) == [false, true])
        var rounds = 0
        while let gap = await bench.gaps.first, !gap.timeframe.isEndless, rounds < 20 {
            await bench.fill(gap)
            rounds += 1
        }
        gaps = await bench.gaps
        #expect(gaps.map(\.timeframe.isEndless) == [true])
        #expect(rounds > 1)
        #expect(try await bench.items() == stream.posts.filter { $0.time >= gaps[0].timeframe.start }.map(\.id))
    }

    @Test("A fill continues until the requesting view shows enough tickets")
    func minimumInView() async throws {
        for view in [TrackView.all, TrackView(suppliers: ["quiet", "silent"])] {
            let bench = Bench(limits: FillLimits(minimumTickets: 10, maximumTickets: 2000))
            let busy = ScriptedSource()
            busy.add(1000, newest: bench.now, every: .seconds(60), prefix: "b")
            let quiet = ScriptedSource()
            quiet.add(40, newest: bench.now.advanced(by: .seconds(-30)), every: .seconds(1500), prefix: "q")
            bench.add("busy", busy)
            bench.add("quiet", quiet)
            await bench.refresh()
            let before = try await bench.items(of: "quiet").count
            let gap = try #require(await bench.gaps.first)
            _ = await bench.ended { bench.engine.fill(gap.id, from: .newer, amount: .pool, in: view) }
            let came = try await bench.items(of: "quiet").count - before
            #expect(view == .all ? came < 10 : came >= 10)
        }
    }

    @Test(
        "A fill continues until the selected topics show enough tickets with the current filter",
        arguments: [
            TrackView(topics: TopicSelection(["rare"])), TrackView(topics: TopicSelection(["rare", "odd"])),
            TrackView(topics: TopicSelection(["rare", "odd"], .intersection), filter: .on),
            TrackView(filter: .hiddenOnly), TrackView(topics: TopicSelection(["rare"]), starredOnly: true),
        ])
    func minimumOfTopics(_ view: TrackView) async throws {
        let bench = Bench(limits: FillLimits(minimumTickets: 10, maximumTickets: 60))
        try await bench.store.adopt(BitClassifier(["rare", "odd", "hide"]))
        let source = ScriptedSource()
        source.add(2000, newest: bench.now, every: .seconds(60))
        bench.add("stream", source)
        await bench.refresh()
        var counted = view
        counted.starredOnly = false
        let before = try await bench.store.counts(in: counted)
        let gap = try #require(await bench.gaps.first)
        let state = await bench.ended { bench.engine.fill(gap.id, from: .newer, amount: .pool, in: view) }
        let after = try await bench.store.counts(in: counted)
        #expect(after.total - before.total >= 10)
        // And no further than necessary.
        let outcome = try state.outcome()
        #expect(outcome.inserted < 400)
    }

    @Test("A fill of a whole gap requests pages as large as the source allows")
    func largePages() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(1_000, newest: bench.now, every: .seconds(60))
        source.behavior.page = 400
        bench.add("stream", source, traits: SupplierTraits(maximumPageItems: 400))
        await bench.refresh()
        #expect(source.requests.map(\.maximumItems) == [60])
        let before = source.requests.count
        await bench.fill(try #require(await bench.gaps.first), .all)
        #expect(source.requests.dropFirst(before).allSatisfy { $0.maximumItems == 400 })
        #expect(source.requests.count <= before + 4)
        #expect(try await bench.items().count == 1_000)
    }

    @Test("After a restart of the suppliers a gap is filled from its ticket instead of a dropped token")
    func restart() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(300, newest: bench.now, every: .seconds(60))
        let supplier = bench.add("stream", source)
        await bench.refresh()
        let before = source.requests.count
        await bench.engine.restartSuppliers(nil)
        #expect(supplier.log.last == "clear")
        await bench.fill(try #require(await bench.gaps.first))
        let origin = try #require(source.requests.dropFirst(before).first?.origin)
        guard case .anchor = origin else {
            Issue.record("It began at \(origin).")
            return
        }
    }

    @Test("No request goes below the control unit's threshold, and the Track ends there")
    func threshold() async throws {
        struct Limited: ForwardingControlUnit {
            let base: ModularControlUnit
            let suppliersTimeThreshold: Timestamp?

            func record(filtered: [SupplierID: [FilteredAtSource]]) async {}
        }
        let bench = Bench()
        let source = ScriptedSource()
        source.add(300, newest: bench.now, every: .seconds(60))
        bench.add("stream", source)
        let engine = StandardEngine(
            controlUnit: Limited(
                base: bench.controlUnit, suppliersTimeThreshold: bench.now.advanced(by: .seconds(-6000))),
            store: bench.store, time: bench.time)
        engine.refresh()
        await engine.waitUntilIdle()
        for _ in 0..<10 {
            guard let gap = await engine.snapshot.gaps.first else { break }
            engine.fill(gap.id, from: .newer, amount: .all)
            await engine.waitUntilIdle()
        }
        #expect(await engine.snapshot.gaps.isEmpty)
        #expect(try await bench.items().count >= 100)
        #expect(source.requests.allSatisfy { ($0.bound ?? bench.now) >= bench.now.advanced(by: .seconds(-6001)) })
    }
}
