import EngineConcepts
import EngineTestSupport

/// Invariants for a Track at any time, given the truth about its sources. The numbers are those of
/// docs/invariants.md.
public struct TrackChecks {
    private let visible: VisibleTrack
    private let expectations: [SourceTruth]
    /// The expected gaps.
    private let gaps: [Gap]
    /// The stored places of tickets of suppliers that have posts without a known place.
    private let places: [TicketID: OrderKey]
    /// The time of the newest visible ticket of each supplier.
    private let newest: [SupplierID: Timestamp]

    public init(_ visible: VisibleTrack, _ expectations: [SourceTruth]) {
        self.visible = visible
        self.expectations = expectations
        gaps = NaiveGaps(visible.record).gaps
        newest = Dictionary(visible.entries.map { ($0.ticket.supplier, $0.ticket.key.time) }, uniquingKeysWith: max)
        let unclear = Set(expectations.filter { !$0.ahead.isEmpty }.map(\.id))
        places = Dictionary(
            visible.stored.lazy.filter { unclear.contains($0.id.supplier) }.map { ($0.id, $0) }
        ) { first, _ in first }
    }

    /// Throws an ``InvariantViolation`` if an invariant is broken.
    public func check() throws {
        try checkOrder()
        try checkGaps()
        try checkShown()
        try checkCover()
        try checkEnd()
    }

    /// 1, 4, 10: a total order without duplicates.
    private func checkOrder() throws {
        for (upper, lower) in zip(visible.rows, visible.rows.dropFirst()) where !(upper.place < lower.place) {
            throw InvariantViolation("1: \(upper.id) does not stand above \(lower.id)")
        }
        guard visible.positions.count == visible.rows.count else { throw InvariantViolation("4: a row stands twice") }
    }

    /// 5: exactly those stored tickets are visible that no full gap withholds.
    private func checkShown() throws {
        let record = visible.record
        let top = record.visibleRanges.newest
        let wanted = visible.stored.filter { key in
            record.active.contains(key.id.supplier)
                && top.map { top in
                    key.time >= top
                        || record.visibleRanges.timeframes.contains { $0.end <= key.time && key.time < $0.start }
                } ?? false
        }
        let shown = visible.entries.map(\.ticket.key)
        guard shown == wanted else {
            let odd = Set(shown).symmetricDifference(wanted).sorted()
            throw InvariantViolation(
                "5: \(shown.count) tickets are shown, and not \(wanted.count): \(odd.prefix(3))\n"
                    + "visible ranges \(record.visibleRanges.inWords)")
        }
    }

    private func checkGaps() throws {
        // The order among the causes of one supplier is irrelevant.
        let reported = visible.record.gaps.map { gap in
            Gap(timeframe: gap.timeframe, kind: gap.kind, missing: NaiveGaps.sorted(gap.missing))
        }
        guard reported == gaps else {
            throw InvariantViolation(
                "the gaps are \(reported.map(\.inWords)), and should be \(gaps.map(\.inWords))\n"
                    + "visible ranges \(visible.record.visibleRanges.inWords)")
        }
        // 9: adjacent gaps are merged.
        for (upper, lower) in zip(gaps, gaps.dropFirst())
        where upper.timeframe.end == lower.timeframe.start && upper.kind == lower.kind && upper.missing == lower.missing
        {
            throw InvariantViolation("9: \(upper.id) and \(lower.id) are one gap")
        }
        if let stuck = gaps.first(where: { $0.kind == .full && !$0.canBeFilled }) {
            throw InvariantViolation("\(stuck.id) withholds for ever what others delivered")
        }
        let rows = visible.rows.compactMap { row -> GapID? in
            guard case .gap(let gap) = row else { return nil }
            return gap.id
        }
        guard rows == gaps.sorted(by: { TrackPlace.gap($0.id) < .gap($1.id) }).map(\.id) else {
            throw InvariantViolation("the gaps on the screen are not those that there are")
        }
        // Nothing is visible inside a full gap.
        for entry in visible.entries {
            let time = entry.ticket.key.time
            guard !gaps.contains(where: { $0.kind == .full && $0.timeframe.contains(time) }) else {
                throw InvariantViolation("\(entry.ticket.id) is shown inside a full gap")
            }
        }
    }

    /// 5, 6, 11, 17, 24: every post is visible, in a gap that names its supplier, or newer than the last refresh. 14:
    /// it is at its proper place.
    private func checkCover() throws {
        for truth in expectations where visible.record.active.contains(truth.id) {
            for post in truth.onTime.values {
                let id = TicketID(supplier: truth.id, item: post.id)
                if let entry = visible.entry(id) {
                    try checkPlace(entry, of: post, truth)
                } else if !isExplained(post, of: truth) {
                    throw InvariantViolation(
                        "5: \(id) of \(post.time.milliseconds) is nowhere; forgotten is "
                            + "\(truth.losses.forgotten.map { "\($0.id) of \($0.time.milliseconds)" } ?? "nothing")\n"
                            + describe(truth))
                }
            }
            for item in truth.undated {
                guard let entry = visible.entry(TicketID(supplier: truth.id, item: item)) else { continue }
                guard entry.ticket.timeIsAssumed, truth.requestTimes.contains(entry.ticket.key.time) else {
                    throw InvariantViolation("14: \(entry.ticket.id), which has no date, stands at \(entry.ticket.key)")
                }
            }
        }
    }

    private func checkPlace(_ entry: TrackEntry, of post: ScriptedSource.Post, _ truth: SourceTruth) throws {
        let key = entry.ticket.key
        let isAsDated = key.time == post.time
        // Dated in the future of the clock, which may have been set back since.
        let isClamped = key.time < post.time && truth.requestTimes.contains(key.time)
        guard isAsDated || isClamped, key.nativeOrder == post.order else {
            throw InvariantViolation("14: \(entry.ticket.id) of \(post.time.milliseconds) stands at \(key)")
        }
    }

