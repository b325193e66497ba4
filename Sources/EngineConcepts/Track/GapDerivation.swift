/// The Track's gaps, worked out from what it shows and what its suppliers cover.
///
/// The *extent* is the set of timeframes that the Track shows. Where the extent has a hole, nothing is shown and the
/// hole is a full gap (what suppliers delivered there already is withheld until the hole is filled). Within the extent,
/// a stretch that some suppliers have not covered is a partial gap. One sweep over the bounds of all holes: costs
/// `n log n` for `n` of them, and what the answer is long.
public enum GapDerivation {
    /// The gaps of a Track that shows `extent`, newest first.
    ///
    /// - Parameter ledgers: those of the active suppliers only.
    public static func gaps(extent: TimeframeSet, ledgers: [SupplierID: SupplierState]) -> [Gap] {
        guard let top = extent.newest else {
            return wholeTrack(ledgers: ledgers).map { [$0] } ?? []
        }
        guard let domain = Timeframe.everythingBefore(top) else { return [] }
        var edges: [GapSweep.Edge] = []
        for (supplier, ledger) in ledgers {
            for hole in ledger.missing(in: domain).timeframes {
                for absence in split(hole, of: supplier, by: ledger) {
                    edges.append(.init(time: absence.timeframe.start, change: .missing(absence.missing)))
                    edges.append(.init(time: absence.timeframe.end, change: .present(absence.missing)))
                }
            }
        }
        guard !edges.isEmpty else { return [] }
        for stretch in extent.timeframes {
            edges.append(.init(time: stretch.start, change: .shown))
            edges.append(.init(time: stretch.end, change: .hidden))
        }
        return GapSweep.gaps(of: edges)
    }

    /// The parts of `extent`'s holes where nobody is missing who could deliver anything yet: they may be shown without
    /// asking anybody, since nothing would ever come to complete them.
    public static func revealed(extent: TimeframeSet, ledgers: [SupplierID: SupplierState]) -> TimeframeSet {
        guard !ledgers.isEmpty, let top = extent.newest, let domain = Timeframe.everythingBefore(top) else {
            return TimeframeSet()
        }
        var revealed = extent.holes(in: domain)
        for ledger in ledgers.values where !revealed.isEmpty {
            revealed = revealed.subtracting(ledger.deliverable(in: domain))
        }
        return revealed
    }

    private static func wholeTrack(ledgers: [SupplierID: SupplierState]) -> Gap? {
        let missing = ledgers.keys.sorted()
            .compactMap { supplier in
                ledgers[supplier].map { Gap.Missing(supplier: supplier, cause: $0.cause(of: .always)) }
            }
        return missing.isEmpty ? nil : Gap(timeframe: .always, kind: .full, missing: missing)
    }

    /// A stretch that one supplier has not covered, for one reason.
    private struct Absence {
        let timeframe: Timeframe
        let missing: Gap.Missing
    }

    /// Splits a supplier's hole where its reason changes.
    private static func split(_ hole: Timeframe, of supplier: SupplierID, by ledger: SupplierState) -> [Absence] {
        var rest = TimeframeSet(CollectionOfOne(hole))
        var absences: [Absence] = []
        for reason in ledger.unreachable {
            for part in rest.intersection(reason.timeframe).timeframes {
                absences.append(Absence(timeframe: part, missing: .init(supplier: supplier, cause: reason.cause)))
                rest.remove(part)
            }
        }
        for part in rest.timeframes {
            absences.append(
                Absence(timeframe: part, missing: .init(supplier: supplier, cause: ledger.cause(of: part))))
        }
        return absences
    }
}

/// Walks down all bounds at once and cuts time into the longest stretches with one explanation.
private struct GapSweep {
    struct Edge {
        enum Change {
            case shown
            case hidden
            case missing(Gap.Missing)
            case present(Gap.Missing)
        }

        let time: Timestamp
        let change: Change

        /// What is shown changes before who is missing does, so that only those missing *within* a hole count for it.
        var order: Int {
            switch change {
            case .shown, .hidden: 0
            case .missing, .present: 1
            }
        }
    }

    private var isShown = false
    private var holeStart: Timestamp?
    private var missingInHole: Set<Gap.Missing> = []
    /// Who is missing here, by name.
    private var missing: [Gap.Missing] = []
    private var gaps: [Gap] = []

    static func gaps(of edges: [Edge]) -> [Gap] {
        let edges = edges.sorted { ($0.time, $1.order) > ($1.time, $0.order) }
        var sweep = GapSweep()
        var next = edges.startIndex
        while next < edges.endIndex {
            let time = edges[next].time
            var here = next
            while here < edges.endIndex, edges[here].time == time {
                sweep.apply(edges[here].change)
                here += 1
            }
            sweep.turn(at: time, until: here < edges.endIndex ? edges[here].time : .beginningOfTime)
            next = here
        }
        sweep.closeHole(at: .beginningOfTime)
        return sweep.gaps
    }

    private mutating func apply(_ change: Edge.Change) {
        switch change {
        case .shown: isShown = true
        case .hidden: isShown = false
        case .missing(let who):
            missing.insert(who, at: place(of: who))
            if !isShown {
                missingInHole.insert(who)
            }
        case .present(let who):
            if let index = missing[place(of: who)...].prefix(while: { $0.supplier == who.supplier }).firstIndex(of: who)
            {
                missing.remove(at: index)
            } else {
                missing.removeAll { $0 == who }
            }
        }
    }

    private func place(of who: Gap.Missing) -> Int {
        var low = missing.startIndex
        var high = missing.endIndex
        while low < high {
            let middle = (low + high) / 2
            if missing[middle].supplier < who.supplier {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// All that changes at `time` is applied; nothing changes before `end`.
    private mutating func turn(at time: Timestamp, until end: Timestamp) {
        if isShown {
            closeHole(at: time)
            addPartial(from: time, downTo: end)
        } else if holeStart == nil {
            holeStart = time
            missingInHole.formUnion(missing)
        }
    }

    private mutating func closeHole(at time: Timestamp) {
        guard let start = holeStart else { return }
        holeStart = nil
        defer { missingInHole = [] }
        guard !missingInHole.isEmpty, let hole = Timeframe(from: start, downTo: time) else { return }
        let names = missingInHole.sorted {
            ($0.supplier, $0.cause.rank) < ($1.supplier, $1.cause.rank)
        }
        gaps.append(Gap(timeframe: hole, kind: .full, missing: names))
    }

    private mutating func addPartial(from start: Timestamp, downTo end: Timestamp) {
        guard !missing.isEmpty, let stretch = Timeframe(from: start, downTo: end) else { return }
        if let last = gaps.last, last.kind == .partial, last.timeframe.end == start, last.missing == missing,
            let joined = Timeframe(from: last.timeframe.start, downTo: end)
        {
            gaps[gaps.endIndex - 1] = Gap(timeframe: joined, kind: .partial, missing: missing)
        } else {
            gaps.append(Gap(timeframe: stretch, kind: .partial, missing: missing))
        }
    }
}

extension GapCause {
    /// A fixed order among the causes of one supplier, so that equal gaps are equal.
    fileprivate var rank: Int {
        switch self {
        case .notAsked: 0
        case .slow: 1
        case .failed: 2
        case .rateLimited: 3
        case .notAuthorised: 4
        case .agedOut: 5
        case .tooDense: 6
        case .outOfReach: 7
        }
    }
}
