import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Invariants of fills", .tags(.invariant))
struct FillInvariants {
    /// Two streams. The third request of one of them fails.
    private struct Scene {
        /// No source counts as slow before five seconds, however fast the others are.
        let bench = Bench(limits: FillLimits(minimumWait: .seconds(5)))
        let well: ScriptedSource
        let troubled: ScriptedSource

        init() {
            well = .crowded(100, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60), prefix: "w")
            troubled = .crowded(100, newest: bench.now.advanced(by: .seconds(-2)), every: .seconds(60), prefix: "t")
            bench.add("well", well)
            bench.add("troubled", troubled)
            troubled.behavior.failsAfter = 2
        }
    }

    @Test("Invariant 17: a failure during a fill commits what the others delivered and leaves a gap of its own")
    func failure() async throws {
        let scene = Scene()
        let bench = scene.bench
        await bench.refresh()
        scene.troubled.behavior.failure = SupplierError(.refused, "Broken.")
        await bench.fill(try #require(await bench.gaps.first), .all)
        #expect(scene.troubled.requests.count == 3)
        let gap = try #require(await bench.gaps.first)
        #expect(await bench.gaps.count == 1)
        #expect(gap.kind == .partial)
        #expect(gap.missing == [.init(supplier: "troubled", cause: .failed("Broken."))])
        #expect(try await bench.items(of: "well") == scene.well.posts.map(\.id))
        let proven = try await bench.items(of: "troubled")
        #expect(Set(proven).isSuperset(of: shown(scene.troubled, above: gap)))
        #expect(proven.count >= 38)
        scene.troubled.behavior.failure = nil
        await bench.fillEverything()
        #expect(try await bench.items(of: "troubled") == scene.troubled.posts.map(\.id))
    }

    @Test("Invariant 17: a silent supplier leaves a gap, which its late answer shrinks")
    func silence() async throws {
        let scene = Scene()
        let bench = scene.bench
        await bench.refresh()
        scene.troubled.behavior.isSilent = true
        let events = bench.engine.events()
        let fill = bench.engine.fill(try #require(await bench.gaps.first).id, from: .newer, amount: .all)
        await scene.troubled.waitForRequests(3)
        // The timeouts of the fill and of the request.
        await bench.time.waitForSleepers(2)
        bench.time.advance(by: .seconds(5))
        for await event in events {
            if case .fill(fill, _, let state) = event, state.isFinal { break }
        }
        let gap = try #require(await bench.gaps.first)
        #expect(gap.missing == [.init(supplier: "troubled", cause: .slow)])
        #expect(try await bench.items(of: "well") == scene.well.posts.map(\.id))
        scene.troubled.answerAll()
        await bench.engine.waitUntilIdle()
        let rest = try #require(await bench.gaps.first)
        #expect(rest.timeframe.start < gap.timeframe.start)
        #expect(rest.timeframe.end == gap.timeframe.end)
    }

    @Test("Invariant 18: a cancelled fill leaves the Track unchanged, valid and ready to continue")
    func cancellation() async throws {
        let scene = Scene()
        let bench = scene.bench
        await bench.refresh()
        let rows = try await bench.rows()
        let record = try await bench.store.record()
        scene.troubled.behavior.isSilent = true
        let events = bench.engine.events()
        let fill = bench.engine.fill(try #require(await bench.gaps.first).id, from: .newer, amount: .all)
        await scene.troubled.waitForRequests(3)
        bench.engine.cancel(fill)
        for await event in events {
            if case .fill(fill, _, let state) = event, state.isFinal {
                #expect(state == .cancelled)
                break
            }
        }
        #expect(try await bench.rows() == rows)
        #expect(try await bench.store.record() == record)
        scene.troubled.answerAll()
        await bench.fillEverything()
        #expect(try await bench.items(of: "well") == scene.well.posts.map(\.id))
        #expect(try await bench.items(of: "troubled") == scene.troubled.posts.map(\.id))
    }

    @Test("Invariant 23: a process killed during a fill finds the same Track, gaps, tokens and place after its restart")
    func killed() async throws {
        let scene = Scene()
        let bench = scene.bench
        await bench.refresh()
        let rows = try await bench.rows()
        let gaps = await bench.gaps
        let record = try await bench.store.record()
        let place = try #require(rows.dropFirst(17).first).place
        scene.troubled.behavior.isSilent = true
        let killed = bench.engine.fill(try #require(gaps.first).id, from: .newer, amount: .all)
        await scene.troubled.waitForRequests(3)
        // The requests of the first engine are lost with it; the second one has only the store.
        let troubled = ScriptedSource(scene.troubled.posts)
        let controlUnit = ModularControlUnit(
            [
                ScriptedSupplier("well", scene.well, time: bench.time),
                ScriptedSupplier("troubled", troubled, time: bench.time),
            ], time: bench.time)
        let second = StandardEngine(controlUnit: controlUnit, store: bench.store, time: bench.time)
        #expect(await second.snapshot.gaps == gaps)
        #expect(try await bench.rows() == rows)
        #expect(try await bench.store.record() == record)
        let window = try await bench.store.window(WindowRequest(anchor: .place(place), above: 5, below: 5))
        #expect(window.rows.dropFirst(window.anchorIndex).first?.place == place)
        let token = try #require(record.supplierStates["troubled"]?.ranges.coverage.olderTokens.first)
        bench.engine.cancel(killed)
        await bench.engine.waitUntilIdle()
        second.fill(try #require(gaps.first).id, from: .newer, amount: .all)
        await second.waitUntilIdle()
        #expect(troubled.requests.first?.origin == .token(token.value, edge: token.key), "the token leads on")
        #expect(try await bench.items(of: "troubled") == troubled.posts.map(\.id))
        #expect(try await bench.items(of: "well") == scene.well.posts.map(\.id))
    }

    @Test("Invariant 24: after an expired token, a fill continues at the ticket above without loss or duplicates")
    func expiredTokens() async throws {
        let bench = Bench(limits: FillLimits(firstTimeframe: .seconds(1)))
        let stream = ScriptedSource.crowded(
            240, newest: bench.now.advanced(by: .seconds(-1)), every: .milliseconds(500), prefix: "s")
        stream.behavior.page = 13
        bench.add("stream", stream, traits: SupplierTraits(maximumPageItems: 13))
        await bench.refresh()
        for round in 0..<5 {
            let gap = try #require(await bench.gaps.first)
            if round.isMultiple(of: 2), let anchor = try await bench.items().last {
                // The ticket at which to continue may be deleted too.
                stream.delete(anchor)
            }
            stream.expireTokens()
            await bench.fill(gap, .count(20))
            let rest = await bench.gaps.first
            let expected = rest.map { shown(stream, above: $0) } ?? stream.posts.map(\.id)
            #expect(try await bench.items() == expected)
            #expect(rest.map { $0.timeframe.start < gap.timeframe.start } ?? true)
        }
        let anchors = stream.requests.filter { request in
            if case .anchor = request.origin { true } else { false }
        }
        #expect(anchors.count >= 4)
    }

    @Test("Invariant 28: two gaps can be filled in either order or at once with the same result")
    func commuting() async throws {
        var ends: [(rows: [TrackRow], record: TrackRecord)] = []
        for order in 0..<3 {
            let bench = Bench()
            let streams = ["a", "b"]
                .map { name in
                    let stream = ScriptedSource.crowded(
                        60, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(20), prefix: name)
                    bench.add(SupplierID(name), stream, traits: SupplierTraits(pagesNewer: name == "a"))
                    return stream
                }
            for round in 0..<2 {
                await bench.refresh()
                bench.time.advance(by: .seconds(6000))
                for stream in streams {
                    stream.add(
                        250, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(21), prefix: "r\(round)-")
                }
            }
            await bench.refresh()
            let gaps = await bench.gaps
            #expect(gaps.count == 3)
            switch order {
            case 0:
                await bench.fill(gaps[0])
                await bench.fill(gaps[1], from: .older)
            case 1:
                await bench.fill(gaps[1], from: .older)
                await bench.fill(gaps[0])
            default:
                bench.engine.fill(gaps[1].id, from: .older, amount: .pool)
                bench.engine.fill(gaps[0].id, from: .newer, amount: .pool)
                await bench.engine.waitUntilIdle()
            }
            ends.append((try await bench.rows(), try await bench.store.record()))
        }
        for end in ends {
            #expect(end.rows == ends[0].rows)
            #expect(end.record == ends[0].record)
        }
    }
}
