import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Adding and removing suppliers")
struct SuppliersChangeTests {
    @Test("An added supplier opens a gap without moving a ticket, and its removal undoes that")
    func joining() async throws {
        let bench = Bench()
        let first = ScriptedSource()
        first.add(40, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60))
        bench.add("first", first, traits: .feed)
        await bench.refresh()
        let before = try await bench.rows()
        let second = ScriptedSource()
        second.add(40, newest: bench.now.advanced(by: .seconds(-2)), every: .seconds(60))
        bench.add("second", second, traits: .feed)
        await bench.engine.suppliersChanged()
        let gaps = await bench.gaps
        #expect(gaps.map(\.missing) == [[.init(supplier: "second", cause: .notAsked)]])
        #expect(gaps.map(\.kind) == [.partial])
        #expect(try await bench.items() == before.items)
        await bench.fill(gaps[0])
        #expect(try await bench.items().count == 80)
        #expect(await bench.gaps.isEmpty)
        bench.controlUnit.remove("second")
        await bench.engine.suppliersChanged()
        #expect(try await bench.rows() == before)
        bench.add("second", second, traits: .feed)
        await bench.engine.suppliersChanged()
        #expect(try await bench.items().count == 80, "what was read stays known")
        #expect(second.requests.count == 1)
    }

    @Test("A supplier that joins again delivers the items that were removed while it was not active")
    func joiningAfterRetention() async throws {
        let bench = Bench()
        let source = ScriptedSource()
        source.behavior.answersNotModified = true
        source.add(40, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(60))
        bench.add("source", source, traits: .feed)
        await bench.refresh()
        let before = try await bench.items()
        bench.controlUnit.remove("source")
        await bench.engine.suppliersChanged()
        let removed = try await bench.engine.remove(by: Retention(newestOfEach: 0, scope: .inactive)) { _ in }
        #expect(removed == 40)
        bench.add("source", source, traits: .feed)
        await bench.engine.suppliersChanged()
        await bench.refresh()
        #expect(before.count == 40)
        #expect(try await bench.items() == before)
    }

    @Test("A supplier that was never asked is missing from the whole Track")
    func unknown() async throws {
        let bench = Bench()
        bench.add("known", ScriptedSource(), traits: .feed)
        await bench.refresh()
        bench.add("new", ScriptedSource(), traits: .feed)
        await bench.engine.suppliersChanged()
        #expect(await bench.gaps.flatMap(\.missing).map(\.supplier) == ["new"])
    }
}

extension [TrackRow] {
    fileprivate var items: [String] { compactMap(\.entry?.ticket.id.item) }
}
