import EngineConcepts

/// Chooses which gap to fill next: the newest of which something can be loaded now. Keeps what it passes, to be told.
struct GapChoice {
    private let start: Timestamp
    /// The gaps that were chosen.
    private(set) var tried: Set<GapID> = []
    /// The sources that are missing in those.
    private(set) var asked: Set<SupplierID> = []
    /// The gaps that were passed, newest first.
    private(set) var passed: [PassedGap] = []

    /// Chooses at a time: whoever fails from then on is not asked for the next gap.
    init(from start: Timestamp) {
        self.start = start
    }

    /// The newest gap that was neither chosen nor passed and may gain something, with those that it may gain from; nil where there is none that begins after
    /// `bound`.
    mutating func next(in snapshot: TrackSnapshot, downTo bound: Timestamp?) -> (gap: GapID, view: TrackView)? {
        let conditions = Dictionary(uniqueKeysWithValues: snapshot.suppliers.map { ($0.id, $0.condition) })
        for gap in snapshot.gaps where !tried.contains(gap.id) && !passed.contains(where: { $0.gap.id == gap.id }) {
            if let bound, gap.timeframe.start <= bound { return nil }
            let gaining = gap.missing.filter { mayGain($0, conditions[$0.supplier]) }.map(\.supplier)
            guard !gaining.isEmpty else {
                passed.append(PassedGap(gap: gap))
                continue
            }
            tried.insert(gap.id)
            asked.formUnion(gap.missing.map(\.supplier))
            // Who has failed just now fails again.
            return (gap.id, TrackView(suppliers: Set(gaining)))
        }
        return nil
    }

    /// Whether asking a source again now may change that it is missing.
    private func mayGain(_ missing: Gap.Missing, _ condition: SupplierState.Condition?) -> Bool {
        guard missing.cause.canBeFilled else { return false }
        if case .rateLimited(let until?) = missing.cause, until > start { return false }
        guard case .failed(let error, let time) = condition else { return true }
        return switch error.code {
        case .gone, .notAuthorised: false
        default: time < start
        }
    }
}

/// A gap that is not asked for now.
struct PassedGap {
    let gap: Gap

    /// So many sources are named; there may be a thousand.
    private static let mostNames = 5

    /// Whether it may gain something when its sources are asked another time.
    var canBeFilledLater: Bool { gap.canBeFilled }

    /// Which gap it is, and why each of its sources is missing.
    func words(_ context: AppContext) -> String {
        let names = context.distinctNames(of: gap.missing.map(\.supplier))
        let reasons = gap.missing.prefix(Self.mostNames)
            .map { "\(names[$0.supplier] ?? $0.supplier.rawValue): \($0.cause.phrase)" }
        let others = gap.missing.count - reasons.count
        return "\(gap.id) (\(gap.bounds)). " + reasons.joined(separator: "; ")
            + (others > 0 ? "; and \(others) others" : "")
    }
}

extension Gap {
    /// Its bounds in words, `…` for an open one.
    var bounds: String {
        [timeframe.start, timeframe.end].map { $0.isFinite ? $0.rfc3339 : "…" }.joined(separator: " to ")
    }
}
