import EngineConcepts

/// One supplier's part in a fill.
struct MergeCursor {
    enum State {
        /// Can be asked.
        case idle
        /// Is being asked.
        case asked
        /// Is not asked any more in this fill.
        case out
    }

    let supplier: any Supplier
    let traits: SupplierTraits
    /// Has to be asked whatever the horizon is.
    var mustAsk: Bool
    var state = State.idle
    /// Complete from the side that is filled up to here.
    var front: Timestamp
    /// Complete from the newer bound down to here: the front of a fill from that side.
    var low: Timestamp
    /// Where the last page's token stands, as long as coverage does not remember it better.
    var walk: FetchRequest.Origin?
    /// Down to where it is read on in this fill although that was claimed before: something may have come late there, or
    /// have changed. Nil where that is not so.
    var rereadBound: Timestamp?
    /// What it was last asked.
    var request: FetchRequest?
    var pages = 0
    /// How many answers in a row brought nothing and led nowhere.
    var idleRounds = 0
    /// How many answers in a row brought nothing and held nothing that this fill had not read yet, though their tokens may
    /// have led on.
    var barrenRounds = 0
    /// What the answers held that brought nothing: a source may be walked through what is stored already, as long as it
    /// always shows something else.
    var barren: (items: Set<String>, oldest: Timestamp?) = ([], nil)
    /// The tokens that were followed since something came.
    private var followed: Set<Token> = []
    /// A token that came again: its pages go in a circle. A source that reads ranges of time is asked for the time instead.
    private var looped: Token?
    /// How many tokens and anchors turned out to be of no use, by the place at which they stood: that those of one place
    /// have expired says nothing of another's.
    private var expiries: [Timestamp: Int] = [:]
    /// Whether it is read from the top whatever side is filled: nothing of it is stored from which it could be read up.
    var isReadDownwards = false

    init(_ supplier: any Supplier, mustAsk: Bool) {
        self.supplier = supplier
        traits = supplier.traits
        front = .endOfTime
        low = .endOfTime
        self.mustAsk = mustAsk
    }

    var id: SupplierID { supplier.id }

    /// Takes note of whether an answer brought the fill on. A token that has moved may lead to something yet (pages can
    /// be empty in the middle of a stream); one that was followed before does not. What was complete already and is
    /// claimed again is no step forward: else a source would be read from its top to its end for ever.
    mutating func note(_ step: Pool.Step, _ delivery: PoolDelivery) {
        guard !step.isFurther, step.fresh == 0 else { return beginAnew() }
        let known = barren.items.count
        barren.items.formUnion(delivery.named)
        let leadsNowhere = barren.items.count == known && step.reached == delivery.request.edge
        barrenRounds = leadsNowhere ? barrenRounds + 1 : 0
        if let oldest = delivery.oldest {
            barren.oldest = barren.oldest.map { min($0, oldest) } ?? oldest
        }
        // Whoever is read upwards by time alone is asked the same again, whatever the answer's token says.
        guard let next = delivery.answer.next, delivery.request.side == .older || traits.pagesNewer else {
            idleRounds += 1
            return
        }
        if case .token(let token, _) = delivery.request.origin {
            followed.insert(token)
        }
        if followed.contains(next) {
            looped = next
            idleRounds += 1
        }
    }

    /// Forgets what brought nothing.
    mutating func beginAnew() {
        idleRounds = 0
        barrenRounds = 0
        barren = ([], nil)
        followed = []
        looped = nil
    }

    /// Takes note of where the page that has just come leads on, and whether it has to be followed: it has where it came
    /// down into what was read before while items could still appear there.
    ///
    /// - Parameter former: What the supplier covered before the fill.
    mutating func follow(_ step: Pool.Step, _ delivery: PoolDelivery, over former: Coverage) {
        rereadBound = nil
        guard delivery.request.side == .older else {
            walk = nil
            return
        }
        walk = delivery.answer.next.map { .token($0, edge: step.reached) }
        guard !delivery.answer.isUnchanged,
            step.reached < delivery.request.edge || leadsOn(delivery),
            let bound = former.unsettled(below: step.reached)
        else { return }
        if walk == nil, traits.readsTimeRanges, delivery.answer.end != .trueEnd {
            walk = .time(step.reached)
        }
        if walk != nil {
            rereadBound = bound
        }
    }

    /// Whether a page has a successor that is not the page itself: one within a second, or an empty one, proves nothing and
    /// leads on all the same.
    private func leadsOn(_ delivery: PoolDelivery) -> Bool {
        guard let next = delivery.answer.next else { return false }
        if case .token(let token, _) = delivery.request.origin { return token != next }
        return true
    }

    /// Whether a request that failed had a place that has expired, and another way can be tried.
    func canDoWithout(_ request: FetchRequest, after error: SupplierError, _ limits: PoolLimits) -> Bool {
        guard error.code == .tokenExpired, expiries[request.edge, default: 0] < limits.idleRounds else { return false }
        return switch request.origin {
        case .token, .anchor: true
        case .newest, .time: false
        }
    }

    /// Goes on without the place of this request: it has expired.
    mutating func doWithout(_ request: FetchRequest) {
        walk = nil
        rereadBound = nil
        expiries[request.edge, default: 0] += 1
    }

    /// Whether there is no hope in this fill any more.
    func isBarren(_ limits: PoolLimits) -> Bool {
        idleRounds >= limits.idleRounds || barrenRounds >= 10 * limits.idleRounds
    }

