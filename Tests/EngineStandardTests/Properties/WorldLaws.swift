import EngineConcepts
import EngineStandard
import EngineTestSupport

/// A law that does not hold, in words.
struct Breach: Error, CustomStringConvertible {
    let description: String
}

extension World {
    /// Lets `deed` happen and checks that what the engine tells of it is exactly what has changed, and all the laws.
    mutating func watchChanges(_ deed: (inout World) async throws -> Void) async throws {
        let before = rows
        let recordBefore = record
        let events = engine.events()
        try await deed(&self)
        rows = try await store.window(WindowRequest(anchor: .top, above: 0, below: .max - 1)).rows
        record = try await store.record()
        if record.version != recordBefore.version {
            var changed: [TrackChanges] = []
            for await event in events {
                guard case .committed(let changes, _) = event else { continue }
                changed.append(changes)
                if changes.version >= record.version { break }
            }
            try checkChanges(changed, from: before)
        } else if rows != before {
            throw Breach(description: "rows changed without a commit")
        }
        try checkSurvivors(of: before)
        try checkGapsShrink(since: recordBefore)
        try checkLaws(recordBefore)
    }

    private func checkChanges(_ all: [TrackChanges], from before: [TrackRow]) throws {
        let inserted = Set(all.flatMap { $0.inserted.map(\.row) })
        let removed = Set(all.flatMap(\.removed))
        let reloaded = Set(all.flatMap(\.reloaded))
        let joined = all.reduce(into: Set<SupplierID>()) { $0.formUnion($1.joined) }
        let left = all.reduce(into: Set<SupplierID>()) { $0.formUnion($1.left) }
        let old = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
        let new = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        for row in rows where old[row.id] == nil {
            if case .ticket(let id) = row.id, joined.contains(id.supplier) { continue }
            guard inserted.contains(row.id) else { throw Breach(description: "\(row.id) came untold") }
        }
        for row in before where new[row.id] == nil {
            if case .ticket(let id) = row.id, left.contains(id.supplier) { continue }
            guard removed.contains(row.id) else { throw Breach(description: "\(row.id) went untold") }
        }
        for row in rows where old[row.id] != nil && old[row.id] != row {
            guard reloaded.contains(row.id) || removed.contains(row.id) else {
                throw Breach(description: "\(row.id) changed untold")
            }
        }
        guard all.count == 1, let only = all.first else { return }
        for id in only.inserted.map(\.row) where new[id] == nil || old[id] != nil {
            throw Breach(description: "\(id) is said to have come")
        }
        for id in only.removed where new[id] != nil || old[id] == nil {
            throw Breach(description: "\(id) is said to have gone")
        }
        for id in only.reloaded where new[id] == nil || old[id] == nil {
            throw Breach(description: "\(id) is said to have changed")
        }
        guard joined.isEmpty else { return }
        let above = Dictionary(uniqueKeysWithValues: zip(rows.dropFirst(), rows).map { ($0.0.id, $0.1.id) })
        for insertion in only.inserted where above[insertion.row] != insertion.below {
            throw Breach(
                description:
                    "\(insertion.row) is said to stand below \(String(describing: insertion.below)), "
                    + "but does below \(String(describing: above[insertion.row]))")
        }
    }

