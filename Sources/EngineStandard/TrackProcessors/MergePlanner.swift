import EngineConcepts

/// Decides the steps of a fill: determines the next one from the events so far. Waits for no answer.
///
/// The *horizon* is the ``SupplierCursor/front`` of the supplier that is furthest behind and can still be asked: everything
/// between the filled side and the horizon is complete. Only suppliers at the horizon are asked. So after the first
/// round every request is necessary: without it nothing more could be shown.
struct MergePlanner {
    /// The next thing that the track processor does for a fill.
    enum NextStep {
        /// Ask these suppliers for their next page.
        case ask([SupplierID])
        /// Wait for an event.
        case wait
        /// Add the suppliers that cover this wider target.
        case widen(Timeframe)
        /// Count the stored tickets in this timeframe.
        case count(Timeframe)
        case finish(PoolEndReason)
    }

    private(set) var pool: Pool
    /// The number of stored tickets between the timeframe's start and the horizon that the user will see, or `nil`
    /// if not counted yet.
    var storedCount: Int?
    private var cursors: [SupplierID: SupplierCursor] = [:]
    private var inFlight = 0
    private var span: Duration
    private var end: PoolEndReason?

    private let plan: FillPlan

    init(_ plan: FillPlan) {
        self.plan = plan
        pool = Pool(plan)
        span = plan.limits.firstTimeframe
    }

    /// The highest count that affects a decision.
    var maximumCountedTickets: Int {
        plan.maximumTickets == .max ? plan.maximumTickets : plan.maximumTickets + 1
    }

    /// The current target: the part of the requested timeframe within `span` of the side that is filled.
    var currentTimeframe: Timeframe? {
        plan.requestedTimeframe.flatMap { plan.side.beginning(of: $0, lasting: span) }
    }

    /// Adds those of these suppliers that should take part and were not added. Determines their thresholds concurrently.
    ///
    /// - Parameter threshold: The time before which no supplier has items, or `nil` if unknown.
    mutating func add(
        _ suppliers: [any Supplier], threshold: Timestamp?, using context: any PoolContext<PoolDelivery>
    ) async {
        let newcomers = suppliers.filter { cursors[$0.id] == nil && plan.concerns($0.id) }
        let own = await withTaskGroup { group in
            for supplier in newcomers {
                group.addTask { (supplier.id, await context.timeThreshold(of: supplier)) }
            }
            return await group.reduce(into: [SupplierID: Timestamp]()) { $0[$1.0] = $1.1 }
        }
        cursors.reserveCapacity(cursors.count + newcomers.count)
        pool.reserveCapacity(cursors.count + newcomers.count)
        for supplier in newcomers {
            add(supplier, threshold: [own[supplier.id], threshold].compactMap(\.self).max())
        }
    }

    private mutating func add(_ supplier: any Supplier, threshold: Timestamp?) {
        if let threshold { pool.lowerFloor(of: supplier, to: threshold) }
        var cursor = SupplierCursor(supplier, for: plan)
        measure(&cursor)
        cursors[supplier.id] = cursor
    }

    /// Ends the fill. A refresh reads what each document holds; its older pages are an archive, which is read when its gap
    /// is filled and does not block other sources until then.
    consuming func close(_ reason: PoolEndReason) -> Pool {
        let archives = cursors.values.filter { $0.traits.shape == .window && $0.traits.pagesOlder }.map(\.id)
        pool.close(reason, participants: cursors.keys, onDemand: plan.target == .refresh ? Set(archives) : [])
        return pool
    }

    /// Updates the bounds of a supplier.
    private func measure(_ cursor: inout SupplierCursor) {
        guard let timeframe = plan.timeframe else {
            cursor.low = plan.startedAt.flooredToSecond
            cursor.front = cursor.low
            return
        }
        cursor.measure(in: timeframe, from: plan.side, pool)
    }

    /// Returns true if the supplier is complete.
    private func isComplete(_ cursor: SupplierCursor) -> Bool {
        plan.timeframe.map { cursor.front == plan.side.farBound(of: $0) } ?? true
    }
}

// MARK: Events

extension MergePlanner {
    /// Applies the result of a request.
    mutating func apply(_ event: PoolEvent<PoolDelivery>, now: Timestamp) {
        switch event {
        case .answered(let delivery): apply(delivery)
        case .failed(let supplier, let error, let request): apply(error, of: supplier, request, now: now)
        case .slow(let supplier):
            pool.markSlow(supplier)
            exclude(supplier)
        case .skipped(let supplier):
            pool.excludeForBackoff(supplier)
            exclude(supplier)
        case .timeIsUp:
            for cursor in cursors.values where cursor.state == .requested {
                pool.markSlow(cursor.id)
                exclude(cursor.id)
            }
            end = .limitReached
        case .cancelled: end = .cancelled
        }
    }

    private mutating func apply(_ delivery: PoolDelivery) {
        guard var cursor = endRequest(of: delivery.supplier) else { return }
        cursor.accept(delivery, in: &pool)
        cursor.state = .idle
        measure(&cursor)
        let canContinue = canContinue(&cursor, after: delivery)
        cursors[cursor.id] = cursor
        if !canContinue { exclude(cursor.id) }
    }

