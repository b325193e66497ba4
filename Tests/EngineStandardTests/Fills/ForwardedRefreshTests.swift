import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport
import Testing

@Suite("Refreshes by another process")
struct ForwardedRefreshTests {
    @Test("An engine that may not fetch lets another process refresh, once for equal requests, and reports the result")
    func forwarded() async throws {
        let bench = Bench()
        let (good, bad) = (ScriptedSource(), ScriptedSource())
        good.add(3, newest: bench.now, every: .seconds(60))
        bad.behavior.failure = SupplierError(.refused, Message("serverError"))
        bench.add("good", good, traits: .feed)
        bench.add("bad", bad, traits: .feed)
        let holder = bench.engine
        let isOpen = WaitableState(false)
        let requests = WaitableState<[Set<SupplierID>?]>([])
        let follower = follower(of: bench) { suppliers in
            requests.withLock { $0.append(suppliers) }
            await isOpen.wait { $0 }
            guard suppliers == nil else { return nil }
            holder.refresh()
            await holder.waitUntilIdle()
            return 3
        }
        let events = follower.events()
        let all = follower.refresh()
        #expect(follower.refresh() == all)
        let one = follower.refresh(.manual, of: ["good"])
        isOpen.withLock { $0 = true }
        let ends = await ends(of: 2, in: events)
        #expect(
            ends[all] == .done(FillOutcome(inserted: 3, failures: ["bad": .failed(Message("serverError"))])))
        #expect(ends[one] == .failed(EngineFailure(Message("followsOther"))), "no process does it")
        #expect(requests.withLock { $0.count } == 2)
    }

    @Test("A refresh of one supplier by another process does not report the failure of another supplier meanwhile")
    func forwardedSingle() async throws {
        let bench = Bench()
        let (good, bad) = (ScriptedSource(), ScriptedSource())
        bad.behavior.failure = SupplierError(.refused, Message("serverError"))
        bench.add("good", good, traits: .feed)
        bench.add("bad", bad, traits: .feed)
        let holder = bench.engine
        let follower = follower(of: bench) { _ in
            holder.refresh()
            await holder.waitUntilIdle()
            return 0
        }
        let events = follower.events()
        follower.refresh(.manual, of: ["good"])
        #expect(await ends(of: 1, in: events).values.first == .done(FillOutcome()))
    }

    @Test("A refresh of suppliers by another process leaves out paused ones unless it includes them")
    func forwardedPaused() async {
        let bench = Bench()
        for id in ["paused", "other"] as [SupplierID] { bench.add(id, ScriptedSource(), traits: .feed) }
        bench.controlUnit.setPaused(true, for: "paused")
        let requests = WaitableState<[Set<SupplierID>?]>([])
        let follower = follower(of: bench) { suppliers in
            requests.withLock { $0.append(suppliers) }
            return 0
        }
        let events = follower.events()
        follower.refresh(.manual, of: ["paused", "other"])
        follower.refresh(.manual, of: ["paused"])
        follower.refresh(.manual, of: ["paused"], includingPaused: true)
        let ends = await ends(of: 3, in: events)
        #expect(ends.values.allSatisfy { $0 == .done(FillOutcome()) })
        #expect(Set(requests.withLock { $0 }) == [["other"], ["paused"]])
    }

    @Test("A refresh that another process does can be cancelled: its end is not reported, and the next is another")
    func cancelledForwarded() async {
        let isOpen = WaitableState(false)
        let follower = follower(of: Bench()) { _ in
            await isOpen.wait { $0 }
            return 3
        }
        let events = follower.events()
        let cancelled = follower.refresh()
        follower.cancel(cancelled)
        let next = follower.refresh()
        isOpen.withLock { $0 = true }
        var ends: [FillID: [FillState]] = [:]
        for await event in events {
            guard case .fill(let fill, _, let state) = event, state.isFinal else { continue }
            ends[fill, default: []].append(state)
            if fill == next { break }
        }
        #expect(next != cancelled)
        #expect(ends == [cancelled: [.cancelled], next: [.done(FillOutcome(inserted: 3))]])
    }

    @Test("A refresh that another process does is cancelled there as soon as no call wants it any more")
    func withdrawnForwarded() async {
        let isCancelled = WaitableState(false)
        let follower = follower(of: Bench()) { _ in
            await withTaskCancellationHandler {
                await isCancelled.wait { $0 }
            } onCancel: {
                isCancelled.withLock { $0 = true }
            }
            return nil
        }
        let events = follower.events()
        let fill = follower.refresh()
        #expect(follower.refresh() == fill)
        follower.withdraw(fill)
        #expect(follower.refresh() == fill, "the first call still wants it")
        follower.withdraw(fill)
        follower.withdraw(fill)
        await isCancelled.wait { $0 }
        #expect(await ends(of: 1, in: events) == [fill: .cancelled])
    }

    /// Returns the ends of the next fills.
    private func ends(of count: Int, in events: AsyncStream<EngineEvent>) async -> [FillID: FillState] {
        var ends: [FillID: FillState] = [:]
        for await event in events {
            if case .fill(let fill, _, let state) = event, state.isFinal { ends[fill] = state }
            if ends.count == count { break }
        }
        return ends
    }

    /// Creates an engine that may not fetch, over the store and the suppliers of a bench.
    private func follower(
        of bench: Bench, _ forwardRefresh: @escaping ForwardRefresh
    ) -> StandardEngine {
        StandardEngine(
            controlUnit: bench.controlUnit, store: bench.store, time: bench.time,
            obstacle: { Message("followsOther") }, forwardRefresh: forwardRefresh)
    }
}