    /// Returns true if there is a reason why a post is not visible: it is newer than everything visible, or a gap
    /// names its supplier. Only posts that the source has really dropped may be below its floor.
    private func isExplained(_ post: ScriptedSource.Post, of truth: SourceTruth) -> Bool {
        let range = range(of: post, truth)
        // 27: what lies below a claim of a stream is not new, whatever the last refresh showed.
        let claimed = visible.record.supplierStates[truth.id]?.ranges.coverage.claimed.newest ?? .beginningOfTime
        let isNew = visible.record.visibleRanges.newest.map { range.upperBound >= max($0, claimed) } ?? true
        // Nor is what is older than a post that a stream has delivered, unless an open connection still delivers it.
        let isNewest =
            !truth.isStreamed || truth.inTransit.contains(post.id)
            || newest[truth.id].map { $0 <= range.upperBound } ?? true
        if isNew, isNewest { return true }
        if let floor = visible.record.supplierStates[truth.id]?.ranges.floor, range.lowerBound < floor.time,
            truth.hasForgotten(post)
        {
            return true
        }
        let isInGap = gaps.contains { gap in
            gap.timeframe.meets(range)
                && (gap.kind == .full || gap.missing.contains { $0.supplier == truth.id })
        }
        // A withheld ticket may be at another place than its date: at the time of its arrival.
        return isInGap || visible.stored.contains { $0.id.item == post.id && $0.id.supplier == truth.id }
    }

    /// Returns the place of a post, or the range of possible places if it is not stored. A post dated in the future
    /// is placed where it is first seen.
    private func range(of post: ScriptedSource.Post, _ truth: SourceTruth) -> ClosedRange<Timestamp> {
        if let place = places[TicketID(supplier: truth.id, item: post.id)] { return place.time...place.time }
        return (truth.ahead[post.id] ?? post.time)...post.time
    }

    /// 25: the end of the Track is the end of all suppliers.
    private func checkEnd() throws {
        guard !visible.record.visibleRanges.isEmpty, !gaps.contains(where: \.timeframe.isEndless) else { return }
        for supplier in visible.record.active {
            let supplierState = visible.record.supplierStates[supplier]
            let isThrough =
                supplierState?.ranges.floor != nil || supplierState?.ranges.coverage.claimed.oldest == .beginningOfTime
            guard isThrough else { throw InvariantViolation("25: \(supplier) has not reached its end") }
        }
    }

    /// 8: whatever the order of the fills, the complete Track holds every post in order, and every missing post is in
    /// a gap that says why.
    public func checkCompleteness() throws {
        let keys = visible.entries.map(\.ticket.key)
        for truth in expectations where visible.record.active.contains(truth.id) && !truth.lossRules.isWindow {
            let found = keys.filter { $0.id.supplier == truth.id && truth.onTime[$0.id.item] != nil }
            let names = Set(found.map(\.id.item))
            let lost = truth.onTime.values.filter { !names.contains($0.id) && !isLostForGood($0, of: truth) }
            guard lost.isEmpty else {
                throw InvariantViolation(
                    "8: \(truth.id) lacks \(lost.count) of \(truth.onTime.count) posts when all is filled: "
                        + "\(lost.map(\.id).sorted().prefix(3))\n\(describe(truth))")
            }
            // An item dated in the future is at the time when it was first seen.
            let asDated = Set(found.filter { truth.onTime[$0.id.item]?.time == $0.time }.map(\.id.item))
            let order = found.map(\.id.item).filter(asDated.contains)
            let wanted = truth.onTime.values.filter { asDated.contains($0.id) }
                .sorted(by: ScriptedSource.Post.precedes).map(\.id)
            guard order == wanted else {
                throw InvariantViolation("8: the posts of \(truth.id) are not in their order")
            }
        }
    }

    /// Returns true if the source's behaviour makes a post unavailable and the Track says so.
    private func isLostForGood(_ post: ScriptedSource.Post, of truth: SourceTruth) -> Bool {
        guard truth.mayHaveLost(post) else { return false }
        let range = range(of: post, truth)
        if let floor = visible.record.supplierStates[truth.id]?.ranges.floor, range.lowerBound < floor.time {
            return true
        }
        return gaps.contains { gap in
            gap.timeframe.meets(range)
                && gap.missing.contains { $0.supplier == truth.id && !$0.cause.canBeFilled }
        }
    }

    private func describe(_ truth: SourceTruth) -> String {
        let supplierState = visible.record.supplierState(of: truth.id)
        let gaps = gaps.map { "\($0.id) \($0.timeframe.inWords) \($0.kind) \($0.missing)" }
        return """
            covered \(supplierState.ranges.coverage.claimed.inWords), floor \(supplierState.ranges.floor?.time.milliseconds ?? 0)
            visible ranges \(visible.record.visibleRanges.inWords)
            gaps \(gaps.joined(separator: "; "))
            \(truth.description)
            """
    }
}

extension Gap {
    fileprivate var inWords: String { "\(timeframe.inWords) \(kind) \(missing)" }
}

extension TimeframeSet {
    var inWords: String { timeframes.map(\.inWords).joined(separator: " ") }
}

extension Timeframe {
    /// Returns true if any part of `range` is contained.
    fileprivate func meets(_ range: ClosedRange<Timestamp>) -> Bool {
        range.lowerBound < start && range.upperBound >= end
    }

    var inWords: String { "\(start.milliseconds)…\(end.milliseconds)" }
}
