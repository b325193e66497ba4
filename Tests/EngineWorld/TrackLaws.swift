import EngineConcepts
import EngineTestSupport

/// A law that does not hold, in words.
public struct LawViolation: Error, CustomStringConvertible {
    /// Which, and where.
    public let description: String

    /// Says so.
    public init(_ description: String) {
        self.description = description
    }
}

/// What must be true of a Track at any time, given what is true of its sources. Numbers are those of the invariants of
/// the timeline.
public struct TrackLaws {
    private let sight: VisibleTrack
    private let truths: [ExpectedTrack]
    /// The gaps that there must be.
    private let gaps: [Gap]
    /// The places of what is stored of those that have posts of which it is not known where they stand.
    private let places: [TicketID: OrderKey]

    /// The laws for what is seen.
    public init(_ sight: VisibleTrack, _ truths: [ExpectedTrack]) {
        self.sight = sight
        self.truths = truths
        gaps = NaiveGaps(sight.record).gaps
        let unclear = Set(truths.filter { !$0.ahead.isEmpty }.map(\.id))
        places = Dictionary(
            sight.stored.lazy.filter { unclear.contains($0.id.supplier) }.map { ($0.id, $0) }
        ) { first, _ in first }
    }

    /// Throws a ``Breach`` where one does not hold.
    public func check() throws {
        try checkOrder()
        try checkGaps()
        try checkShown()
        try checkCover()
        try checkEnd()
    }

    /// 1, 4, 10: a total order, nobody twice.
    private func checkOrder() throws {
        for (upper, lower) in zip(sight.rows, sight.rows.dropFirst()) where !(upper.place < lower.place) {
            throw LawViolation("1: \(upper.id) does not stand above \(lower.id)")
        }
        guard sight.positions.count == sight.rows.count else { throw LawViolation("4: a row stands twice") }
    }

    /// 5: of what is stored, exactly that is shown which no full gap withholds.
    private func checkShown() throws {
        let record = sight.record
        let top = record.extent.newest
        let wanted = sight.stored.filter { key in
            record.active.contains(key.id.supplier)
                && top.map { top in
                    key.time >= top || record.extent.timeframes.contains { $0.end <= key.time && key.time < $0.start }
                } ?? false
        }
        let shown = sight.entries.map(\.ticket.key)
        guard shown == wanted else {
            let odd = Set(shown).symmetricDifference(wanted).sorted()
            throw LawViolation(
                "5: \(shown.count) tickets are shown, and not \(wanted.count): \(odd.prefix(3))\n"
                    + "extent \(record.extent.inWords)")
        }
    }

    private func checkGaps() throws {
        // In which order the causes of one supplier are named says nothing.
        let told = sight.record.gaps.map { gap in
            Gap(timeframe: gap.timeframe, kind: gap.kind, missing: NaiveGaps.sorted(gap.missing))
        }
        guard told == gaps else {
            throw LawViolation(
                "the gaps are \(told.map(\.inWords)), and should be \(gaps.map(\.inWords))\n"
                    + "extent \(sight.record.extent.inWords)")
        }
        // 9: no two gaps that are one.
        for (upper, lower) in zip(gaps, gaps.dropFirst())
        where upper.timeframe.end == lower.timeframe.start && upper.kind == lower.kind && upper.missing == lower.missing
        {
            throw LawViolation("9: \(upper.id) and \(lower.id) are one gap")
        }
        if let stuck = gaps.first(where: { $0.kind == .full && !$0.canBeFilled }) {
            throw LawViolation("\(stuck.id) withholds for ever what others delivered")
        }
        let rows = sight.rows.compactMap { row -> GapID? in
            guard case .gap(let gap) = row else { return nil }
            return gap.id
        }
        guard rows == gaps.sorted(by: { TrackPlace.gap($0.id) < .gap($1.id) }).map(\.id) else {
            throw LawViolation("the gaps on the screen are not those that there are")
        }
        // Nothing is shown inside a full gap.
        for entry in sight.entries {
            let time = entry.ticket.key.time
            guard !gaps.contains(where: { $0.kind == .full && $0.timeframe.contains(time) }) else {
                throw LawViolation("\(entry.ticket.id) is shown inside a full gap")
            }
        }
    }

    /// 5, 6, 11, 17, 24: every post is in the Track, inside a gap that names its supplier, or newer than the last
    /// refresh. 14: in the place where it belongs.
    private func checkCover() throws {
        for truth in truths where sight.record.active.contains(truth.id) {
            for post in truth.onTime.values {
                let id = TicketID(supplier: truth.id, item: post.id)
                if let entry = sight.entry(id) {
                    try checkPlace(entry, of: post, truth)
                } else if !isExplained(post, of: truth) {
                    throw LawViolation(
                        "5: \(id) of \(post.time.milliseconds) is nowhere; forgotten is "
                            + "\(truth.losses.forgotten.map { "\($0.id) of \($0.time.milliseconds)" } ?? "nothing")\n"
                            + describe(truth))
                }
            }
            for item in truth.undated {
                guard let entry = sight.entry(TicketID(supplier: truth.id, item: item)) else { continue }
                guard entry.ticket.timeIsAssumed, truth.asked.contains(entry.ticket.key.time) else {
                    throw LawViolation("14: \(entry.ticket.id), which has no date, stands at \(entry.ticket.key)")
                }
            }
        }
    }

