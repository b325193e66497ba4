public import EngineConcepts

/// Invariants that relate two consecutive states of a Track.
public struct ChangeChecks {
    private let before: VisibleTrack
    private let after: VisibleTrack
    /// The positions of the rows before and after.
    private let old: [TrackRow.ID: Int]
    private let new: [TrackRow.ID: Int]

    public init(from before: VisibleTrack, to after: VisibleTrack) {
        self.before = before
        self.after = after
        old = before.positions
        new = after.positions
    }

    /// Throws an ``InvariantViolation`` if an invariant is broken.
    ///
    /// - Parameter excused: Ranges per supplier that were wrongly believed complete.
    public func check(excusing excused: [SupplierID: TimeframeSet] = [:]) throws {
        try checkSurvivors()
        try checkGapsShrink(excusing: excused)
    }

    /// 2, 3: places are fixed, so the order of the rows that stay never changes.
    private func checkSurvivors() throws {
        for (id, index) in old {
            guard let now = new[id] else { continue }
            guard after.rows[now].place == before.rows[index].place else {
                throw InvariantViolation("2, 3: \(id) has moved")
            }
        }
    }

    /// 7: nothing that was complete is missing again.
    private func checkGapsShrink(excusing excused: [SupplierID: TimeframeSet]) throws {
        guard let top = before.record.visibleRanges.newest, let domain = Timeframe.everythingBefore(top) else { return }
        for (supplier, supplierState) in before.record.supplierStates {
            let now = after.record.supplierStates[supplier]?.ranges.missing(in: domain) ?? TimeframeSet()
            let grown = now.subtracting(supplierState.ranges.missing(in: domain))
                .subtracting(excused[supplier] ?? TimeframeSet())
            guard grown.isEmpty else { throw InvariantViolation("7: \(supplier) misses \(grown) again") }
        }
        guard before.record.visibleRanges.subtracting(after.record.visibleRanges).isEmpty else {
            throw InvariantViolation("7: the Track shows less than it did")
        }
    }

    /// The reported changes are exactly those that happened.
    public func check(reported all: [TrackChanges]) throws {
        let inserted = Set(all.flatMap { $0.inserted.map(\.row) })
        let removed = Set(all.flatMap(\.removed))
        let reloaded = Set(all.flatMap(\.reloaded))
        let joined = all.reduce(into: Set<SupplierID>()) { $0.formUnion($1.addedSuppliers) }
        let left = all.reduce(into: Set<SupplierID>()) { $0.formUnion($1.removedSuppliers) }
        for (id, index) in new {
            if let oldIndex = old[id] {
                guard after.rows[index] == before.rows[oldIndex] || reloaded.contains(id) || removed.contains(id) else {
                    throw InvariantViolation("\(id) changed and was not reported")
                }
                continue
            }
            if case .ticket(let ticket) = id, joined.contains(ticket.supplier) { continue }
            guard inserted.contains(id) else { throw InvariantViolation("\(id) came and was not reported") }
        }
        for id in old.keys where new[id] == nil {
            if case .ticket(let ticket) = id, left.contains(ticket.supplier) { continue }
            guard removed.contains(id) else { throw InvariantViolation("\(id) went and was not reported") }
        }
        try checkReplay(of: all)
        guard all.count == 1, let only = all.first else { return }
        try checkExactness(of: only)
    }

    /// Applying the changes of several commits in order gives the final rows, and every step is valid.
    private func checkReplay(of all: [TrackChanges]) throws {
        guard all.allSatisfy({ $0.addedSuppliers.isEmpty && $0.removedSuppliers.isEmpty }) else { return }
        var rows = Set(old.keys)
        for changes in all {
            for id in changes.removed where rows.remove(id) == nil {
                throw InvariantViolation("\(id) is said to have gone, and was not there")
            }
            for id in changes.reloaded where !rows.contains(id) {
                throw InvariantViolation("\(id) is said to have changed, and is not there")
            }
            for id in changes.inserted.map(\.row) where !rows.insert(id).inserted {
                throw InvariantViolation("\(id) is said to have come, and was there")
            }
        }
        guard rows == Set(new.keys) else {
            throw InvariantViolation(
                "played again, the changes leave \(rows.symmetricDifference(new.keys).count) rows that differ")
        }
    }

    private func checkExactness(of only: TrackChanges) throws {
        for id in only.inserted.map(\.row) where new[id] == nil || old[id] != nil {
            throw InvariantViolation("\(id) is said to have come")
        }
        for id in only.removed where new[id] != nil || old[id] == nil {
            throw InvariantViolation("\(id) is said to have gone")
        }
        for id in only.reloaded where new[id] == nil || old[id] == nil {
            throw InvariantViolation("\(id) is said to have changed")
        }
        guard only.addedSuppliers.isEmpty else { return }
        for insertion in only.inserted {
            let above = new[insertion.row].flatMap { $0 > 0 ? after.rows[$0 - 1].id : nil }
            guard above == insertion.below else {
                throw InvariantViolation(
                    "\(insertion.row) is said to stand below \(String(describing: insertion.below)), "
                        + "but does below \(String(describing: above))")
            }
        }
    }
}
