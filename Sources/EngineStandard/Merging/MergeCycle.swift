import EngineConcepts

/// The decisions of a fill, without any waiting: determines the next step from the events so far.
///
/// The *horizon* is the newest ``MergeCursor/low`` of the suppliers that can still be asked: everything above it is
/// complete. Only suppliers at the horizon are asked. So after the first round every request is necessary: without it
/// nothing more could be shown.
struct MergeCycle {
    /// The next step.
    enum Action {
        case ask([SupplierID])
        case wait
        case widen(Timeframe)
        case count(Timeframe)
        case finish(PoolEndReason)
    }

    private(set) var pool: Pool
    /// The number of stored tickets between the timeframe's start and the horizon that the reader will see, or `nil`
    /// if not counted yet.
    var stored: Int?
    private var lanes: [SupplierID: MergeCursor] = [:]
    private var inFlight = 0
    private var span: Duration
    private var end: PoolEndReason?

    private let order: FillPlan

    init(_ order: FillPlan) {
        self.order = order
        pool = Pool(order)
        span = order.limits.firstTimeframe
    }

    /// The highest count that affects a decision.
    var countLimit: Int {
        order.maximum == .max ? order.maximum : order.maximum + 1
    }

    /// The current target: the part of the timeframe within `span` of the side that is filled. For a second refresh
    /// within the same second, that second.
    var aim: Timeframe? {
        guard let timeframe = order.timeframe else {
            let second = order.began.flooredToSecond
            return Timeframe(from: second.advanced(by: .seconds(1)), downTo: second)
        }
        return order.side.beginning(of: timeframe, lasting: span)
    }

    /// Returns the suppliers that should take part but have not been added.
    func newcomers(_ suppliers: [any Supplier]) -> [any Supplier] {
        suppliers.filter { lanes[$0.id] == nil && order.concerns($0.id) }
    }

    /// Adds a supplier.
    ///
    /// - Parameter threshold: The time before which it has no items.
    mutating func add(_ supplier: any Supplier, threshold: Timestamp?) {
        if let threshold {
            pool.lowerFloor(of: supplier.id, to: threshold)
        }
        var lane = MergeCursor(supplier, mustAsk: order.target == .refresh)
        measure(&lane)
        lanes[supplier.id] = lane
    }

    /// Ends the fill.
    consuming func close(_ exit: PoolEndReason) -> Pool {
        pool.close(exit, participants: lanes.keys)
        return pool
    }

    /// Updates the bounds of a supplier.
    private func measure(_ lane: inout MergeCursor) {
        guard let timeframe = order.timeframe else {
            lane.low = order.began.flooredToSecond
            lane.front = lane.low
            return
        }
        let ledger = pool.ledger(of: lane.id)
        lane.low = ledger.low(in: timeframe)
        lane.front = order.side.front(of: ledger, in: timeframe)
    }

    /// Returns true if the supplier is complete.
    private func isThrough(_ lane: MergeCursor) -> Bool {
        order.timeframe.map { lane.front == order.side.farBound(of: $0) } ?? true
    }
}

// MARK: Events

extension MergeCycle {
    /// Applies the result of a request.
    mutating func take(_ event: PoolEvent, now: Timestamp) {
        switch event {
        case .answered(let delivery): take(delivery)
        case .failed(let supplier, let error, let request): take(error, of: supplier, request, now: now)
        case .slow(let supplier):
            pool.markSlow(supplier)
            leave(supplier)
        case .held(let supplier):
            pool.hold(supplier)
            leave(supplier)
        case .timeIsUp:
            for lane in lanes.values where lane.state == .asked {
                pool.markSlow(lane.id)
                leave(lane.id)
            }
            end = .protection
        case .cancelled: end = .cancelled
        }
    }

    private mutating func take(_ delivery: PoolDelivery) {
        guard var lane = ended(delivery.supplier) else { return }
        let step = pool.accept(delivery)
        lane.state = .idle
        measure(&lane)
        lane.follow(step, delivery, over: order.ledger(of: lane.id).coverage)
        lane.note(step, delivery)
        lanes[lane.id] = lane
        // A request for the truncated rest would come too early; the next fill makes it.
        if delivery.answer.interruption != nil, !isThrough(lane) { return leave(lane.id) }
        if delivery.asksForPeace, lane.rereadBound != nil || !isThrough(lane) {
            pool.hold(lane.id)
            return leave(lane.id)
        }
        if lane.rereadBound != nil, lane.pages < order.pages, !lane.isBarren(order.limits) { return }
        lanes[lane.id]?.rereadBound = nil
        guard !isThrough(lane) else { return }
        if lane.isBarren(order.limits) {
            guard lane.giveUp(delivery, in: &pool) else { return leave(lane.id) }
            measure(&lane)
            lanes[lane.id] = lane
        } else if lane.pages >= order.pages {
            leave(lane.id)
        }
    }