    /// The source brings nothing new any more, though something is missing: says why, as far as that can be seen. Answers
    /// whether it can go on, below or another way.
    mutating func giveUp(_ delivery: PoolDelivery, in pool: inout Pool) -> Bool {
        guard delivery.request.side == .older else {
            // A second too dense to be read up through: from the top it can be told what lies in it.
            isReadDownwards = true
            beginAnew()
            return true
        }
        if let oldest = barren.oldest, oldest >= low {
            // Its pages go in a circle above: in what was read before it became too dense, or, where it was asked by time,
            // in the second below, of which they show nothing.
            guard looped != nil else { return false }
            guard case .time = delivery.request.origin else {
                markOutOfReach(below: low, in: &pool)
                return false
            }
        }
        // Pages that go in a circle and show nothing at all hold what their source leaves out.
        guard let oldest = barren.oldest ?? (looped == nil ? nil : low) else { return false }
        // Pages that overlap hold what lies above the second too; what matters is that none comes out below it.
        let second = low.advanced(by: .seconds(-1))
        guard oldest >= second, let dense = Timeframe(from: low, downTo: second) else { return false }
        pool.markUnreachable(dense, of: id, cause: .tooDense)
        guard traits.readsTimeRanges else {
            markOutOfReach(below: dense.end, in: &pool)
            return false
        }
        walk = nil
        beginAnew()
        return true
    }

    /// What lies below a second that cannot be paged through is out of reach too, for a source that can only be paged
    /// downwards: a gap that says so is better than one that is asked for in vain for ever.
    private func markOutOfReach(below bound: Timestamp, in pool: inout Pool) {
        guard !traits.pagesNewer, !traits.readsTimeRanges, let below = Timeframe.everythingBefore(bound),
            let rest = pool.ledger(of: id).missing(in: below).timeframes.first, rest.start == bound
        else { return }
        pool.markUnreachable(rest, of: id, cause: .outOfReach)
    }

    /// Where a supplier goes on.
    private enum Start {
        case at(FetchRequest.Origin)
        /// Next to the ticket at this edge; where there is none, from the fallback, or else not this way.
        case anchor(edge: Timestamp, fallback: FetchRequest.Origin?)
        /// It cannot.
        case nowhere
    }

    /// Where it goes on, given what it covers, and which way it is read; nil where it cannot go on. A fill from the older
    /// side reads upwards where the source can, and holds a ticket to read up from; others are read from the top, until
    /// they are complete.
    mutating func place(
        _ coverage: Coverage, from side: GapSide, began: Timestamp, at desk: any PoolContext
    ) async throws -> (side: FetchSide, origin: FetchRequest.Origin)? {
        if side == .older, !isReadDownwards, let start = upwards(coverage, began: began) {
            if let origin = try await origin(start, reading: .newer, at: desk) { return (.newer, origin) }
            isReadDownwards = true
        }
        return try await origin(downwards(coverage, began: began), reading: .older, at: desk).map { (.older, $0) }
    }

    private func origin(
        _ start: Start, reading side: FetchSide, at desk: any PoolContext
    ) async throws -> FetchRequest.Origin? {
        switch start {
        case .at(let origin): return origin
        case .nowhere: return nil
        case .anchor(let edge, let fallback):
            let anchor = try await desk.anchor(of: id, at: edge, side: side)
            return anchor.map { .anchor($0, edge: edge) } ?? fallback
        }
    }

    private func downwards(_ coverage: Coverage, began: Timestamp) -> Start {
        if mustAsk { return .at(.newest) }
        if rereadBound != nil, let walk { return .at(walk) }
        guard traits.pagesOlder else { return pages == 0 ? .at(.newest) : .nowhere }
        let range: FetchRequest.Origin? = traits.readsTimeRanges ? .time(low) : nil
        guard coverage.claimed.timeframes.contains(where: { $0.end == low }) else {
            // Nothing is claimed directly above: there is no edge to go on from.
            if let range, leadsInACircle(walk) { return .at(range) }
            if let origin = walk ?? range { return .at(origin) }
            if let above = coverage.claimed.timeframes.last(where: { $0.end > low })?.end,
                let token = coverage.olderTokens[above], token.expires.map({ began < $0 }) ?? true
            {
                // It is read on from where it ends, above: what is newest there does not lead any further than that.
                return .at(.token(token, edge: above))
            }
            return walksAnew ? .at(.newest) : .nowhere
        }
        if let range, looped != nil, coverage.olderTokens[low] == looped { return .at(range) }
        if let token = coverage.olderTokens[low], token.expires.map({ began < $0 }) ?? true {
            return .at(.token(token, edge: low))
        }
        let fallback = range ?? walk ?? .newest
        return expiries[low, default: 0] > 1 ? .at(fallback) : .anchor(edge: low, fallback: fallback)
    }

    /// Whether nothing was asked for yet but what has expired.
    private var walksAnew: Bool { pages == expiries.values.reduce(0, +) }

    private func leadsInACircle(_ walk: FetchRequest.Origin?) -> Bool {
        if case .token(let token, _) = walk { token == looped } else { false }
    }

    /// Nil where the source cannot be read upwards from here.
    private func upwards(_ coverage: Coverage, began: Timestamp) -> Start? {
        guard expiries[front, default: 0] < 2, coverage.claimed.timeframes.contains(where: { $0.start == front })
        else { return nil }
        if traits.pagesNewer {
            if let token = coverage.newerTokens[front], token.expires.map({ began < $0 }) ?? true {
                return .at(.token(token, edge: front))
            }
            return .anchor(edge: front, fallback: traits.readsTimeRanges ? .time(front) : nil)
        }
        return traits.readsTimeRanges ? .at(.time(front)) : nil
    }
}
