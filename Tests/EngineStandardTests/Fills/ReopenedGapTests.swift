import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Gaps that could not be filled and are filled again")
struct ReopenedGapTests {
    /// Returns a bench with a window that has lost items, the gap, and the end of the source's rate limit.
    private func lost() async throws -> (bench: Bench, source: ScriptedSource, gap: Gap, until: Timestamp) {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(5, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60), prefix: "a")
        source.behavior.keeps = 5
        bench.add("feed", source, traits: SupplierTraits(shape: .window))
        await bench.refresh()
        bench.time.advance(by: .seconds(3600))
        source.add(10, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60), prefix: "b")
        let until = bench.now.advanced(by: .seconds(600))
        source.behavior.budget.retryAt = until
        await bench.refresh()
        let gap = try #require(await bench.gaps.first)
        #expect(gap.missing == [.init(supplier: "feed", cause: .agedOut())])
        return (bench, source, gap, until)
    }

    @Test("A retry without any request keeps the reason why a gap is missing")
    func nothingRequested() async throws {
        let (bench, source, gap, _) = try await lost()
        let requestCount = source.requests.count
        #expect(await bench.engine.canRetry(gap.id))
        _ = await bench.ended { bench.engine.retry(gap.id, from: .newer, amount: .pool, in: .all) }
        #expect(source.requests.count == requestCount)
        #expect(await bench.gaps == [gap])
    }

    @Test("The reason why a gap is missing stays in the store while a retry runs, and if it is cancelled")
    func whileRunning() async throws {
        let (bench, source, gap, until) = try await lost()
        source.behavior.budget = FetchBudget()
        bench.time.set(until)
        let requestCount = source.requests.count
        source.behavior.isSilent = true
        let fill = bench.engine.retry(gap.id, from: .newer, amount: .pool, in: .all)
        await source.waitForRequests(requestCount + 1)
        #expect(try await bench.store.record().gaps == [gap])
        bench.engine.cancel(fill)
        await bench.engine.waitUntilIdle()
        #expect(await bench.gaps == [gap])
    }

    /// A source that has claimed all but one range, whose items have aged out.
    private func agedOut() throws -> (state: SupplierState, lost: Timeframe) {
        var state = SupplierState()
        let claimed: [(Int64, Int64)] = [(100, 90), (50, 0)]
        for (start, end) in claimed {
            let range = try #require(Timeframe(from: Timestamp(seconds: start), downTo: Timestamp(seconds: end)))
            state.ranges.coverage.add(Claim(range))
        }
        let lost = try #require(Timeframe(from: Timestamp(seconds: 90), downTo: Timestamp(seconds: 50)))
        state.ranges.markUnreachable(lost, cause: .agedOut())
        return (state, lost)
    }

    @Test("A reopened range gets its reason back if nothing new is known about it")
    func restored() throws {
        let (before, lost) = try agedOut()
        var state = before
        let reopened = state.reopen(lost)
        #expect(state.cause(of: lost) == .notAsked)
        state.restore(reopened)
        #expect(state == before)
    }

    @Test("A reopened range stays open if the source delivers some of it, leads further or has still to answer")
    func leftOpen() throws {
        let newer = try #require(Timeframe(from: Timestamp(seconds: 90), downTo: Timestamp(seconds: 80)))
        let changes: [(inout SupplierState) -> Void] = [
            { $0.ranges.coverage.add(Claim(newer)) },
            { $0.ranges.coverage.setToken(Token("older"), at: newer.start, direction: .older) },
            { $0.requests.condition = .slow },
        ]
        for change in changes {
            let (before, lost) = try agedOut()
            var state = before
            let reopened = state.reopen(lost)
            change(&state)
            state.restore(reopened)
            #expect(state.ranges.unreachable.isEmpty)
        }
    }

    @Test("A reopened range whose page fails keeps the failure")
    func failed() throws {
        let (before, lost) = try agedOut()
        var state = before
        let reopened = state.reopen(lost)
        state.ranges.markFailed(below: lost.start, cause: .failed("No answer."))
        state.restore(reopened)
        #expect(state.cause(of: lost) == .failed("No answer."))
    }
}