    private mutating func take(
        _ error: SupplierError, of supplier: SupplierID, _ failed: FetchRequest?, now: Timestamp
    ) {
        if let request = lanes[supplier]?.request,
            lanes[supplier]?.canDoWithout(request, after: error, order.limits) ?? false, var lane = ended(supplier)
        {
            pool.dropToken(of: supplier, at: request.edge, side: request.side)
            lane.doWithout(request)
            lanes[supplier] = lane
        } else {
            pool.fail(supplier, error, of: failed, at: now)
            leave(supplier)
        }
    }

    /// Returns the cursor of the supplier with its request ended.
    private mutating func ended(_ supplier: SupplierID) -> MergeCursor? {
        guard var lane = lanes[supplier] else { return nil }
        if lane.state == .asked {
            inFlight -= 1
            lane.state = .idle
        }
        lane.mustAsk = false
        lane.rereadBound = nil
        stored = nil
        lanes[supplier] = lane
        return lane
    }

    /// Excludes this supplier from further requests.
    private mutating func leave(_ supplier: SupplierID) {
        guard var lane = ended(supplier) else { return }
        lane.state = .out
        lanes[supplier] = lane
        pool.leaveOut(supplier)
    }
}

// MARK: Steps

extension MergeCycle {
    /// Returns the next step.
    mutating func step() -> Action {
        if let end { return .finish(end) }
        if inFlight > 0 { return .wait }
        let forced = lanes.values.filter { $0.mustAsk || $0.rereadBound != nil }.map(\.id)
        if !forced.isEmpty { return .ask(forced.sorted()) }
        guard let timeframe = order.timeframe else { return .finish(.bound) }
        let side = order.side
        let far = side.farBound(of: timeframe)
        let horizon = side.horizon(of: lanes.values.lazy.filter { $0.state == .idle }.map(\.front)) ?? far
        guard horizon != far else { return .finish(timeframe.isEndless ? .threshold : .bound) }
        if let covered = side.covered(timeframe, upTo: horizon) {
            if stored == nil, mayHoldStored { return .count(covered) }
            let count = pool.countSeen(in: covered) + (stored ?? 0)
            if count > order.maximum { return .finish(.maximum) }
            if let aim, side.reaches(side.farBound(of: aim), noLaterThan: horizon) {
                if count >= order.minimum { return .finish(.satisfied) }
                if let wider = widen(beyond: horizon, in: timeframe) { return .widen(wider) }
            }
        }
        return .ask(lanes.values.filter { $0.state == .idle && $0.front == horizon }.map(\.id).sorted())
    }

    /// True if stored tickets can become visible. Never the case above the Track.
    private var mayHoldStored: Bool {
        order.extendsTrack && order.record.version != .empty
            && (order.target != .refresh || order.record.extent.isEmpty)
    }

    /// Extends the target beyond `horizon`. Returns the new target, or `nil` if it is already the whole timeframe.
    private mutating func widen(beyond horizon: Timestamp, in timeframe: Timeframe) -> Timeframe? {
        let side = order.side
        let before = aim
        while let aim, aim != timeframe, side.reaches(side.farBound(of: aim), noLaterThan: horizon) {
            span *= order.limits.growth
        }
        return aim == before ? nil : aim
    }

    /// Returns the direction and place of the supplier's next request, or `nil` if there is none.
    mutating func place(
        of supplier: SupplierID, at desk: any PoolContext
    ) async throws -> (side: FetchSide, origin: FetchRequest.Origin)? {
        guard var lane = lanes[supplier] else { return nil }
        let coverage = pool.ledger(of: supplier).coverage
        let place = try await lane.place(coverage, from: order.side, began: order.began, at: desk)
        lanes[supplier] = lane
        return place
    }

    /// Excludes a supplier that has no further page.
    mutating func strand(_ supplier: SupplierID) {
        leave(supplier)
    }

    /// Creates the request for a page and marks the supplier as asked.
    mutating func request(
        _ supplier: SupplierID, reading side: FetchSide, from origin: FetchRequest.Origin, now: Timestamp
    ) -> PoolRequest? {
        guard var lane = lanes[supplier] else { return nil }
        let bound =
            lane.mustAsk ? refreshBound(of: lane) : lane.rereadBound ?? (side == .older ? aim?.end : aim?.start)
        let request = FetchRequest(
            side: side, origin: origin, bound: bound.flatMap { $0.isFinite ? $0 : nil },
            maximum: order.pageSize(of: lane.traits), memory: pool.ledger(of: supplier).memory,
            now: now, occasion: pool.occasion(for: supplier))
        lane.state = .asked
        lane.pages += 1
        lane.request = request
        lanes[supplier] = lane
        inFlight += 1
        return PoolRequest(request, of: lane.supplier)
    }

    /// Returns the bound of a refresh: the top of what the Track shows, or further down where items may have been
    /// added since.
    private func refreshBound(of lane: MergeCursor) -> Timestamp? {
        guard let shown = order.record.extent.newest else { return aim?.end }
        let coverage = order.ledger(of: lane.id).coverage
        guard let top = coverage.claimed.newest, top >= shown else { return shown }
        return coverage.unsettled(below: top).map { min($0, shown) } ?? shown
    }
}
