import EngineConcepts
import EngineStandard
import EngineTestSupport
import Suppliers
import Testing

@testable import Sample

/// The sample with a real engine and the history described in the documentation of `SampleTimeline`.
private struct SampleTrack {
    let time = ManualTimeSource(sampleStart)
    let store = MemoryTrackStore()
    let engine: StandardEngine

    /// Runs the history and starts a refresh. Returns when only the slow source is missing.
    init() async {
        let sampleTime = SampleTimeSource(over: time)
        let suppliers = SampleTimeline.suppliers(
            now: sampleTime.now(), time: sampleTime, seed: 7)
        engine = StandardEngine(
            controlUnit: ModularControlUnit(suppliers, time: ManualTimeSource()), store: store, time: sampleTime)
        await SampleTimeline.runHistory(SampleTimeline.history, with: engine, time: sampleTime)
        let events = engine.events()
        engine.refresh()
        for await event in events {
            if case .progress(_, let progress) = event, progress.answeredCount == suppliers.count - 1 { break }
        }
    }

    /// Lets the slow source time out; the other sources are committed.
    func timeOutSlowSource() async {
        let events = engine.events()
        await time.waitForSleepers(2)
        time.advance(by: .seconds(5))
        for await event in events {
            if case .fill(_, _, let state) = event, state.isFinal { break }
        }
    }

    var rows: [TrackRow] {
        get async throws {
            try await store.window(WindowRequest(anchor: .top, above: 0, below: 10_000)).rows
        }
    }

    var gaps: [Gap] { get async { await engine.snapshot.gaps } }
}

@Suite("The sample behind the engine")
struct SampleTrackTests {
    private static let slow: SupplierID = "sample:pit-lane-almanac"

    @Test("The sample has two standard gaps, an infinite gap, and partial gaps of every cause")
    func gaps() async throws {
        let track = await SampleTrack()
        await track.timeOutSlowSource()
        let gaps = await track.gaps
        let full = gaps.filter { $0.kind == .full }
        #expect(full.map(\.timeframe.isEndless) == [false, false, true])
        #expect(full.allSatisfy { $0.canBeFilled })
        let causes = Dictionary(grouping: gaps.filter { $0.kind == .partial }.flatMap(\.missing), by: \.supplier)
            .mapValues { Set($0.map(\.cause)) }
        #expect(causes[Self.slow] == [.slow])
        #expect(causes["sample:cielo"] == [.notAsked], "was down this morning")
        #expect(causes["sample:wire"] == [.agedOut()])
        #expect(causes["sample:paddock-daily"]?.count == 1)
        track.time.advance(by: .seconds(10))
        await track.engine.waitUntilIdle()
    }

    @Test("Every segment of the sample between full gaps has many sources, and no source has more than half")
    func segments() async throws {
        let track = await SampleTrack()
        await track.timeOutSlowSource()
        let segments = try await track.rows.split { row in
            guard case .gap(let gap) = row else { return false }
            return gap.kind == .full
        }
        #expect(segments.count == 3)
        for segment in segments {
            let suppliers = segment.compactMap(\.entry?.ticket.supplier)
            let most = Dictionary(grouping: suppliers) { $0 }.values.map(\.count).max() ?? 0
            #expect(suppliers.count >= 30)
            #expect(Set(suppliers).count >= 6, "\(Set(suppliers))")
            #expect(most * 2 <= suppliers.count + 1, "\(most) of \(suppliers.count)")
        }
        track.time.advance(by: .seconds(10))
        await track.engine.waitUntilIdle()
    }

    @Test("The slow source's gap closes when its late answer arrives")
    func lateAnswer() async throws {
        let track = await SampleTrack()
        await track.timeOutSlowSource()
        let before = try await track.rows
        track.time.advance(by: .seconds(7))
        await track.engine.waitUntilIdle()
        let missing = Set(await track.gaps.filter { $0.kind == .partial }.flatMap(\.missing).map(\.supplier))
        #expect(!missing.contains(Self.slow))
        let names = Set(before.map(\.id))
        let late = try await track.rows.contains { row in
            guard case .ticket(let entry) = row else { return false }
            return entry.ticket.supplier == Self.slow && !names.contains(row.id)
        }
        #expect(late)
    }

    @Test("The newest standard gap is filled pool by pool until it is gone")
    func filling() async throws {
        let track = await SampleTrack()
        await track.timeOutSlowSource()
        track.time.advance(by: .seconds(60))
        await track.engine.waitUntilIdle()
        var known = try await track.rows.count
        for _ in 0..<40 {
            guard let gap = await track.gaps.first(where: { $0.kind == .full && !$0.timeframe.isEndless }) else {
                break
            }
            track.engine.fill(gap.id, from: .newer, amount: .pool)
            await track.engine.waitUntilIdle()
            let rows = try await track.rows.count
            #expect(rows > known, "a fill brought nothing")
            known = rows
        }
        let full = await track.gaps.filter { $0.kind == .full }
        #expect(full.count == 1 && full.first?.timeframe.isEndless == true)
    }

    @Test("A minute later the sample has more at the top, and nothing has moved")
    func live() async throws {
        let track = await SampleTrack()
        await track.timeOutSlowSource()
        track.time.advance(by: .seconds(55))
        await track.engine.waitUntilIdle()
        let before = try await track.rows.map(\.id)
        track.engine.refresh()
        await track.engine.waitUntilIdle()
        let after = try await track.rows.map(\.id)
        let kept = Set(before).intersection(after)
        #expect(after.count >= before.count + 8)
        #expect(after.filter(kept.contains) == before.filter(kept.contains))
    }
}
