import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport
import Testing

/// Holds the first reading of the suppliers back until it is released.
private struct HoldingControlUnit: ForwardingControlUnit {
    struct State {
        var readings = 0
        var isReleased = false
    }

    let base: ModularControlUnit
    let state = WaitableState(State())

    var unpausedSuppliers: [any Supplier] { get async { await base.unpausedSuppliers } }

    func record(filtered: [SupplierID: [FilteredAtSource]]) async { await base.record(filtered: filtered) }

    var chosenPresenters: [SupplierID: any Presenter] {
        get async {
            let isFirst = state.withLock { state in
                state.readings += 1
                return state.readings == 1
            }
            if isFirst { await state.wait { $0.isReleased } }
            return await base.chosenPresenters
        }
    }
}

@Suite("An engine that follows another process")
struct FollowingTests {
    @Test("New tickets of another process are reported, also if the snapshot was read since their commit")
    func snapshotFirst() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(3, newest: bench.now, every: .seconds(60))
        bench.add("feed", source, traits: .feed)
        await bench.refresh()
        var follower: StandardEngine? = StandardEngine(
            controlUnit: bench.controlUnit, store: bench.store, time: bench.time,
            obstacle: { Message("followsOther") })
        let events = try #require(follower?.events())
        #expect(await follower?.snapshot.suppliers.count == 1)
        bench.time.advance(by: .seconds(3600))
        source.add(2, newest: bench.now, every: .seconds(60))
        await bench.refresh()
        let version = await bench.engine.snapshot.version
        #expect(await follower?.snapshot.version == version)
        await follower?.follow()
        await follower?.follow()
        // Ends the events.
        follower = nil
        var inserted: [String] = []
        for await event in events {
            guard case .committed(let changes, let snapshot) = event else { continue }
            #expect(snapshot.version == version)
            inserted += changes.inserted.compactMap { if case .ticket(let id) = $0.row { id.item } else { nil } }
        }
        #expect(inserted == Array(try await bench.items().prefix(2)))
    }

    @Test("Each ticket that a stream of another process delivers is reported once, and none from before the start")
    func streamedByAnother() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.add(3, newest: bench.now, every: .seconds(60))
        bench.add("feed", source, traits: .feed)
        await bench.refresh()
        let record = try await bench.store.record()
        func stream(_ id: String) async throws {
            bench.time.advance(by: .seconds(60))
            let item = SourceItem(id: id, orderTime: bench.now, body: TicketBody())
            let entry = TrackCommit.Entry(item, of: "feed", fingerprint: item.fingerprint, seen: bench.now)
            _ = try await bench.store.commit(
                TrackCommit(inserted: [entry], active: record.active, visibleRanges: record.visibleRanges))
        }
        try await stream("before")
        var follower: StandardEngine? = StandardEngine(
            controlUnit: bench.controlUnit, store: bench.store, time: bench.time,
            obstacle: { Message("followsOther") })
        let events = try #require(follower?.events())
        await follower?.follow()
        for number in 1...3 {
            try await stream("streamed\(number)")
            await follower?.follow()
        }
        // Ends the events.
        follower = nil
        var inserted: [String] = []
        for await event in events {
            guard case .committed(let changes, _) = event else { continue }
            inserted += changes.inserted.compactMap { if case .ticket(let id) = $0.row { id.item } else { nil } }
        }
        #expect(inserted == ["streamed1", "streamed2", "streamed3"])
    }

    @Test("Suppliers that were read before a change do not replace those read after it")
    func suppliersReadBefore() async {
        let bench = Bench()
        bench.add("feed", ScriptedSource(), traits: .feed)
        let controlUnit = HoldingControlUnit(base: bench.controlUnit)
        let engine = StandardEngine(controlUnit: controlUnit, store: bench.store, time: bench.time)
        async let former = engine.snapshot
        await controlUnit.state.wait { $0.readings == 1 }
        bench.controlUnit.setPaused(true, for: "feed")
        await engine.suppliersChanged()
        #expect(await engine.snapshot.suppliers.map(\.isPaused) == [true])
        controlUnit.state.withLock { $0.isReleased = true }
        _ = await former
        #expect(await engine.snapshot.suppliers.map(\.isPaused) == [true])
    }

    @Test("A change of the suppliers that an engine without the lease notes never empties the Track")
    func changeWithoutLease() async {
        let bench = Bench()
        bench.add("feed", ScriptedSource(), traits: .feed)
        await bench.refresh()
        let controlUnit = HoldingControlUnit(base: bench.controlUnit)
        let isFollower = WaitableState(false)
        let engine = StandardEngine(
            controlUnit: controlUnit, store: bench.store, time: bench.time,
            obstacle: { isFollower.withLock { $0 } ? Message("followsOther") : nil })
        async let former: Void = engine.suppliersChanged()
        await controlUnit.state.wait { $0.readings == 1 }
        isFollower.withLock { $0 = true }
        await engine.suppliersChanged()
        controlUnit.state.withLock { $0.isReleased = true }
        await former
        #expect(await engine.snapshot.suppliers.map(\.id) == ["feed"])
    }
}
