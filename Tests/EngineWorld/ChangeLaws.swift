import EngineConcepts

/// What must be true of two sights of a Track, one after the other.
public struct ChangeLaws {
    private let before: Sight
    private let after: Sight

    /// The laws for what was seen first and then.
    public init(from before: Sight, to after: Sight) {
        self.before = before
        self.after = after
    }

    /// Throws a ``Breach`` where one does not hold.
    public func check() throws {
        try checkSurvivors()
        try checkGapsShrink()
    }

    /// 2, 3: places are frozen, so that the order of those that stay never changes.
    private func checkSurvivors() throws {
        let places = Dictionary(uniqueKeysWithValues: after.rows.map { ($0.id, $0.place) })
        for row in before.rows {
            if let place = places[row.id], place != row.place { throw Breach("2, 3: \(row.id) has moved") }
        }
    }

    /// 7: nothing that was complete is missing again.
    private func checkGapsShrink() throws {
        guard let top = before.record.extent.newest, let domain = Timeframe.everythingBefore(top) else { return }
        for (supplier, ledger) in before.record.ledgers {
            let now = after.record.ledgers[supplier]?.missing(in: domain) ?? TimeframeSet()
            let grown = now.subtracting(ledger.missing(in: domain))
            guard grown.isEmpty else { throw Breach("7: \(supplier) misses \(grown) again") }
        }
        guard before.record.extent.subtracting(after.record.extent).isEmpty else {
            throw Breach("7: the Track shows less than it did")
        }
    }

    /// What was told is what has happened: everything, and of a single commit nothing else.
    func check(told all: [TrackChanges]) throws {
        let inserted = Set(all.flatMap { $0.inserted.map(\.row) })
        let removed = Set(all.flatMap(\.removed))
        let reloaded = Set(all.flatMap(\.reloaded))
        let joined = all.reduce(into: Set<SupplierID>()) { $0.formUnion($1.joined) }
        let left = all.reduce(into: Set<SupplierID>()) { $0.formUnion($1.left) }
        let old = Dictionary(uniqueKeysWithValues: before.rows.map { ($0.id, $0) })
        let new = Dictionary(uniqueKeysWithValues: after.rows.map { ($0.id, $0) })
        for row in after.rows where old[row.id] == nil {
            if case .ticket(let id) = row.id, joined.contains(id.supplier) { continue }
            guard inserted.contains(row.id) else { throw Breach("\(row.id) came untold") }
        }
        for row in before.rows where new[row.id] == nil {
            if case .ticket(let id) = row.id, left.contains(id.supplier) { continue }
            guard removed.contains(row.id) else { throw Breach("\(row.id) went untold") }
        }
        for row in after.rows where old[row.id] != nil && old[row.id] != row {
            guard reloaded.contains(row.id) || removed.contains(row.id) else {
                throw Breach("\(row.id) changed untold")
            }
        }
        guard all.count == 1, let only = all.first else { return }
        try checkExactness(of: only, Set(old.keys), Set(new.keys))
    }

    private func checkExactness(of only: TrackChanges, _ old: Set<TrackRow.ID>, _ new: Set<TrackRow.ID>) throws {
        for id in only.inserted.map(\.row) where !new.contains(id) || old.contains(id) {
            throw Breach("\(id) is said to have come")
        }
        for id in only.removed where new.contains(id) || !old.contains(id) {
            throw Breach("\(id) is said to have gone")
        }
        for id in only.reloaded where !new.contains(id) || !old.contains(id) {
            throw Breach("\(id) is said to have changed")
        }
        guard only.joined.isEmpty else { return }
        let above = Dictionary(
            uniqueKeysWithValues: zip(after.rows.dropFirst(), after.rows).map { ($0.0.id, $0.1.id) })
        for insertion in only.inserted where above[insertion.row] != insertion.below {
            throw Breach(
                "\(insertion.row) is said to stand below \(String(describing: insertion.below)), "
                    + "but does below \(String(describing: above[insertion.row]))")
        }
    }
}