    private func checkPlace(_ entry: TrackEntry, of post: ScriptedSource.Post, _ truth: ExpectedTrack) throws {
        let key = entry.ticket.key
        let isAsDated = key.time == post.time
        // Dated ahead of the clock, which may have been set back since it was written.
        let isClamped = key.time < post.time && truth.asked.contains(key.time)
        guard isAsDated || isClamped, key.nativeOrder == post.order else {
            throw LawViolation("14: \(entry.ticket.id) of \(post.time.milliseconds) stands at \(key)")
        }
    }

    /// Whether it can be said why a post is not shown: it is newer than all that is, or a gap names its supplier there.
    /// Below its floor a supplier says that it has nothing: only what it has really forgotten may be there.
    private func isExplained(_ post: ScriptedSource.Post, of truth: ExpectedTrack) -> Bool {
        let stretch = stretch(of: post, truth)
        let isNew = sight.record.extent.newest.map { stretch.upperBound >= $0 } ?? true
        if isNew { return true }
        if let floor = sight.record.ledgers[truth.id]?.floor, stretch.lowerBound < floor.time,
            truth.hasForgotten(post)
        {
            return true
        }
        let isInGap = gaps.contains { gap in
            gap.timeframe.meets(stretch)
                && (gap.kind == .full || gap.missing.contains { $0.supplier == truth.id })
        }
        // One that is withheld may stand elsewhere than it is dated: where the clock stood when it came.
        return isInGap || sight.stored.contains { $0.id.item == post.id && $0.id.supplier == truth.id }
    }

    /// Where a post stands that is stored, or could: one that is dated ahead stands where it is first seen.
    private func stretch(of post: ScriptedSource.Post, _ truth: ExpectedTrack) -> ClosedRange<Timestamp> {
        if let place = places[TicketID(supplier: truth.id, item: post.id)] { return place.time...place.time }
        return (truth.ahead[post.id] ?? post.time)...post.time
    }

    /// 25: the end is the end of everybody.
    private func checkEnd() throws {
        guard !sight.record.extent.isEmpty, !gaps.contains(where: \.isInfinite) else { return }
        for supplier in sight.record.active {
            let ledger = sight.record.ledgers[supplier]
            let isThrough = ledger?.floor != nil || ledger?.coverage.claimed.oldest == .beginningOfTime
            guard isThrough else { throw LawViolation("25: \(supplier) has not reached its end") }
        }
    }

    /// 8: whatever way it was filled, the whole Track holds every post of every stream, in order; what it does not hold is
    /// in a gap that says why it never will.
    public func checkCompleteness() throws {
        let keys = sight.entries.map(\.ticket.key)
        for truth in truths where sight.record.active.contains(truth.id) && !truth.nature.isWindow {
            let found = keys.filter { $0.id.supplier == truth.id && truth.onTime[$0.id.item] != nil }
            let names = Set(found.map(\.id.item))
            let lost = truth.onTime.values.filter { !names.contains($0.id) && !isLostForGood($0, of: truth) }
            guard lost.isEmpty else {
                throw LawViolation(
                    "8: \(truth.id) lacks \(lost.count) of \(truth.onTime.count) posts when all is filled: "
                        + "\(lost.map(\.id).sorted().prefix(3))\n\(describe(truth))")
            }
            // One that is dated ahead of the clock stands where it was first seen.
            let asDated = Set(found.filter { truth.onTime[$0.id.item]?.time == $0.time }.map(\.id.item))
            let order = found.map(\.id.item).filter(asDated.contains)
            let wanted = truth.onTime.values.filter { asDated.contains($0.id) }
                .sorted(by: ScriptedSource.Post.precedes).map(\.id)
            guard order == wanted else { throw LawViolation("8: the posts of \(truth.id) are not in their order") }
        }
    }

    /// Whether it is in the source's nature that a post will never be had, and the Track says so.
    private func isLostForGood(_ post: ScriptedSource.Post, of truth: ExpectedTrack) -> Bool {
        guard truth.mayHaveLost(post) else { return false }
        let stretch = stretch(of: post, truth)
        if let floor = sight.record.ledgers[truth.id]?.floor, stretch.lowerBound < floor.time { return true }
        return gaps.contains { gap in
            gap.timeframe.meets(stretch)
                && gap.missing.contains { $0.supplier == truth.id && !$0.cause.canBeFilled }
        }
    }

    private func describe(_ truth: ExpectedTrack) -> String {
        let ledger = sight.record.ledgers[truth.id] ?? SupplierState()
        let gaps = gaps.map { "\($0.id) \($0.timeframe.inWords) \($0.kind) \($0.missing)" }
        return """
            covered \(ledger.coverage.claimed.inWords), floor \(ledger.floor?.time.milliseconds ?? 0)
            extent \(sight.record.extent.inWords)
            gaps \(gaps.joined(separator: "; "))
            \(truth.character)
            """
    }
}

extension Gap {
    fileprivate var inWords: String { "\(timeframe.inWords) \(kind) \(missing)" }
}

extension TimeframeSet {
    var inWords: String {
        timeframes.map(\.inWords).joined(separator: " ")
    }
}

extension Timeframe {
    /// Whether any of `stretch` lies in it.
    fileprivate func meets(_ stretch: ClosedRange<Timestamp>) -> Bool {
        stretch.lowerBound < start && stretch.upperBound >= end
    }

    var inWords: String { "\(start.milliseconds)…\(end.milliseconds)" }
}
