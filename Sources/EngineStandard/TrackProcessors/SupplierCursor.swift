import EngineConcepts

/// The state of one supplier in a fill.
struct SupplierCursor {
    enum State {
        case idle
        case requested
        /// Not asked again in this fill.
        case excluded
    }

    /// A page that must be read regardless of the horizon.
    enum Demand: Hashable {
        /// That with the newest items, for a refresh.
        case newest
        /// One of what was already claimed down to this bound, because items may have been added or changed there.
        case again(downTo: Timestamp)
    }

    let supplier: any Supplier
    let traits: SupplierTraits
    /// The page that must be read next, or `nil` if none must.
    var demand: Demand?
    var state = State.idle
    /// The bound up to which it is complete, from the side that is filled.
    var front: Timestamp
    /// The bound down to which it is complete, from the newer bound.
    var low: Timestamp
    /// The origin for the next page, if the coverage does not store it.
    var nextOrigin: FetchRequest.Origin?
    /// The last request.
    var request: FetchRequest?
    var pages = 0
    private var progress = ProgressTracker()
    /// The number of expired tokens and anchors by the edge at which they continue. Expiries at one edge say nothing about
    /// another.
    private var expiries: [Timestamp: Int] = [:]
    /// The number of expiries at an edge from which on it is reached without a token and an anchor: each of the two has
    /// then had its turn.
    private static let maximumExpiries = 2
    /// The number of dense seconds since the last page that brought anything.
    private var denseSeconds = 0
    private static let maximumDenseSeconds = 10
    /// True to read from the top even in a fill from the older side, because there is no stored ticket to read
    /// upwards from.
    var isReadDownwards = false

    /// Creates the state of a supplier that was not asked yet.
    init(_ supplier: any Supplier, for plan: FillPlan) {
        self.supplier = supplier
        traits = supplier.traits
        front = .endOfTime
        low = .endOfTime
        demand = plan.target == .refresh ? .newest : nil
    }

    var id: SupplierID { supplier.id }

    /// Measures the bounds up to which the supplier has completed a timeframe.
    mutating func measure(in timeframe: Timeframe, from side: GapSide, _ pool: Pool) {
        let supplierState = pool.supplierState(of: id)
        low = supplierState.ranges.low(in: timeframe)
        front = side.front(of: supplierState, in: timeframe)
    }

    /// Returns the request for the next page, which counts as made, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - target: The timeframe beyond which no page is wanted, or `nil` for none.
    ///   - refreshBound: The bound of a refresh in place of that of `target`, or `nil` for none.
    mutating func nextRequest(
        within target: Timeframe?, refreshBound: Timestamp? = nil, for pool: Pool,
        using context: any PoolContext<PoolDelivery>
    ) async throws -> PoolRequest? {
        let supplierState = pool.supplierState(of: id)
        let coverage = supplierState.ranges.coverage
        guard let (direction, origin) = try await nextPage(in: coverage, from: pool.plan.side, using: context) else {
            return nil
        }
        let bound: Timestamp? =
            if case .again(let bound) = demand { bound } else {
                refreshBound ?? (direction == .older ? target?.end : target?.start)
            }
        // "Not modified" leads to nothing below what is claimed.
        let needsItems =
            origin == .newest && demand != .newest && coverage.claimed.timeframes.contains { $0.end == low }
        var request = FetchRequest(
            direction: direction, origin: origin, bound: bound.flatMap { $0.isFinite ? $0 : nil },
            maximumItems: pool.plan.pageSize(of: traits), memory: supplierState.memory, now: context.now(),
            occasion: pool.occasion(for: id), claimed: coverage.claimed, needsItems: needsItems)
        if origin == .newest {
            request.outdatedPage = supplierState.outdatedPage
            request.retried = pool.plan.retriedRanges[id] ?? TimeframeSet()
        }
        state = .requested
        pages += 1
        self.request = request
        return PoolRequest(request, of: supplier)
    }

    /// Adds a page to the Pool, and determines how the supplier continues.
    mutating func accept(_ delivery: PoolDelivery, in pool: inout Pool) {
        let effect = pool.accept(delivery)
        follow(
            effect, delivery, over: pool.plan.supplierState(of: id).ranges.coverage,
            now: pool.supplierState(of: id).ranges.coverage)
        if effect.isFurther || effect.fresh > 0 { denseSeconds = 0 }
        // A source read upwards by time gets the same request again, whatever token the answer has.
        progress.record(
            effect, delivery, followsToken: delivery.request.direction == .older || traits.pagesNewer)
    }

