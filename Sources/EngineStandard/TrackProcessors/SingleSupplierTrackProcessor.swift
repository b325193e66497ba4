public import EngineConcepts

/// Fills a Pool from one supplier, for a Track with a single source. Reads page after page, without the cost of merging,
/// horizon and growing timeframes. Uses only the first supplier of the control unit.
public struct SingleSupplierTrackProcessor: TrackProcessor {
    public init() {}

    public func fill(_ plan: FillPlan, using context: any PoolContext<PoolDelivery>) async throws -> Pool {
        var pool = Pool(plan)
        guard let whole = plan.requestedTimeframe,
            let supplier = await context.suppliers(covering: plan.soughtTimeframe(within: whole)).first,
            plan.concerns(supplier.id)
        else {
            pool.close(.bound, participants: [])
            return pool
        }
        let thresholds = [await context.timeThreshold(of: supplier), await context.suppliersTimeThreshold]
        if let threshold = thresholds.compactMap(\.self).max() {
            pool.lowerFloor(of: supplier, to: threshold)
        }
        var cursor = SupplierCursor(supplier, for: plan)
        let reason = try await read(&cursor, into: &pool, within: whole, using: context)
        pool.close(reason, participants: [supplier.id])
        return pool
    }

    private func read(
        _ cursor: inout SupplierCursor, into pool: inout Pool, within timeframe: Timeframe,
        using context: any PoolContext<PoolDelivery>
    ) async throws -> PoolEndReason {
        let plan = pool.plan
        var last: PoolDelivery?
        while true {
            cursor.measure(in: timeframe, from: plan.side, pool)
            let isComplete = cursor.front == plan.side.farBound(of: timeframe)
            if cursor.pages >= plan.maximumPages || cursor.isExhausted(plan.limits) {
                cursor.demand = nil
            }
            if cursor.demand == nil {
                if isComplete || plan.timeframe == nil { return .bound }
                let count = plan.side.covered(timeframe, upTo: cursor.front).map { pool.countSeen(in: $0) } ?? 0
                if count >= plan.minimumTickets { return .satisfied }
                if let last, cursor.isExhausted(plan.limits) {
                    guard cursor.recordStall(last, in: &pool) else { return .limitReached }
                    continue
                }
                if cursor.pages >= plan.maximumPages { return .limitReached }
            }
            guard let request = try await cursor.nextRequest(within: timeframe, for: pool, using: context) else {
                return .limitReached
            }
            cursor.demand = nil
            await context.ask([request])
            let event = await context.next()
            if let end = apply(event, to: &cursor, &pool, within: timeframe, now: context.now()) {
                return end
            }
            if case .answered(let delivery) = event { last = delivery }
        }
    }

    /// Applies the result of a request. Returns the reason if the fill ends with it.
    private func apply(
        _ event: PoolEvent<PoolDelivery>, to cursor: inout SupplierCursor, _ pool: inout Pool,
        within timeframe: Timeframe, now: Timestamp
    ) -> PoolEndReason? {
        let plan = pool.plan
        switch event {
        case .answered(let delivery):
            cursor.accept(delivery, in: &pool)
            let isInterrupted = delivery.answer.interruption != nil
            guard isInterrupted || delivery.requestsBackoff else { return nil }
            let front = plan.side.front(of: pool.supplierState(of: cursor.id), in: timeframe)
            if plan.timeframe == nil || front == plan.side.farBound(of: timeframe) { return .bound }
            if isInterrupted { pool.exclude(cursor.id) } else { pool.excludeForBackoff(cursor.id) }
        case .failed(let supplier, let error, let failed):
            if cursor.dropExpired(after: error, in: &pool) { return nil }
            pool.fail(supplier, error, of: failed, at: now)
        case .slow(let supplier): pool.markSlow(supplier)
        case .skipped(let supplier): pool.excludeForBackoff(supplier)
        case .timeIsUp: pool.markSlow(cursor.id)
        case .cancelled: return .cancelled
        }
        return .limitReached
    }
}
