import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

@Suite("Views of one supplier")
struct ViewOfOneTests {
    /// A Track of a busy and a calm supplier after its first refresh: nearly all of the calm one is withheld.
    private func refreshed() async -> (bench: Bench, busy: ScriptedSource, calm: ScriptedSource) {
        let bench = Bench()
        let (busy, calm) = (ScriptedSource(), ScriptedSource())
        busy.add(500, newest: bench.now.advanced(by: .seconds(-1)), every: .seconds(10))
        calm.add(50, newest: bench.now.advanced(by: .seconds(-5)), every: .seconds(3600))
        bench.add("busy", busy)
        bench.add("calm", calm)
        await bench.refresh()
        return (bench, busy, calm)
    }

    private func items(_ rows: [TrackRow]) -> [String] { rows.compactMap(\.entry?.ticket.id.item) }

    private func gaps(_ rows: [TrackRow]) -> [Gap] {
        rows.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    }

    @Test("A view of one supplier shows all that is stored of it, above a gap where the rest begins")
    func shown() async throws {
        let (bench, _, calm) = await refreshed()
        #expect(try await bench.items(of: "calm").count < 5)
        let view = TrackView(suppliers: ["calm"])
        let rows = try await bench.rows(view)
        #expect(items(rows) == Array(calm.posts.map(\.id).prefix(calm.behavior.page)))
        #expect(try await bench.store.counts(in: view).total == calm.behavior.page)
        let gap = try #require(gaps(rows).first)
        // The gap begins with the second of the last ticket.
        #expect(gaps(rows).count == 1 && rows.suffix(2).map(\.place).contains(.gap(gap.id)))
        #expect(gap.kind == .partial && gap.timeframe.isEndless && gap.missing.map(\.supplier) == ["calm"])
    }

    @Test("The count of each supplier is that of its view, with what the Track withholds")
    func countsOfSuppliers() async throws {
        let (bench, _, calm) = await refreshed()
        let counts = try await bench.store.supplierCounts(in: .all)
        #expect(counts["calm"]?.unread == calm.behavior.page)
        for supplier in ["busy", "calm"] as [SupplierID] {
            let counted = try await bench.store.counts(in: TrackView(suppliers: [supplier]))
            #expect(counts[supplier] == counted)
        }
    }

    @Test("Filling the gap of a view of one supplier asks that supplier alone, and changes nothing in the whole Track")
    func filling() async throws {
        let (bench, busy, calm) = await refreshed()
        let view = TrackView(suppliers: ["calm"])
        let before = try await bench.rows()
        let requestCount = busy.requests.count
        let gap = try #require(gaps(try await bench.rows(view)).first)
        let state = await bench.ended { bench.engine.fill(gap.id, from: .newer, amount: .all, in: view) }
        #expect(state?.isFinal == true)
        #expect(busy.requests.count == requestCount)
        let rows = try await bench.rows(view)
        #expect(items(rows) == calm.posts.map(\.id) && gaps(rows).isEmpty)
        #expect(try await bench.rows().map(\.place) == before.map(\.place))
    }

    @Test("A view of two suppliers withholds what comes between the tickets of the other one")
    func two() async throws {
        let (bench, _, _) = await refreshed()
        let view = TrackView(suppliers: ["busy", "calm"])
        #expect(try await bench.rows(view).map(\.place) == bench.rows().map(\.place))
    }
}
