import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport

/// Random feeds whose read tickets are removed: what a retention removes stays away, opens no gap, and nothing else
/// changes.
public struct RetentionSimulation {
    private let store: any TrackStore & MarkStore
    private let time = ManualTimeSource()
    private let engine: StandardEngine
    private var random: SeededGenerator
    private var sources: [(id: SupplierID, source: ScriptedSource)] = []
    private var posts = 0

    /// Runs one world and returns the broken laws.
    public static func violations(seed: UInt64, in archive: some Archive) async throws -> [String] {
        var world = await RetentionSimulation(seed: seed, archive.store)
        var violations: [String] = []
        for round in 0..<4 {
            violations += try await world.run().map { "seed \(seed), round \(round): \($0)" }
        }
        return try await violations + archive.failures()
    }

    private init(seed: UInt64, _ store: any TrackStore & MarkStore) async {
        self.store = store
        random = SeededGenerator(seed: seed)
        let controlUnit = ModularControlUnit(time: ManualTimeSource())
        engine = StandardEngine(controlUnit: controlUnit, store: store, time: time)
        for index in 0..<Int.random(in: 1...4, using: &random) {
            let source = ScriptedSource()
            source.behavior.keeps = Int.random(in: 5...40, using: &random)
            source.behavior.page = 100
            let id = SupplierID("feed:\(index)")
            controlUnit.add(
                ScriptedSupplier(id, source, traits: SupplierTraits(shape: .window, pagesOlder: false), time: time),
                for: id.rawValue)
            sources.append((id, source))
        }
    }

    private mutating func run() async throws -> [String] {
        publish()
        await refresh()
        // The changes by a refresh alone.
        _ = await refresh()
        try await mark()
        let before = try await tickets()
        let gaps = await engine.snapshot.gaps.map(\.missing)
        let retention = randomRetention()
        let removable = Set(try await store.removable(by: retention, keeping: [], limit: .max).map(\.id))
        let counted = try await store.removableCounts(by: retention).values.reduce(0, +)
        let removed = try await engine.remove(by: retention) { _ in }
        let after = try await tickets()
        var violations: [String] = []
        func expect(_ holds: Bool, _ law: String) {
            if !holds { violations.append("\(law) (\(retention))") }
        }
        expect(removed == removable.count && counted == removed, "\(removed) removed, \(removable.count) to remove")
        expect(after.map(\.ticket.id) == before.map(\.ticket.id).filter { !removable.contains($0) }, "others are gone")
        expect(removable == expected(before, retention), "the wrong tickets are removed")
        let outcome = await refresh()
        expect(outcome?.inserted == 0 && outcome?.updated == 0, "a refresh brings \(String(describing: outcome))")
        expect(try await tickets() == after, "a refresh changes the tickets")
        expect(await engine.snapshot.gaps.map(\.missing) == gaps, "a refresh changes the gaps")
        edit(removable)
        await refresh()
        expect(try await tickets() == after, "an edited ticket comes back")
        return violations
    }

    /// The tickets that `retention` removes, by its definition.
    private func expected(_ entries: [TrackEntry], _ retention: Retention) -> Set<TicketID> {
        var expected: Set<TicketID> = []
        for (_, entries) in Dictionary(grouping: entries, by: \.ticket.supplier) {
            for (index, entry) in entries.enumerated() {
                let isOld = retention.oldest.map { entry.ticket.key.time < $0 } ?? false
                let isBeyond = retention.newestOfEach.map { index >= $0 } ?? false
                if isOld || isBeyond, entry.marks.isRead, !entry.marks.isStarred, !entry.marks.isLater {
                    expected.insert(entry.ticket.id)
                }
            }
        }
        return expected
    }

    private mutating func publish() {
        time.advance(by: .seconds(Int.random(in: 100...5000, using: &random)))
        for (_, source) in sources where Int.random(in: 0..<4, using: &random) > 0 {
            posts += 1
            source.add(
                Int.random(in: 1...20, using: &random), newest: time.now().advanced(by: .seconds(-1)),
                every: .seconds(Int.random(in: 1...60, using: &random)), prefix: "\(posts)-")
        }
    }

    private mutating func mark() async throws {
        for entry in try await tickets() {
            let change = MarkChange(
                read: Int.random(in: 0..<3, using: &random) > 0, starred: Int.random(in: 0..<6, using: &random) == 0,
                later: Int.random(in: 0..<6, using: &random) == 0)
            _ = try await store.mark([entry.ticket.id], change)
        }
    }

    private mutating func randomRetention() -> Retention {
        let age = Int.random(in: 1...8000, using: &random)
        let count = Int.random(in: 0...20, using: &random)
        return switch Int.random(in: 0..<3, using: &random) {
        case 0: Retention(oldest: time.now().advanced(by: .seconds(-age)))
        case 1: Retention(newestOfEach: count)
        default: Retention(oldest: time.now().advanced(by: .seconds(-age)), newestOfEach: count)
        }
    }

    private mutating func edit(_ removed: Set<TicketID>) {
        for id in removed where Bool.random(using: &random) {
            sources.first { $0.id == id.supplier }?.source.edit(id.item, text: "edited")
        }
    }

    @discardableResult
    private func refresh() async -> FillOutcome? {
        time.advance(by: .seconds(60))
        let events = engine.events()
        let fill = engine.refresh()
        for await event in events {
            guard case .fill(fill, _, let state) = event, state.isFinal else { continue }
            if case .done(let outcome) = state { return outcome }
            return nil
        }
        return nil
    }

    private func tickets() async throws -> [TrackEntry] {
        try await store.window(WindowRequest(anchor: .top, above: 0, below: 100_000, view: .all)).rows
            .compactMap(\.entry)
    }
}
