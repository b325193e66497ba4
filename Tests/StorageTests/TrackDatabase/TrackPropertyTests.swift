import EngineConcepts
import EngineTestSupport
import Storage
import TestSupport
import Testing

@Suite("Random operations on a store")
struct TrackPropertyTests {
    @Test(
        "Windows, searches, counts and keys equal those of a naive model, whatever labels tickets have",
        arguments: UInt64(1)...25)
    func equalsModel(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        var world = World()
        // Half of the stores write the contents of every commit before it, as of those with long texts.
        let store = try TrackDatabase(stagingThreshold: seed.isMultiple(of: 2) ? 0 : .max)
        let time = ManualTimeSource(Samples.time(0))
        var model = NaiveTrack()
        for _ in 1...6 {
            if random.chance(50) {
                let classifier = World.classifier(&random, time)
                try await store.adopt(classifier)
                model.classifier = classifier
            }
            time.advance(by: .seconds(random.number(0...30)))
            let commit = world.commit(&random, model: model)
            let version = try await store.commit(commit)
            model.commit(commit)
            #expect(version == model.record.version, "seed \(seed)")
            for _ in 1...random.number(1...12) {
                guard
                    let id = model.stored.keys.sorted(by: { $0.description < $1.description })
                        .randomElement(using: &random)
                else { continue }
                let change = MarkChange(
                    read: random.pick([true, false, nil]), starred: random.pick([true, false, nil]),
                    later: random.pick([true, false, nil]), unhidden: random.pick([true, false, nil, nil, nil]))
                let previous = try await store.mark([id], change)
                #expect(previous == [id: model.stored[id]?.marks ?? Marks()], "seed \(seed)")
                model.mark(id, change)
            }
            try await finishDeciding(store, &random, seed: seed)
            if random.chance(30) {
                let place = random.chance(50) ? nil : World.place(&random, in: model)
                let view = World.view(&random)
                let marked = try await store.markRead(downFrom: place, in: view)
                #expect(Set(marked) == model.markRead(downFrom: place, in: view), "seed \(seed), \(view)")
            }
            try await compare(store, model, &random, seed: seed)
        }
        let record = try await store.record()
        #expect(record == model.record, "seed \(seed)")
        let report = try await store.integrityReport()
        #expect(report.failures == [], "seed \(seed)")
    }

    /// Classifies waiting tickets in small steps and checks consistency between them.
    private func finishDeciding(_ store: TrackDatabase, _ random: inout SeededGenerator, seed: UInt64) async throws {
        for round in 1... {
            let progress = try await store.classify(upTo: random.number(1...60))
            let failures = try await store.integrityReport().failures
            #expect(failures == [], "seed \(seed)")
            let view = World.view(&random)
            let all = try await store.counts(in: view.filtered(.off))
            let shown = try await store.counts(in: view.filtered(.on))
            let hidden = try await store.counts(in: view.filtered(.hiddenOnly))
            #expect(shown.total + hidden.total == all.total && shown.hidden == hidden.total, "seed \(seed)")
            let rows = try await store.window(WindowRequest(anchor: .top, above: 0, below: 1000, view: view)).rows
            let counts = try await store.counts(in: view)
            #expect(counts.total == rows.count { if case .ticket = $0 { true } else { false } }, "seed \(seed)")
            if progress.isComplete { break }
            try #require(round < 1000, "seed \(seed): it never ends")
        }
    }

