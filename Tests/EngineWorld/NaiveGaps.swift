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
        guard let top = record.extent.newest else {
            let missing = record.active.sorted()
                .map { Gap.Missing(supplier: $0, cause: Self.cause(record.ledgers[$0], .always)) }
            gaps = missing.isEmpty ? [] : [Gap(timeframe: .always, kind: .full, missing: missing)]
            return
        }
        let pieces = Self.pieces(record, below: top)
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

    private static func pieces(_ record: TrackRecord, below top: Timestamp) -> [Piece] {
        var bounds: Set<Timestamp> = [top, .beginningOfTime]
        func add(_ timeframes: [Timeframe]) {
            for timeframe in timeframes {
                bounds.insert(timeframe.start)
                bounds.insert(timeframe.end)
            }
        }
        add(record.extent.timeframes)
        let ledgers = record.active.map { ($0, record.ledgers[$0]) }
        for (_, ledger) in ledgers {
            add(ledger?.coverage.claimed.timeframes ?? [])
            add(ledger?.coverage.doubted.timeframes ?? [])
            add(ledger?.unreachable.map(\.timeframe) ?? [])
            if let floor = ledger?.floor { bounds.insert(floor.time) }
        }
        let sorted = bounds.filter { $0 <= top }.sorted(by: >)
        return zip(sorted, sorted.dropFirst())
            .compactMap { start, end in
                guard let piece = Timeframe(from: start, downTo: end) else { return nil }
                var missing: Set<Gap.Missing> = []
                for (supplier, ledger) in ledgers {
                    let isClaimed = ledger?.coverage.claimed.timeframes.contains { holds($0, piece) } ?? false
                    let hasNothing = ledger?.floor.map { piece.start <= $0.time } ?? false
                    let isDoubted = ledger?.coverage.doubted.timeframes.contains { holds($0, piece) } ?? false
                    guard isDoubted || !isClaimed && !hasNothing else { continue }
                    missing.insert(Gap.Missing(supplier: supplier, cause: cause(ledger, piece)))
                }
                let isShown = record.extent.timeframes.contains { holds($0, piece) }
                return Piece(timeframe: piece, isShown: isShown, missing: missing)
            }
    }

    private static func holds(_ timeframe: Timeframe, _ piece: Timeframe) -> Bool {
        timeframe.start >= piece.start && timeframe.end <= piece.end
    }

    private static func cause(_ ledger: SupplierState?, _ piece: Timeframe) -> GapCause {
        guard let ledger else { return .notAsked }
        return ledger.unreachable.first { holds($0.timeframe, piece) }?.cause ?? ledger.cause
    }
}
