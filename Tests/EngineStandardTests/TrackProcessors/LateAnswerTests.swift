import EngineConcepts
import EngineStandard
import EngineTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Late answers")
struct LateAnswerTests {
    @Test("A late answer is not undone by the fill that runs while it is stored")
    func whileFilling() async throws {
        let bench = Bench()
        let (slow, other) = addTwo(to: bench)
        let asked = bench.now.flooredToSecond
        slow.behavior.isSilent = true
        await refreshWithoutWaiting(bench)
        #expect(await bench.gaps.map(\.missing) == [[.init(supplier: "slow", cause: .slow)]])
        other.behavior.isSilent = true
        let events = bench.engine.events()
        let second = bench.engine.refresh()
        await other.waitForRequests(2)
        slow.answerAll()
        for await event in events {
            if case .committed = event { break }
        }
        #expect(await bench.gaps.isEmpty)
        other.answerAll()
        for await event in events {
            if case .fill(second, _, .done) = event { break }
        }
        #expect(await bench.gaps.allSatisfy { $0.timeframe.end >= asked }, "what the late answer claimed stays claimed")
        #expect(try await bench.store.record().supplierStates["slow"]?.requests.lastSuccess != nil)
        #expect(try await bench.items(of: "slow").count == 10)
    }

    @Test("The first answer of the only source is visible at once, however late it comes")
    func onlySource() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(10, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60), prefix: "only")
        bench.add("only", source, traits: .feed)
        source.behavior.isSilent = true
        let events = bench.engine.events()
        bench.engine.refresh()
        await source.waitForRequests(1)
        await bench.endWithoutSlow(events)
        source.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(try await bench.engine.reader.counts(in: .all).total == 10)
        #expect(await bench.engine.lateOutcome.inserted == 10, "they are in the sum of late answers")
    }

    @Test("The Control Unit receives the filtered items of a late answer")
    func filtered() async throws {
        let watch = Watch()
        let bench = Bench { Watched(base: $0, watch: watch) }
        let (slow, _) = addTwo(to: bench)
        let leftOut = slow.posts[3].id
        slow.behavior.filters = [leftOut]
        slow.behavior.isSilent = true
        await refreshWithoutWaiting(bench)
        #expect(watch.names.isEmpty)
        slow.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(watch.names == [leftOut])
    }

    @Test("A late answer of a supplier that was removed meanwhile is not stored, and the supplier is read anew")
    func removed() async throws {
        let bench = Bench()
        let (slow, _) = addTwo(to: bench)
        slow.behavior.isSilent = true
        await refreshWithoutWaiting(bench)
        let supplier = try #require(bench.controlUnit.remove("slow"))
        await bench.engine.suppliersChanged()
        slow.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(await bench.engine.lateOutcome.inserted == 0)
        #expect(try await bench.store.knownItems(slow.posts.map(\.id), of: "slow").isEmpty)
        bench.controlUnit.add(supplier, for: "slow")
        await bench.engine.suppliersChanged()
        await bench.refresh()
        #expect(try await bench.items(of: "slow").count == 10)
    }

    @Test("A supplier is not asked again until its cancelled request has ended")
    func givenUp() async throws {
        let bench = Bench()
        let deaf = UncancellableSupplier()
        bench.controlUnit.add(deaf, for: "deaf")
        let first = bench.engine.refresh()
        await deaf.waitForCalls(1)
        bench.engine.cancel(first)
        bench.engine.refresh()
        await bench.time.waitForSleepers(2)
        #expect(deaf.most == 1)
        deaf.answerAll()
        await bench.engine.waitUntilIdle()
        #expect(deaf.calls == 2)
        #expect(deaf.most == 1, "never two at once")
    }

    private func addTwo(to bench: Bench) -> (slow: ScriptedSource, other: ScriptedSource) {
        let sources = ["slow", "other"]
            .map { name in
                let source = ScriptedSource()
                source.add(10, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(60), prefix: name)
                bench.add(SupplierID(name), source, traits: .feed)
                return source
            }
        return (sources[0], sources[1])
    }

    /// Refreshes, and commits without the second of two sources because it is slow.
    private func refreshWithoutWaiting(_ bench: Bench) async {
        let events = bench.engine.events()
        bench.engine.refresh()
        for await event in events {
            if case .progress(_, let progress) = event, progress.answeredCount == 1 { break }
        }
        await bench.endWithoutSlow(events)
    }
}

/// The reported filtered items.
private final class Watch: Sendable {
    private let leftOut = Mutex<Set<String>>([])

    var names: Set<String> { leftOut.withLock { $0 } }

    func record(_ more: some Sequence<String>) {
        leftOut.withLock { $0.formUnion(more) }
    }
}

/// A control unit that records the items that the sources filtered.
private struct Watched: ForwardingControlUnit {
    let base: ModularControlUnit
    let watch: Watch

    func record(filtered: [SupplierID: [FilteredAtSource]]) async {
        watch.record(filtered.values.joined().compactMap(\.item))
    }
}

/// A supplier that ignores cancellation.
private final class UncancellableSupplier: Supplier {
    private struct State {
        var calls = 0
        var running = 0
        var most = 0
        var answers = false
    }

    private let state = WaitableState(State())

    var id: SupplierID { "deaf" }
    var name: String { "Deaf" }
    var kind: SupplierKind { "test" }
    var presenter: any Presenter { PlainPresenter() }
    var traits: SupplierTraits { .feed }

    var calls: Int { state.withLock(\.calls) }
    var most: Int { state.withLock(\.most) }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        state.withLock { state in
            state.calls += 1
            state.running += 1
            state.most = max(state.most, state.running)
        }
        await state.wait(until: \.answers)
        state.withLock { $0.running -= 1 }
        return FetchAnswer(items: [], end: .trueEnd)
    }

    func waitForCalls(_ count: Int) async {
        await state.wait { $0.calls >= count }
    }

    func answerAll() {
        state.withLock { $0.answers = true }
    }
}
