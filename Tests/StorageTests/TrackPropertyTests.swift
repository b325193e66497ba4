import EngineConcepts
import Storage
import TestSupport
import Testing

@Suite("A store answers as the Track is defined, whatever was committed")
struct TrackPropertyTests {
    @Test("windows, searches, counts and keys equal those of a naive model", arguments: UInt64(1)...30)
    func equalsModel(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var world = World()
        let store = try TrackDatabase()
        var model = NaiveTrack()
        for _ in 1...6 {
            let commit = world.commit(&random, model: model)
            let version = try await store.commit(commit)
            model.commit(commit)
            #expect(version == model.record.version, "seed \(seed)")
            for _ in 1...random.number(1...12) {
                guard
                    let id = model.stored.keys.sorted(by: { $0.description < $1.description })
                        .randomElement(using: &random)
                else { continue }
                let read = random.pick([true, false, nil])
                let starred = random.pick([true, false, nil])
                let former = try await store.mark([id], read: read, starred: starred)
                #expect(former == [id: model.stored[id]?.marks ?? Marks()], "seed \(seed)")
                model.mark(id, read: read, starred: starred)
            }
            try await compare(store, model, &random, seed: seed)
        }
        let record = try await store.record()
        #expect(record == model.record, "seed \(seed)")
        let report = try await store.integrityReport()
        #expect(report.problems == [], "seed \(seed)")
    }

    private func compare(
        _ store: TrackDatabase, _ model: NaiveTrack, _ random: inout SeededGenerator, seed: UInt64
    ) async throws {
        for _ in 1...10 {
            let view = World.view(&random)
            let request = WindowRequest(
                anchor: World.anchor(&random, in: model), above: random.number(0...9), below: random.number(0...9),
                view: view)
            let window = try await store.window(request)
            #expect(window == model.window(request), "seed \(seed), \(request)")

            let place = World.place(&random, in: model)
            let side = random.pick([FetchSide.older, .newer])
            let condition = random.pick([
                SeekCondition.unread, .starred, .late, .gap, .otherSupplier(random.pick(Samples.suppliers)),
            ])
            let found = try await store.find(condition, from: place, towards: side, in: view)
            #expect(
                found == model.find(condition, from: place, towards: side, in: view),
                "seed \(seed), \(condition) from \(place) towards \(side) in \(view)")

            let counts = try await store.counts(in: view)
            let shown = model.shown(in: view)
            #expect(
                counts == TrackCounts(total: shown.count, unread: shown.filter { !$0.marks.isRead }.count),
                "seed \(seed), \(view)")

            let neighbour = try await store.neighbour(of: place, towards: side)
            let keys = model.shown(in: .all).map(\.ticket.key).sorted()
            let nearest =
                side == .older ? keys.first { .ticket($0) > place } : keys.last { TrackPlace.ticket($0) < place }
            #expect(neighbour == nearest, "seed \(seed), \(place) towards \(side)")

            let suppliers = World.suppliers(&random)
            let frame = World.frame(&random)
            let limit = random.number(0...8)
            let stored = model.keys(of: suppliers, in: frame)
            let nearestKeys = try await store.keys(of: suppliers, in: frame, from: side, limit: limit)
            #expect(
                nearestKeys == Array(side == .older ? stored.prefix(limit) : stored.suffix(limit)),
                "seed \(seed), \(frame) from \(side)")
            let count = try await store.count(of: suppliers, in: frame, upTo: limit)
            #expect(count == min(stored.count, limit), "seed \(seed), \(frame)")
        }
    }
}

/// Makes up commits, places and views.
private struct World {
    private var nextItem = 0

    mutating func commit(_ random: inout SeededGenerator, model: NaiveTrack) -> TrackCommit {
        let known = model.stored.values.map(\.ticket.key).sorted()
        var inserted = (0..<random.number(0...25)).map { _ in entry(&random) }
        if let again = known.randomElement(using: &random) {
            inserted.append(World.rewritten(again, &random))
        }
        let updated = (0..<random.number(0...3)).compactMap { _ in known.randomElement(using: &random) }
            .map { World.rewritten($0, &random) }
        let deleted = (0..<random.number(0...2)).compactMap { _ in known.randomElement(using: &random)?.id }
        var ledgers: [SupplierID: SupplierLedger] = [:]
        for supplier in World.suppliers(&random) {
            ledgers[supplier] = Samples.ledger(covering: (0..<random.number(0...3)).map { _ in World.frame(&random) })
        }
        return TrackCommit(
            inserted: inserted, updated: updated, deleted: deleted, ledgers: ledgers,
            active: World.suppliers(&random),
            extent: TimeframeSet((0..<random.number(0...3)).map { _ in World.frame(&random) }))
    }

    private mutating func entry(_ random: inout SeededGenerator) -> TrackCommit.Entry {
        nextItem += 1
        // Few seconds and few native places: ties are the rule.
        return Samples.entry(
            random.number(0...30), random.pick(Samples.suppliers), item: random.pick(["", "é", "z"]) + "\(nextItem)",
            native: Int64(random.number(-1...1)), title: "Title \(nextItem)", isLate: random.chance(20))
    }

    private static func rewritten(_ key: OrderKey, _ random: inout SeededGenerator) -> TrackCommit.Entry {
        Samples.entry(
            random.number(0...30), key.id.supplier, item: key.id.item, native: key.nativeOrder,
            title: "Rewritten \(random.number(1...3))", isLate: random.chance(50))
    }

    static func frame(_ random: inout SeededGenerator) -> Timeframe {
        let end = random.number(0...28)
        switch random.number(1...10) {
        case 1: return .always
        case 2: return Timeframe(from: Samples.time(end + 1), downTo: .beginningOfTime) ?? .always
        default: return Samples.frame(random.number(end + 1...30), end)
        }
    }

    static func suppliers(_ random: inout SeededGenerator) -> Set<SupplierID> {
        Set(Samples.suppliers.filter { _ in random.chance(70) })
    }

    static func view(_ random: inout SeededGenerator) -> TrackView {
        TrackView(
            suppliers: random.chance(50) ? nil : suppliers(&random), unreadOnly: random.chance(30),
            starredOnly: random.chance(20))
    }

    static func place(_ random: inout SeededGenerator, in model: NaiveTrack) -> TrackPlace {
        switch random.number(1...3) {
        case 1:
            if let row = model.rows(in: .all).randomElement(using: &random) { return row.place }
            return .gap(GapID(.always))
        case 2: return .gap(GapID(frame(&random)))
        default:
            let supplier = random.pick(Samples.suppliers + ["a", "z"])
            return .ticket(
                Samples.key(random.number(-1...31), supplier, item: random.pick(["", "5", "zz"]), native: 0))
        }
    }

    static func anchor(_ random: inout SeededGenerator, in model: NaiveTrack) -> WindowRequest.Anchor {
        switch random.number(1...5) {
        case 1: .top
        case 2: .bottom
        case 3: .time(Samples.time(random.number(-1...31), random.pick([0, 0, 1, 999])))
        default: .place(place(&random, in: model))
        }
    }
}
