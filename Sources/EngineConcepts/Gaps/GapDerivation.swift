/// Derives the Track's gaps from its visible ranges and from the coverage of its suppliers.
///
/// A hole between visible ranges is a full gap: nothing is shown there, and items that suppliers have already delivered
/// are withheld until the hole is filled. Within the visible ranges, a range that some suppliers have not covered is a
/// partial gap. So is a range above them that a supplier has not covered although something newer is known of it, such as
/// the time between the last refresh and the connection of a stream that has delivered an item. One sweep over the bounds
/// of all holes costs `n log n` for `n` bounds, plus the length of the result.
public enum GapDerivation {
    /// Returns the gaps of a Track that shows `visibleRanges`, newest first.
    ///
    /// - Parameter supplierStates: The states of the active suppliers only.
    public static func gaps(visibleRanges: TimeframeSet, supplierStates: [SupplierID: SupplierState]) -> [Gap] {
        guard let top = visibleRanges.newest else {
            return wholeTrack(supplierStates: supplierStates).map { [$0] } ?? []
        }
        var edges: [GapSweep.Edge] = []
        var newest = top
        for (supplier, supplierState) in supplierStates {
            // Above the visible ranges everything is shown. Only what lies below a claim, or below the connection of a
            // stream that has delivered something, is known to be missing.
            let above = max(top, supplierState.ranges.newestEvidence ?? top)
            newest = max(newest, above)
            guard let domain = Timeframe.everythingBefore(above) else { continue }
            for hole in supplierState.ranges.missing(in: domain).timeframes {
                for range in split(hole, of: supplier, by: supplierState) {
                    edges.append(.init(time: range.timeframe.start, change: .missing(range.missing)))
                    edges.append(.init(time: range.timeframe.end, change: .present(range.missing)))
                }
            }
        }
        guard !edges.isEmpty else { return [] }
        for range in visibleRanges.timeframes {
            edges.append(.init(time: range.start == top ? newest : range.start, change: .shown))
            edges.append(.init(time: range.end, change: .hidden))
        }
        return GapSweep.gaps(of: edges)
    }

    /// Returns the parts of the holes in `visibleRanges` for which no supplier has anything left to deliver. They can be
    /// shown without a request.
    public static func revealed(
        visibleRanges: TimeframeSet, supplierStates: [SupplierID: SupplierState]
    ) -> TimeframeSet {
        guard !supplierStates.isEmpty, let top = visibleRanges.newest, let domain = Timeframe.everythingBefore(top)
        else {
            return TimeframeSet()
        }
        var revealed = visibleRanges.holes(in: domain)
        for supplierState in supplierStates.values where !revealed.isEmpty {
            revealed = revealed.subtracting(supplierState.ranges.deliverable(in: domain))
        }
        return revealed
    }

    private static func wholeTrack(supplierStates: [SupplierID: SupplierState]) -> Gap? {
        let missing = supplierStates.keys.sorted()
            .compactMap { supplier in
                supplierStates[supplier].map { Gap.Missing(supplier: supplier, cause: $0.cause(of: .always)) }
            }
        return missing.isEmpty ? nil : Gap(timeframe: .always, kind: .full, missing: missing)
    }

    /// A range that one supplier has not covered, for a single reason.
    private struct MissingRange {
        let timeframe: Timeframe
        let missing: Gap.Missing
    }

    /// Splits a supplier's hole wherever the reason changes.
    private static func split(
        _ hole: Timeframe, of supplier: SupplierID, by supplierState: SupplierState
    ) -> [MissingRange] {
        var rest = TimeframeSet(hole)
        var ranges: [MissingRange] = []
        for reason in supplierState.ranges.unreachable {
            for part in rest.intersection(reason.timeframe).timeframes {
                ranges.append(MissingRange(timeframe: part, missing: .init(supplier: supplier, cause: reason.cause)))
                rest.remove(part)
            }
        }
        for part in rest.timeframes {
            ranges.append(
                MissingRange(timeframe: part, missing: .init(supplier: supplier, cause: supplierState.cause(of: part))))
        }
        return ranges
    }
}

/// Sweeps over all bounds from newest to oldest and cuts time into the longest ranges with the same missing
/// suppliers.
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

        /// At equal times, visibility changes before missing suppliers do, so that a hole counts only suppliers
        /// missing within it.
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
    /// The suppliers that are missing at the current position, sorted by identity.
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
            sweep.handleRange(at: time, until: here < edges.endIndex ? edges[here].time : .beginningOfTime)
            next = here
        }
        sweep.closeHole(at: .beginningOfTime)
        return sweep.gaps
    }

    private mutating func apply(_ change: Edge.Change) {
        switch change {
        case .shown: isShown = true
        case .hidden: isShown = false
        case .missing(let added):
            missing.insert(added, at: firstIndex(of: added.supplier))
            if !isShown {
                missingInHole.insert(added)
            }
        case .present(let removed):
            let ofSupplier = missing[firstIndex(of: removed.supplier)...].prefix { $0.supplier == removed.supplier }
            if let index = ofSupplier.firstIndex(of: removed) { missing.remove(at: index) }
        }
    }

    private func firstIndex(of supplier: SupplierID) -> Int {
        missing.partitioningIndex { $0.supplier >= supplier }
    }

    /// Handles the range between `time` and `end` after all changes at `time` are applied.
    private mutating func handleRange(at time: Timestamp, until end: Timestamp) {
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
        guard !missing.isEmpty, let range = Timeframe(from: start, downTo: end) else { return }
        if let last = gaps.last, last.kind == .partial, last.timeframe.end == start, last.missing == missing,
            let joined = Timeframe(from: last.timeframe.start, downTo: end)
        {
            gaps[gaps.endIndex - 1] = Gap(timeframe: joined, kind: .partial, missing: missing)
        } else {
            gaps.append(Gap(timeframe: range, kind: .partial, missing: missing))
        }
    }
}

extension GapCause {
    /// A fixed order of the causes of one supplier, which makes equal gaps compare equal.
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
