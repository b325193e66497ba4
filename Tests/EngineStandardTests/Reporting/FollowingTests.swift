import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

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
}