    /// Returns true if a supplier can be asked again in this fill, or is complete.
    private mutating func canContinue(_ cursor: inout SupplierCursor, after delivery: PoolDelivery) -> Bool {
        let isExhausted = cursor.isExhausted(plan.limits)
        // A request for the truncated rest would come too early; the next fill makes it.
        if delivery.answer.interruption != nil, !isComplete(cursor) { return false }
        if delivery.requestsBackoff, cursor.demand != nil || !isComplete(cursor) {
            pool.excludeForBackoff(cursor.id)
            return false
        }
        if cursor.demand != nil, cursor.pages < plan.maximumPages, !isExhausted { return true }
        cursor.demand = nil
        guard !isComplete(cursor) else { return true }
        guard isExhausted else { return cursor.pages < plan.maximumPages }
        guard cursor.recordStall(delivery, in: &pool), cursor.pages < plan.maximumPages else { return false }
        measure(&cursor)
        return true
    }

    private mutating func apply(
        _ error: SupplierError, of supplier: SupplierID, _ failed: FetchRequest?, now: Timestamp
    ) {
        if var cursor = endRequest(of: supplier), cursor.dropExpired(after: error, in: &pool) {
            cursors[supplier] = cursor
        } else {
            pool.fail(supplier, error, of: failed, at: now)
            exclude(supplier)
        }
    }

    /// Ends the request of a supplier and returns its cursor.
    private mutating func endRequest(of supplier: SupplierID) -> SupplierCursor? {
        guard var cursor = cursors[supplier] else { return nil }
        if cursor.state == .requested {
            inFlight -= 1
            cursor.state = .idle
        }
        cursor.demand = nil
        storedCount = nil
        cursors[supplier] = cursor
        return cursor
    }

    /// Excludes this supplier from further requests.
    private mutating func exclude(_ supplier: SupplierID) {
        guard var cursor = endRequest(of: supplier) else { return }
        cursor.state = .excluded
        cursors[supplier] = cursor
        pool.exclude(supplier)
    }
}

// MARK: Steps

extension MergePlanner {
    mutating func nextStep() -> NextStep {
        if let end { return .finish(end) }
        if inFlight > 0 { return .wait }
        let forced = cursors.values.filter { $0.demand != nil }.map(\.id)
        if !forced.isEmpty { return .ask(forced.sorted()) }
        guard let timeframe = plan.timeframe else { return .finish(.bound) }
        let side = plan.side
        let far = side.farBound(of: timeframe)
        let horizon = side.horizon(of: cursors.values.lazy.filter { $0.state == .idle }.map(\.front)) ?? far
        guard horizon != far else { return .finish(timeframe.isEndless ? .threshold : .bound) }
        if let covered = side.covered(timeframe, upTo: horizon) {
            if storedCount == nil, mayHoldStored { return .count(covered) }
            let count = pool.countSeen(in: covered) + (storedCount ?? 0)
            if count > plan.maximumTickets { return .finish(.maximum) }
            if let currentTimeframe, side.reaches(side.farBound(of: currentTimeframe), noLaterThan: horizon) {
                if count >= plan.minimumTickets { return .finish(.satisfied) }
                if let wider = widen(beyond: horizon, in: timeframe) { return .widen(wider) }
            }
        }
        return .ask(cursors.values.filter { $0.state == .idle && $0.front == horizon }.map(\.id).sorted())
    }

    /// True if stored tickets can become visible. Never the case above the Track.
    private var mayHoldStored: Bool {
        plan.extendsTrack && plan.record.version != .empty
            && (plan.target != .refresh || plan.record.visibleRanges.isEmpty)
    }

    /// Extends the target beyond `horizon`. Returns the new target, or `nil` if it is already the whole timeframe.
    private mutating func widen(beyond horizon: Timestamp, in timeframe: Timeframe) -> Timeframe? {
        let side = plan.side
        let before = currentTimeframe
        while let currentTimeframe, currentTimeframe != timeframe,
            side.reaches(side.farBound(of: currentTimeframe), noLaterThan: horizon)
        {
            span *= plan.limits.growth
        }
        return currentTimeframe == before ? nil : currentTimeframe
    }

    /// Returns the request for the next page of a supplier and counts it as made. Excludes the supplier and returns `nil` if
    /// there is no page.
    mutating func nextRequest(
        to supplier: SupplierID, using context: any PoolContext<PoolDelivery>
    ) async throws -> PoolRequest? {
        guard var cursor = cursors[supplier] else { return nil }
        let refreshBound = cursor.demand == .newest ? refreshBound(of: cursor) : nil
        let request = try await cursor.nextRequest(
            within: currentTimeframe, refreshBound: refreshBound, for: pool, using: context)
        cursors[supplier] = cursor
        if request == nil { exclude(supplier) } else { inFlight += 1 }
        return request
    }

    /// Returns the bound of a refresh: the top of what the Track shows, or further down where items may have been
    /// added since.
    private func refreshBound(of cursor: SupplierCursor) -> Timestamp? {
        guard let shown = plan.record.visibleRanges.newest else { return currentTimeframe?.end }
        let coverage = plan.supplierState(of: cursor.id).ranges.coverage
        guard let top = coverage.claimed.newest, top >= shown else { return shown }
        return coverage.unsettled(below: top).map { min($0, shown) } ?? shown
    }
}
