public import EngineConcepts

/// Fills a Pool from one supplier, for a thread or a profile. Reads page after page, without the cost of merging,
/// horizon and growing timeframes. Uses only the first supplier of the control unit.
public struct SingleSupplierTrackProcessor: TrackProcessor {
    public init() {}

    public func fill(_ order: FillPlan, at desk: any PoolContext) async throws -> Pool {
        var pool = Pool(order)
        let second = order.began.flooredToSecond
        let whole = order.timeframe ?? Timeframe(from: second.advanced(by: .seconds(1)), downTo: second)
        guard let whole, let supplier = await desk.suppliers(covering: whole).first,
            order.concerns(supplier.id)
        else {
            pool.close(.bound, participants: [])
            return pool
        }
        let thresholds = [await desk.timeThreshold(of: supplier), await desk.suppliersTimeThreshold]
        if let threshold = thresholds.compactMap(\.self).max() {
            pool.lowerFloor(of: supplier.id, to: threshold)
        }
        var lane = MergeCursor(supplier, mustAsk: order.target == .refresh)
        let exit = try await read(&lane, into: &pool, within: whole, at: desk)
        pool.close(exit, participants: [supplier.id])
        return pool
    }

    private func read(
        _ lane: inout MergeCursor, into pool: inout Pool, within timeframe: Timeframe, at desk: any PoolContext
    ) async throws -> PoolEndReason {
        let order = pool.order
        var last: PoolDelivery?
        while true {
            let ledger = pool.ledger(of: lane.id)
            lane.low = ledger.low(in: timeframe)
            lane.front = order.side.front(of: ledger, in: timeframe)
            let isThrough = lane.front == order.side.farBound(of: timeframe)
            if lane.pages >= order.pages || lane.isBarren(order.limits) {
                lane.rereadBound = nil
            }
            if !lane.mustAsk, lane.rereadBound == nil {
                if isThrough || order.timeframe == nil { return .bound }
                let count = order.side.covered(timeframe, upTo: lane.front).map { pool.countSeen(in: $0) } ?? 0
                if count >= order.minimum { return .satisfied }
                if let last, lane.isBarren(order.limits) {
                    guard lane.giveUp(last, in: &pool) else { return .protection }
                    continue
                }
                if lane.pages >= order.pages { return .protection }
            }
            guard let request = try await request(of: &lane, in: timeframe, at: desk, pool) else {
                return .protection
            }
            lane.mustAsk = false
            lane.pages += 1
            await desk.ask([request])
            switch await desk.next() {
            case .answered(let delivery):
                let step = pool.accept(delivery)
                lane.follow(step, delivery, over: order.ledger(of: lane.id).coverage)
                lane.note(step, delivery)
                last = delivery
                if delivery.asksForPeace {
                    let front = order.side.front(of: pool.ledger(of: lane.id), in: timeframe)
                    if order.timeframe == nil || front == order.side.farBound(of: timeframe) { return .bound }
                    pool.hold(lane.id)
                    return .protection
                }
            case .failed(_, let error, _) where lane.canDoWithout(request.request, after: error, order.limits):
                pool.dropToken(of: lane.id, at: request.request.edge, side: request.request.side)
                lane.doWithout(request.request)
            case .failed(let supplier, let error, let failed):
                pool.fail(supplier, error, of: failed, at: desk.now())
                return .protection
            case .slow(let supplier):
                pool.markSlow(supplier)
                return .protection
            case .held(let supplier):
                pool.hold(supplier)
                return .protection
            case .timeIsUp:
                pool.markSlow(lane.id)
                return .protection
            case .cancelled: return .cancelled
            }
        }
    }

    private func request(
        of lane: inout MergeCursor, in timeframe: Timeframe, at desk: any PoolContext, _ pool: Pool
    ) async throws -> PoolRequest? {
        let (order, ledger) = (pool.order, pool.ledger(of: lane.id))
        let place = try await lane.place(ledger.coverage, from: order.side, began: order.began, at: desk)
        guard let (side, origin) = place else { return nil }
        let bound = lane.rereadBound ?? (side == .older ? timeframe.end : timeframe.start)
        return PoolRequest(
            FetchRequest(
                side: side, origin: origin, bound: bound.isFinite ? bound : nil,
                maximum: order.pageSize(of: lane.traits), memory: ledger.memory, now: desk.now(),
                occasion: pool.occasion(for: lane.id)),
            of: lane.supplier)
    }
}
