import EngineConcepts

/// The suppliers by identity, with what a snapshot shows of them.
struct SupplierDirectory: Sendable {
    private let entries: [SupplierID: any Supplier]

    init(_ suppliers: [any Supplier] = []) {
        entries = Dictionary(suppliers.map { ($0.id, $0) }) { first, _ in first }
    }

    var suppliers: Set<SupplierID> { Set(entries.keys) }

    func presenter(of supplier: SupplierID) -> (any Presenter)? {
        entries[supplier]?.presenter
    }

    func snapshot(of standing: ChangeComposer.PlaceRow, _ limits: PoolLimits) -> TrackSnapshot {
        let record = standing.record
        let suppliers = record.active.sorted()
            .map { id in
                let ledger = record.ledgers[id] ?? SupplierState()
                return SupplierStatus(
                    id: id, name: entries[id]?.name ?? ledger.sourceName ?? id.rawValue,
                    kind: entries[id]?.kind ?? "unknown",
                    condition: ledger.condition, lastSuccess: ledger.lastSuccess, covered: ledger.coverage.claimed,
                    floor: ledger.floor, sourceName: ledger.sourceName, sourceAddress: ledger.sourceAddress,
                    remark: ledger.remark,
                    freshUntil: ledger.budget.freshUntil,
                    peace: [ledger.wishedPeace, limits.enforcedPeace(of: id, ledger)].compactMap(\.self),
                    actions: Set((entries[id]?.traits.actions ?? [:]).keys))
            }
        return TrackSnapshot(
            version: record.version, gaps: standing.gaps, extent: record.extent, suppliers: suppliers)
    }
}
