import EngineConcepts

/// Chooses the next gap to fill: the newest one that can gain something now. Keeps skipped gaps for the report.
struct GapSelector {
    private let start: Timestamp
    /// The chosen gaps.
    private(set) var triedGaps: Set<GapID> = []
    /// The sources missing in the chosen gaps.
    private(set) var missingSources: Set<SupplierID> = []
    /// The skipped gaps, newest first.
    private(set) var skipped: [Gap] = []

    /// - Parameter start: Sources that fail after this time are not asked for further gaps.
    init(from start: Timestamp) { self.start = start }

    /// Returns the newest untried gap that can gain something, with the sources to ask, or `nil` if none begins after
    /// `bound`.
    mutating func next(in snapshot: TrackSnapshot, downTo bound: Timestamp?) -> (gap: GapID, view: TrackView)? {
        let conditions = Dictionary(uniqueKeysWithValues: snapshot.suppliers.map { ($0.id, $0.requests.condition) })
        for gap in snapshot.shownGaps where !triedGaps.contains(gap.id) && !skipped.contains(where: { $0.id == gap.id })
        {
            if let bound, gap.timeframe.start <= bound { return nil }
            let gaining = gap.missing.filter { mayGain($0, conditions[$0.supplier]) }.map(\.supplier)
            guard !gaining.isEmpty else {
                skipped.append(gap)
                continue
            }
            triedGaps.insert(gap.id)
            missingSources.formUnion(gap.missing.map(\.supplier))
            // A source that just failed would fail again.
            return (gap.id, TrackView(suppliers: Set(gaining)))
        }
        return nil
    }

    /// Returns true if another request may change that the source is missing.
    private func mayGain(_ missing: Gap.Missing, _ condition: RequestHistory.Condition?) -> Bool {
        guard missing.cause.canBeFilled else { return false }
        if case .rateLimited(let until?) = missing.cause, until > start { return false }
        guard case .failed(let error, let time) = condition else { return true }
        return switch error.code {
        case .gone, .notAuthorised: false
        default: time < start
        }
    }
}