    /// Determines the origin of the next page, and whether it must be read. It must if the page reached into a range
    /// that was read while items could still appear there, or shows that a log may have more items now in what follows.
    ///
    /// - Parameters:
    ///   - before: The supplier's coverage before the fill.
    ///   - after: Its coverage with the page.
    private mutating func follow(
        _ effect: Pool.PageEffect, _ delivery: PoolDelivery, over before: Coverage, now after: Coverage
    ) {
        demand = nil
        guard delivery.request.direction == .older else {
            nextOrigin = nil
            return
        }
        nextOrigin = delivery.answer.next.map { .token($0, edge: effect.reached) }
        guard !delivery.answer.isUnchanged,
            effect.reached < delivery.request.edge || hasSuccessor(delivery),
            let bound = before.unsettled(below: effect.reached)
                ?? endOfInserted(after.inserted(below: effect.reached), over: before, delivery)
        else { return }
        if nextOrigin == nil, traits.readsTimeRanges, delivery.answer.end != .trueEnd {
            nextOrigin = .time(effect.reached)
        }
        if nextOrigin != nil { demand = .again(downTo: bound) }
    }

    /// Returns the end of the range below a page in which a log may have more items now, or `nil` if it need not be read. It is
    /// left to the user if it was withdrawn before the fill, or if it has no end and nothing on the page was read before, as at
    /// a first reading.
    private func endOfInserted(_ range: Timeframe?, over before: Coverage, _ delivery: PoolDelivery) -> Timestamp? {
        guard let range, !before.withdrawn.contains(range.start.advanced(by: .milliseconds(-1))),
            !range.isEndless || delivery.evidence.knownCount > 0
        else { return nil }
        return range.end
    }

    /// Returns true if a page has a successor other than itself. A page within one second, or an empty one, proves
    /// nothing but can lead further.
    private func hasSuccessor(_ delivery: PoolDelivery) -> Bool {
        guard let next = delivery.answer.next else { return false }
        if case .token(let token, _) = delivery.request.origin { return token != next }
        return true
    }

    /// Continues without the token or anchor of the last request if that has expired. Returns false if the request failed for
    /// another reason, or there is no other way to continue.
    mutating func dropExpired(after error: SupplierError, in pool: inout Pool) -> Bool {
        guard error.code == .tokenExpired, let request,
            expiries[request.edge, default: 0] < pool.plan.limits.idleRounds
        else { return false }
        switch request.origin {
        case .token, .anchor: break
        case .newest, .time: return false
        }
        pool.dropToken(of: id, at: request.edge, direction: request.direction)
        nextOrigin = nil
        demand = nil
        expiries[request.edge, default: 0] += 1
        return true
    }

    /// Returns true if no further progress is expected in this fill.
    func isExhausted(_ limits: FillLimits) -> Bool { progress.isExhausted(limits) }

    /// Records the reason for which the source brings nothing new although something is missing, if it is evident. Returns
    /// true if it can continue further down or in another way.
    mutating func recordStall(_ delivery: PoolDelivery, in pool: inout Pool) -> Bool {
        guard delivery.request.direction == .older else {
            // The second is too dense to be read upwards. Reading from the top shows what it holds.
            isReadDownwards = true
            progress = ProgressTracker()
            return true
        }
        if let oldest = progress.oldest, oldest >= low {
            // The pages form a loop above the missing range: within what was read before it became too dense. If the
            // request was by time, they loop in the second below, of which they show nothing.
            guard progress.loopedToken != nil else { return false }
            guard case .time = delivery.request.origin else {
                markOutOfReach(below: low, in: &pool)
                return false
            }
        }
        // Pages that form a loop and show no items at all contain only what the source filters out.
        guard let oldest = progress.oldest ?? (progress.loopedToken == nil ? nil : low) else { return false }
        // Overlapping pages also hold items above the second. What matters is that none reaches below it.
        let second = low.advanced(by: .seconds(-1))
        guard oldest >= second, let dense = Timeframe(from: low, downTo: second) else { return false }
        // A source that ignores the time of requests would be read second by second.
        guard denseSeconds < Self.maximumDenseSeconds else { return false }
        denseSeconds += 1
        pool.markUnreachable(dense, of: id, cause: .tooDense)
        guard traits.readsTimeRanges else {
            markOutOfReach(below: dense.end, in: &pool)
            return false
        }
        nextOrigin = nil
        progress = ProgressTracker()
        return true
    }

