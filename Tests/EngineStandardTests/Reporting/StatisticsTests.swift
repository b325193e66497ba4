import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Statistics and progress")
struct StatisticsTests {
    @Test("Every request is counted once: made, answered, failed, cancelled or in flight")
    func requests() async throws {
        let bench = Bench()
        let well = ScriptedSource()
        well.add(100, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(30))
        well.behavior.doubles = true
        let broken = ScriptedSource()
        broken.behavior.failure = SupplierError(.refused, "Broken.")
        let silent = ScriptedSource()
        silent.behavior.isSilent = true
        bench.add("well", well)
        bench.add("broken", broken, traits: .feed)
        bench.add("mute", silent, traits: .feed)
        let fill = bench.engine.refresh()
        for source in [well, broken, silent] { await source.waitForRequests(1) }
        #expect(await bench.engine.statistics.fills.filling == 1)
        #expect(await bench.engine.statistics.requests.inFlight >= 1)
        bench.engine.refresh()
        #expect(await bench.engine.statistics.fills.queued == 1)
        bench.engine.cancel(fill)
        silent.answerAll()
        await bench.engine.waitUntilIdle()
        let statistics = await bench.engine.statistics
        let all = statistics.requests
        #expect(all.inFlight == 0)
        #expect(all.made == all.answered + all.failed + all.cancelled)
        #expect(all.made == well.requests.count + broken.requests.count + silent.requests.count)
        #expect(all.failed >= 1)
        let part = try #require(statistics.suppliers.first { $0.id == "well" })
        #expect(part.requests.items == 2 * 20 * part.requests.answered, "every post stood twice on its page")
        #expect(try await part.requests.fresh >= bench.items(of: "well").count)
        #expect(part.covered == (try await bench.store.record()).supplierStates["well"]?.ranges.coverage.claimed)
        #expect(statistics.tickets?.total == (try await bench.items().count))
        #expect(statistics.visibleRanges == (await bench.engine.snapshot.visibleRanges))
        #expect(statistics.fills.cancelled == 1)
        #expect(statistics.fills.done == 1)
    }

    @Test(
        "Response times are measured by the engine's clock, to two digits, of few answers and of many",
        arguments: [1, 2])
    func timings(rounds: Int) async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.behavior.isSilent = true
        bench.add("feed", source, traits: .feed)
        #expect(await bench.engine.statistics.requests.timings == nil)
        let delays = Array(repeating: [10, 20, 30, 40, 50, 60, 70, 80, 90, 4000], count: rounds).flatMap(\.self)
        for (index, delay) in delays.enumerated() {
            source.behavior.isSilent = true
            bench.engine.refresh()
            await source.waitForRequests(index + 1)
            bench.time.advance(by: .milliseconds(delay))
            source.answerAll()
            await bench.engine.waitUntilIdle()
        }
        let timings = try #require(await bench.engine.statistics.suppliers.first?.requests.timings)
        #expect(timings.last == .milliseconds(4000))
        for (share, milliseconds) in [(timings.p50, 50.0), (timings.p90, 90), (timings.p99, 4000)] {
            #expect(abs(share / .milliseconds(1) - milliseconds) <= milliseconds / 100)
        }
    }

    @Test("Progress reports each supplier's result, and a commit names its fill")
    func events() async throws {
        let bench = Bench()
        let well = ScriptedSource()
        well.add(7, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(30))
        let broken = ScriptedSource()
        broken.behavior.failure = SupplierError(.rateLimited, "Later.", retryAt: bench.now.advanced(by: .seconds(600)))
        bench.add("well", well, traits: .feed)
        bench.add("broken", broken, traits: .feed)
        await bench.engine.suppliersChanged()
        let events = bench.engine.events()
        let fills = [bench.engine.refresh(), await next(bench)]
        var outcomes: [FillID: [SupplierID: FillProgress.Outcome]] = [:]
        var commits: [FillID?] = []
        for await event in events {
            switch event {
            case .progress(let fill, let progress):
                #expect(progress.answeredCount <= progress.requestedCount)
                let latest = try #require(progress.latest)
                outcomes[fill, default: [:]][latest.supplier] = latest.outcome
            case .committed(let changes, _): commits.append(changes.fill)
            default: break
            }
            if case .fill(fills[1], _, let state) = event, state.isFinal { break }
        }
        #expect(
            outcomes[fills[0]] == [
                "well": .answered(fresh: 7), "broken": .failed(try #require(broken.behavior.failure)),
            ])
        #expect(outcomes[fills[1]] == ["well": .answered(fresh: 0), "broken": .skipped])
        #expect(commits == fills)
    }

    /// Refreshes after the running fill has ended.
    private func next(_ bench: Bench) async -> FillID {
        await bench.engine.waitUntilIdle()
        return bench.engine.refresh()
    }
}
