import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing
import ViewModelTestSupport

@testable import ViewModels

@Suite("Stability of the current row")
struct StableRowTests {
    @Test("Invariant 26: the current row keeps its line through every fill")
    func currentRow() async throws {
        let time = ManualTimeSource()
        let store = MemoryTrackStore()
        let controlUnit = ModularControlUnit(time: time)
        let engine = StandardEngine(controlUnit: controlUnit, store: store, time: time)
        let sources = ["a", "b", "c"].map { _ in ScriptedSource() }
        func write(_ count: Int, every seconds: Int, _ prefix: String) {
            for (index, source) in sources.enumerated() {
                let newest = time.now().advanced(by: .seconds(-index - 1))
                source.add(count, newest: newest, every: .seconds(seconds + index), prefix: prefix)
            }
        }
        write(80, every: 60, "a")
        for (index, source) in sources.enumerated() {
            let id = SupplierID("stream:\(index)")
            controlUnit.add(ScriptedSupplier(id, source, time: time), for: id.rawValue)
        }
        engine.refresh()
        await engine.waitUntilIdle()
        time.advance(by: .seconds(90_000))
        write(200, every: 45, "b")
        engine.refresh()
        await engine.waitUntilIdle()

        let session = Session(
            store: store, browser: FakeBrowser(), copyText: { _ in }, programs: NoPrograms(), time: time,
            zone: FixedZone())
        let services = ScreenServices(
            track: TrackServices(
                engine: engine, reader: store, marks: store, search: ScanningSearch(store, time: time),
                session: session),
            sources: FakeSources())
        let timeline = TimelineViewModel(
            track: services.track, diagnostics: nil, notifier: services.notifier, banner: nil,
            measure: FixedMeasure())
        timeline.send(.resize(width: 80, height: 20))
        timeline.start()
        await session.activity.idle()

        func row() -> String {
            guard case .content(let content) = timeline.state.body, let row = timeline.state.current else {
                return "nothing"
            }
            return "\(row.ticket?.id.description ?? "gap") on line \(content.line)"
        }
        /// Waits until the timeline shows the engine's last commit.
        func catchUp() async {
            await engine.waitUntilIdle()
            let version = await engine.snapshot.version
            await changed(timeline, \.onPublish) { timeline.rows.snapshot.map { $0.version >= version } ?? false }
            await session.activity.idle()
        }

        // A ticket a little above the gap, so that rows are added above and below it.
        let gap = try #require(await engine.snapshot.gaps.first { !$0.timeframe.isEndless })
        timeline.send(.goTo(gap.timeframe.start.advanced(by: .seconds(120))))
        await session.activity.idle()
        timeline.send(.move(1))
        await session.activity.idle()
        let before = row()
        #expect(before.hasPrefix("stream:"))

        engine.fill(gap.id, from: .newer, amount: .pool)
        await catchUp()
        #expect(row() == before, "a fill from the gap's newer side")
        let rest = try #require(await engine.snapshot.gaps.first { !$0.timeframe.isEndless })
        engine.fill(rest.id, from: .older, amount: .pool)
        await catchUp()
        #expect(row() == before, "a fill from its older side")
        time.advance(by: .seconds(600))
        write(12, every: 30, "c")
        engine.refresh()
        await catchUp()
        #expect(row() == before, "a refresh")
        for gap in await engine.snapshot.gaps { engine.fill(gap.id, from: .newer, amount: .all) }
        await catchUp()
        #expect(row() == before, "everything")
        #expect(await engine.snapshot.gaps.isEmpty)
    }
}
