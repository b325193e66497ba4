import EngineConcepts

/// The suppliers by identity, with what a snapshot shows of them.
struct SupplierDirectory: Sendable {
    private let entries: [SupplierID: any Supplier]
    private let chosenPresenters: [SupplierID: any Presenter]
    /// The suppliers that are paused.
    let paused: Set<SupplierID>
    /// The paused suppliers whose answers have crashed the program.
    private let crashing: Set<SupplierID>

    init() {
        entries = [:]
        chosenPresenters = [:]
        paused = []
        crashing = []
    }

    /// Reads the suppliers of a control unit, whose crashes `watch` counts.
    init(of controlUnit: any ControlUnit, watchedBy watch: (any FetchWatch)?) async {
        entries = await controlUnit.suppliers.keyed(by: \.id)
        paused = Set(entries.keys).subtracting(await controlUnit.unpausedSuppliers.map(\.id))
        crashing = paused.filter { watch?.refusal(of: .items, of: $0) != nil }
        chosenPresenters = await controlUnit.chosenPresenters
    }

    var suppliers: Set<SupplierID> { Set(entries.keys) }

    func presenter(of supplier: SupplierID) -> (any Presenter)? {
        chosenPresenters[supplier] ?? entries[supplier]?.presenter
    }

    /// Returns the snapshot of a state.
    ///
    /// - Parameter former: An earlier record with its snapshot by this directory, which has most of the statuses already.
    func snapshot(
        of trackState: TrackState, _ limits: FillLimits, after former: (record: TrackRecord, snapshot: TrackSnapshot)?
    ) -> TrackSnapshot {
        let record = trackState.record
        var snapshot = TrackSnapshot(
            version: record.version, gaps: trackState.gaps, visibleRanges: record.visibleRanges, suppliers: [])
        if let former, former.record.active == record.active {
            snapshot.suppliers = former.snapshot.suppliers.map { known in
                let state = record.supplierState(of: known.id)
                return state == former.record.supplierState(of: known.id) ? known : status(of: known.id, state, limits)
            }
        } else {
            snapshot.suppliers = record.active.sorted().map { status(of: $0, record.supplierState(of: $0), limits) }
        }
        return snapshot
    }

    private func status(of id: SupplierID, _ state: SupplierState, _ limits: FillLimits) -> SupplierStatus {
        let (requests, ranges) = (state.requests, state.ranges)
        var status = SupplierStatus(
            id: id, name: entries[id]?.name ?? state.sourceName ?? id.rawValue, kind: entries[id]?.kind ?? "unknown",
            requests: requests, covered: ranges.coverage.claimed, floor: ranges.floor,
            actions: Set((entries[id]?.traits.actions ?? [:]).keys))
        status.sourceName = state.sourceName
        status.sourceAddress = state.sourceAddress
        // A failed request has read no document. What the last one lacked counts again if the source answers "not modified".
        if status.lastError == nil {
            (status.warning, status.interruption) = (state.warning, state.interruption)
            if let page = state.outdatedPage, !page.isCurrent { status.outdatedSince = page.since }
        }
        status.backoffs = [requests.budget.requestedBackoff, limits.failureBackoff(of: id, after: requests)]
            .compactMap(\.self)
        status.routineBackoff = limits.failureBackoff(of: id, after: requests, in: .routine)
        status.isPaused = paused.contains(id)
        status.hasCrashed = crashing.contains(id)
        return status
    }
}
