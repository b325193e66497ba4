import EngineConcepts

/// The gaps of a Track by a naive algorithm: cuts time at every bound and looks at each piece separately.
struct NaiveGaps {
    private struct Piece {
        let timeframe: Timeframe
        let isShown: Bool
        let missing: Set<Gap.Missing>
    }

    let gaps: [Gap]

    init(_ record: TrackRecord) {
        guard let top = record.visibleRanges.newest else {
            let missing = record.active.sorted()
                .map { Gap.Missing(supplier: $0, cause: Self.cause(record.supplierStates[$0], .always)) }
            gaps = missing.isEmpty ? [] : [Gap(timeframe: .always, kind: .full, missing: missing)]
            return
        }
        let claimed = record.active.flatMap { supplier in
            [
                record.supplierStates[supplier]?.ranges.coverage.claimed.newest,
                record.supplierStates[supplier]?.ranges.streamed?.missingBelow,
            ]
            .compactMap(\.self)
        }
        let pieces = Self.pieces(record, below: max(top, claimed.max() ?? top), shownAbove: top)
        var gaps: [Gap] = []
        var rest = pieces[...]
        while let first = rest.first {
            // Adjacent hidden pieces form one gap; adjacent visible pieces form one if the same suppliers are
            // missing.
            let run = rest.prefix { $0.isShown == first.isShown && (!first.isShown || $0.missing == first.missing) }
            rest = rest.dropFirst(run.count)
            let missing = run.reduce(into: Set<Gap.Missing>()) { $0.formUnion($1.missing) }
            guard !missing.isEmpty, let last = run.last,
                let whole = Timeframe(from: first.timeframe.start, downTo: last.timeframe.end)
            else { continue }
            gaps.append(
                Gap(
                    timeframe: whole, kind: first.isShown ? .partial : .full,
                    missing: Self.sorted(missing)))
        }
        self.gaps = gaps
    }

    /// Sorts by supplier and then in an arbitrary fixed order.
    static func sorted(_ missing: some Sequence<Gap.Missing>) -> [Gap.Missing] {
        missing.sorted { ($0.supplier, "\($0.cause)") < ($1.supplier, "\($1.cause)") }
    }

    private static func pieces(_ record: TrackRecord, below top: Timestamp, shownAbove visible: Timestamp) -> [Piece] {
        var bounds: Set<Timestamp> = [top, visible, .beginningOfTime]
        func add(_ timeframes: [Timeframe]) {
            for timeframe in timeframes {
                bounds.insert(timeframe.start)
                bounds.insert(timeframe.end)
            }
        }
        add(record.visibleRanges.timeframes)
        let supplierStates = record.active.map { ($0, record.supplierStates[$0]) }
        for (_, supplierState) in supplierStates {
            add(supplierState?.ranges.coverage.claimed.timeframes ?? [])
            add(supplierState?.ranges.coverage.withdrawn.timeframes ?? [])
            add(supplierState?.ranges.unreachable.map(\.timeframe) ?? [])
            if let floor = supplierState?.ranges.floor { bounds.insert(floor.time) }
            if let streamed = supplierState?.ranges.streamed { bounds.insert(streamed.missingBelow) }
        }
        let sorted = bounds.filter { $0 <= top }.sorted(by: >)
        return zip(sorted, sorted.dropFirst())
            .compactMap { start, end in
                guard let piece = Timeframe(from: start, downTo: end) else { return nil }
                var missing: Set<Gap.Missing> = []
                for (supplier, supplierState) in supplierStates {
                    let isClaimed =
                        supplierState?.ranges.coverage.claimed.timeframes.contains { holds($0, piece) } ?? false
                    let hasNothing = supplierState?.ranges.floor.map { piece.start <= $0.time } ?? false
                    let isWithdrawn =
                        supplierState?.ranges.coverage.withdrawn.timeframes.contains { holds($0, piece) } ?? false
                    guard isWithdrawn || !isClaimed && !hasNothing else { continue }
                    // Above the visible ranges, only what lies below a claim or a connection is known to be missing.
                    let newest = supplierState?.ranges.coverage.claimed.newest ?? .beginningOfTime
                    let connected = supplierState?.ranges.streamed?.missingBelow ?? .beginningOfTime
                    guard piece.end < visible || piece.end < newest || piece.end < connected else { continue }
                    missing.insert(Gap.Missing(supplier: supplier, cause: cause(supplierState, piece)))
                }
                let isShown = piece.end >= visible || record.visibleRanges.timeframes.contains { holds($0, piece) }
                return Piece(timeframe: piece, isShown: isShown, missing: missing)
            }
    }

    private static func holds(_ timeframe: Timeframe, _ piece: Timeframe) -> Bool {
        timeframe.start >= piece.start && timeframe.end <= piece.end
    }

    private static func cause(_ supplierState: SupplierState?, _ piece: Timeframe) -> GapCause {
        guard let supplierState else { return .notAsked }
        return supplierState.ranges.unreachable.first { holds($0.timeframe, piece) }?.cause
            ?? supplierState.requests.cause
    }
}