    /// 2, 3: places are frozen, so that the order of those that stay never changes.
    private func checkSurvivors(of before: [TrackRow]) throws {
        let places = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.place) })
        for row in before {
            if let place = places[row.id], place != row.place {
                throw Breach(description: "2, 3: \(row.id) has moved")
            }
        }
    }

    /// 7: nothing that was complete is missing again.
    private func checkGapsShrink(since former: TrackRecord) throws {
        guard let top = former.extent.newest, let domain = Timeframe.everythingBefore(top) else { return }
        for (supplier, ledger) in former.ledgers {
            let now = record.ledgers[supplier]?.missing(in: domain) ?? TimeframeSet()
            let grown = now.subtracting(ledger.missing(in: domain))
            guard grown.isEmpty else { throw Breach(description: "7: \(supplier) misses \(grown) again") }
        }
        guard former.extent.subtracting(record.extent).isEmpty else {
            throw Breach(description: "7: the Track shows less than it did")
        }
    }

    private func checkLaws(_ former: TrackRecord) throws {
        // 1, 4, 10: a total order, nobody twice.
        for (upper, lower) in zip(rows, rows.dropFirst()) where !(upper.place < lower.place) {
            throw Breach(description: "1: \(upper.id) does not stand above \(lower.id)")
        }
        guard Set(rows.map(\.id)).count == rows.count else { throw Breach(description: "4: a row stands twice") }
        let gaps = record.gaps
        // 9: no two gaps that are one.
        for (upper, lower) in zip(gaps, gaps.dropFirst())
        where upper.timeframe.end == lower.timeframe.start && upper.kind == lower.kind && upper.missing == lower.missing
        {
            throw Breach(description: "9: \(upper.id) and \(lower.id) are one gap")
        }
        if let stuck = gaps.first(where: { $0.kind == .full && !$0.canBeFilled }) {
            throw Breach(description: "\(stuck.id) withholds for ever what others delivered")
        }
        try checkCover(gaps, former)
        // 25: the end is the end of everybody.
        if !record.extent.isEmpty, !gaps.contains(where: \.isInfinite) {
            for supplier in record.active {
                let ledger = record.ledgers[supplier]
                let isThrough = ledger?.floor != nil || ledger?.coverage.claimed.oldest == .beginningOfTime
                guard isThrough else { throw Breach(description: "25: \(supplier) has not reached its end") }
            }
        }
    }

    /// 5, 6, 11, 17, 24: every post is in the Track, inside a gap that names its supplier, or newer than the last
    /// refresh. 14: in the place where it belongs.
    private func checkCover(_ gaps: [Gap], _ former: TrackRecord) throws {
        let shown = Dictionary(
            uniqueKeysWithValues: rows.compactMap { row -> (TicketID, TrackEntry)? in
                guard case .ticket(let entry) = row else { return nil }
                return (entry.ticket.id, entry)
            })
        for citizen in citizens where record.active.contains(citizen.id) {
            let ledger = record.ledgers[citizen.id] ?? SupplierLedger()
            for post in citizen.onTime.values {
                let id = TicketID(supplier: citizen.id, item: post.id)
                if let entry = shown[id] {
                    guard entry.ticket.key.time == post.time, entry.ticket.key.nativeOrder == post.order else {
                        throw Breach(description: "14: \(id) stands at \(entry.ticket.key)")
                    }
                    continue
                }
                let isInGap = gaps.contains { gap in
                    gap.timeframe.contains(post.time)
                        && (gap.kind == .full || gap.missing.contains { $0.supplier == citizen.id })
                }
                let isNew = record.extent.newest.map { post.time >= $0 } ?? true
                let isBelowFloor = ledger.floor.map { post.time < $0.time } ?? false
                guard isInGap || isNew || isBelowFloor && citizen.supplier.traits.shape == .window else {
                    throw Breach(
                        description: "5: \(id) of \(post.time.milliseconds) is nowhere\n"
                            + "covered \(ledger.coverage.claimed.inWords), floor \(ledger.floor?.time.milliseconds ?? 0), "
                            + "extent \(record.extent.inWords)\nformerly covered "
                            + "\(former.ledgers[citizen.id]?.coverage.claimed.inWords ?? ""); "
                            + "last asked \(String(describing: citizen.source.requests.last)), "
                            + "keeps \(citizen.source.manner.keeps ?? 0) of \(citizen.source.posts.count)")
                }
            }
        }
        // Nothing is shown inside a full gap.
        for (id, entry) in shown {
            let time = entry.ticket.key.time
            guard !gaps.contains(where: { $0.kind == .full && $0.timeframe.contains(time) }) else {
                throw Breach(description: "\(id) is shown inside a full gap")
            }
        }
    }

    /// 8: whatever way it was filled, the whole Track holds every post of every stream, in order.
    func checkCompleteness() throws {
        let tickets = rows.compactMap { row -> OrderKey? in
            guard case .ticket(let entry) = row else { return nil }
            return entry.ticket.key
        }
        for citizen in citizens where record.active.contains(citizen.id) && citizen.supplier.traits.shape == .log {
            let found = tickets.filter { $0.id.supplier == citizen.id && citizen.onTime[$0.id.item] != nil }
            let wanted = citizen.onTime.values.sorted(by: ScriptedSource.Post.precedes).map(\.id)
            guard found.map(\.id.item) == wanted else {
                throw Breach(
                    description:
                        "8: \(citizen.id) shows \(found.count) posts of \(wanted.count) when all is filled; left are "
                        + record.gaps.map { "\($0.id) \($0.kind) \($0.missing)" }.joined(separator: ", ")
                        + "\n\(String(describing: record.ledgers[citizen.id]))"
                        + "\n\(citizen.source.manner) \(citizen.supplier.traits)"
                        + "\n\(citizen.source.requests.suffix(4))")
            }
        }
    }
}

extension TimeframeSet {
    fileprivate var inWords: String {
        timeframes.map { "\($0.start.milliseconds)…\($0.end.milliseconds)" }.joined(separator: " ")
    }
}
