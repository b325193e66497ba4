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
        var ranges: [MissingRange] = []
        var newest = top
        for (supplier, supplierState) in supplierStates {
            // Above the visible ranges everything is shown. Only what lies below a claim, or below the connection of a
            // stream that has delivered something, is known to be missing.
            let delivered = supplierState.ranges
            let above = max(top, delivered.newestEvidence ?? top)
            newest = max(newest, above)
            guard let domain = Timeframe.everythingBefore(above) else { continue }
            for hole in delivered.missing(in: domain).timeframes {
                if delivered.unreachable.isEmpty {
                    let missing = Gap.Missing(supplier: supplier, cause: supplierState.requests.cause)
                    ranges.append(MissingRange(timeframe: hole, missing: missing))
                } else {
                    ranges += split(hole, of: supplier, by: supplierState)
                }
            }
        }
        if ranges.isEmpty { return [] }
        let shown = visibleRanges.timeframes.compactMap { range in
            range.start == top ? Timeframe(from: newest, downTo: range.end) : range
        }
        return GapSweep.gaps(of: ranges, besides: shown)
    }

    /// Returns the parts of the holes in `visibleRanges` for which no supplier has anything left to deliver. They can be
    /// shown without a request.
    public static func revealed(
        visibleRanges: TimeframeSet, supplierStates: [SupplierID: SupplierState]
    ) -> TimeframeSet {
        guard !supplierStates.isEmpty, let top = visibleRanges.newest, let domain = Timeframe.everythingBefore(top)
        else { return TimeframeSet() }
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