    private func compare(
        _ store: TrackDatabase, _ model: NaiveTrack, _ random: inout SeededGenerator, seed: UInt64
    ) async throws {
        for _ in 1...10 {
            let view = World.view(&random)
            let request = WindowRequest(
                anchor: World.anchor(&random, in: model), above: random.number(0...9), below: random.number(0...9),
                view: view, reach: random.pick([.track, .track, .store]))
            let window = try await store.window(request)
            #expect(window == model.window(request), "seed \(seed), \(request)")

            let place = World.place(&random, in: model)
            let direction = random.pick([ReadDirection.older, .newer])
            let condition = random.pick([
                SeekCondition.unread, .starred, .late, .gap, .otherSupplier(random.pick(Samples.suppliers)),
            ])
            let found = try await store.find(condition, from: place, towards: direction, in: view)
            #expect(
                found == model.find(condition, from: place, towards: direction, in: view),
                "seed \(seed), \(condition) from \(place) towards \(direction) in \(view)")

            let counts = try await store.counts(in: view)
            #expect(counts == model.counts(in: view), "seed \(seed), \(view)")
            let labelCounts = try await store.labelCounts(in: view)
            #expect(labelCounts == model.labelCounts(in: view), "seed \(seed), \(view)")

            let supplierCounts = try await store.supplierCounts(in: view)
            #expect(supplierCounts == model.supplierCounts(in: view), "seed \(seed), \(view)")

            let neighbour = try await store.neighbour(of: place, towards: direction)
            let keys = model.shown(in: .all).map(\.ticket.key).sorted()
            let nearest =
                direction == .older ? keys.first { .ticket($0) > place } : keys.last { TrackPlace.ticket($0) < place }
            #expect(neighbour == nearest, "seed \(seed), \(place) towards \(direction)")

            let suppliers = World.suppliers(&random)
            let frame = World.frame(&random)
            let limit = random.number(0...8)
            let stored = model.keys(of: suppliers, in: frame)
            let nearestKeys = try await store.keys(of: suppliers, in: frame, towards: direction, limit: limit)
            #expect(
                nearestKeys == Array(direction == .older ? stored.prefix(limit) : stored.suffix(limit)),
                "seed \(seed), \(frame) from \(direction)")
            let count = try await store.count(seenIn: .all, of: suppliers, in: frame, upTo: limit)
            #expect(count == min(stored.count, limit), "seed \(seed), \(frame)")
            let seen = try await store.count(seenIn: view, of: suppliers, in: frame, upTo: limit)
            #expect(
                seen == min(model.count(seenIn: view, of: suppliers, in: frame), limit),
                "seed \(seed), \(frame), \(view)")
        }
    }
}

/// Makes random commits, places and views.
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
        var supplierStates: [SupplierID: SupplierState] = [:]
        for supplier in World.suppliers(&random) {
            supplierStates[supplier] = Samples.supplierState(
                covering: (0..<random.number(0...3)).map { _ in World.frame(&random) })
        }
        return TrackCommit(
            inserted: inserted, updated: updated, deleted: deleted, supplierStates: supplierStates,
            active: World.suppliers(&random),
            visibleRanges: TimeframeSet((0..<random.number(0...3)).map { _ in World.frame(&random) }))
    }

    private mutating func entry(_ random: inout SeededGenerator) -> TrackCommit.Entry {
        nextItem += 1
        // Few seconds and native orders, so that ties are common.
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
        var view = TrackView(
            suppliers: random.chance(60) ? nil : suppliers(&random), topics: random.chance(50) ? nil : topics(&random),
            filter: random.pick(FilterState.allCases), unreadOnly: random.chance(30), starredOnly: random.chance(15),
            laterOnly: random.chance(15))
        if random.chance(30) {
            view.gaps = GapSelection(
                contributors: random.chance(50) ? nil : suppliers(&random),
                silent: random.chance(50) ? [] : suppliers(&random),
                dismissed: Dictionary(
                    suppliers(&random).sorted().map { ($0, TimeframeSet([frame(&random)])) },
                    uniquingKeysWith: { first, _ in first }))
        }
        return view
    }

    private static let labels: [LabelID] = [
        "f1", "wec", "young", "unread", "unread young", "hide a", "hide b", "hide unread", "muffle", "notify young",
    ]

    private static func topics(_ random: inout SeededGenerator) -> TopicSelection {
        let chosen = (0..<random.number(0...3)).map { _ in random.pick(labels + ["nobody knows this"]) }
        return TopicSelection(Set(chosen), random.pick([.union, .intersection]))
    }

    static func classifier(_ random: inout SeededGenerator, _ time: ManualTimeSource) -> BitClassifier {
        BitClassifier(labels.filter { _ in random.chance(60) }, salt: UInt64(random.number(1...3))) { time.now() }
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