    /// Marks everything below a dense second as out of reach if the source can only page downwards, so that it is not
    /// requested again and again without success.
    private func markOutOfReach(below bound: Timestamp, in pool: inout Pool) {
        guard !traits.pagesNewer, !traits.readsTimeRanges,
            let rest = pool.supplierState(of: id).ranges.hole(below: bound)
        else { return }
        pool.markUnreachable(rest, of: id, cause: .outOfReach)
    }

    /// The start of the next page.
    private enum Start {
        case at(FetchRequest.Origin)
        /// Next to the ticket at this edge. Without such a ticket, at the fallback; without a fallback, nowhere in
        /// this direction.
        case anchor(edge: Timestamp, fallback: FetchRequest.Origin?)
        case nowhere
    }

    /// Returns the direction and origin of the next page for this coverage, or `nil` if there is none. A fill from
    /// the older side reads upwards if the source supports it and there is a stored ticket to start from. Otherwise
    /// the source is read from the top until it is complete.
    private mutating func nextPage(
        in coverage: Coverage, from side: GapSide, using context: any PoolContext<PoolDelivery>
    ) async throws -> (direction: ReadDirection, origin: FetchRequest.Origin)? {
        if side == .older, !isReadDownwards, let start = upwards(coverage) {
            if let origin = try await origin(start, reading: .newer, using: context) { return (.newer, origin) }
            isReadDownwards = true
        }
        return try await origin(downwards(coverage), reading: .older, using: context).map { (.older, $0) }
    }

    private func origin(
        _ start: Start, reading direction: ReadDirection, using context: any PoolContext<PoolDelivery>
    ) async throws -> FetchRequest.Origin? {
        switch start {
        case .at(let origin): return origin
        case .nowhere: return nil
        case .anchor(let edge, let fallback):
            let anchor = try await context.anchor(of: id, at: edge, direction: direction)
            return anchor.map { .anchor($0, edge: edge) } ?? fallback
        }
    }

    private func downwards(_ coverage: Coverage) -> Start {
        switch demand {
        case .newest: return .at(.newest)
        case .again: if let nextOrigin { return .at(nextOrigin) }
        case nil: break
        }
        guard traits.pagesOlder else { return pages == 0 ? .at(.newest) : .nowhere }
        let range: FetchRequest.Origin? = traits.readsTimeRanges ? .time(low) : nil
        guard coverage.claimed.timeframes.contains(where: { $0.end == low }) else {
            // Nothing is claimed directly above, so there is no edge to continue from.
            if let range, isLoop(nextOrigin) { return .at(range) }
            if let origin = nextOrigin ?? range { return .at(origin) }
            if let above = coverage.claimed.timeframes.last(where: { $0.end > low })?.end,
                let token = coverage.olderTokens[above]
            {
                // Continues at the end of the claimed range above. The newest page would not lead further than that.
                return .at(.token(token, edge: above))
            }
            return allPagesExpired ? .at(.newest) : .nowhere
        }
        if let range, let looped = progress.loopedToken, coverage.olderTokens[low] == looped { return .at(range) }
        if let token = coverage.olderTokens[low] { return .at(.token(token, edge: low)) }
        let fallback = range ?? nextOrigin ?? .newest
        return expiries[low, default: 0] >= Self.maximumExpiries
            ? .at(fallback) : .anchor(edge: low, fallback: fallback)
    }

    /// True if all requests so far have expired.
    private var allPagesExpired: Bool { pages == expiries.values.reduce(0, +) }

    private func isLoop(_ nextOrigin: FetchRequest.Origin?) -> Bool {
        if case .token(let token, _) = nextOrigin { token == progress.loopedToken } else { false }
    }

    /// Returns `nil` if the source cannot be read upwards from here.
    private func upwards(_ coverage: Coverage) -> Start? {
        guard expiries[front, default: 0] < Self.maximumExpiries,
            coverage.claimed.timeframes.contains(where: { $0.start == front })
        else { return nil }
        if traits.pagesNewer {
            if let token = coverage.newerTokens[front] { return .at(.token(token, edge: front)) }
            return .anchor(edge: front, fallback: traits.readsTimeRanges ? .time(front) : nil)
        }
        return traits.readsTimeRanges ? .at(.time(front)) : nil
    }
}
