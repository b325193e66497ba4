public import EngineConcepts

/// The new tickets of one fill before they enter the Track, with everything that the fill has proven.
///
/// The Pool enforces the invariants. Pages enter only by ``accept(_:)``, which keeps order and uniqueness, advances
/// supplier states by claims only, and marks late tickets. The visible range is derived here from the supplier
/// states; a Track Processor cannot set it.
public struct Pool: Sendable {
    /// The fill's task.
    public let plan: FillPlan
    /// The parts of the suppliers.
    private var shares: [SupplierID: PoolShare] = [:]
    /// The new tickets that match the user's view. Used only if the view depends on labels.
    private var admittedTickets: Set<TicketID> = []
    /// The range that the Track shows in addition after the fill, or `nil` if there is none.
    public private(set) var shownRange: Timeframe?
    /// The reason why the fill ended, or `nil` while it runs.
    public private(set) var endReason: PoolEndReason?

    public init(_ plan: FillPlan) { self.plan = plan }

    /// Creates an empty Pool outside of any fill, for what arrives by itself: late answers and the changes of streams.
    ///
    /// - Parameter shown: The range to show once it is complete, or `nil` to leave the visible ranges as they are.
    static func withoutFill(
        showing shown: Timeframe? = nil, limits: FillLimits, record: TrackRecord, now: Timestamp
    ) -> Pool {
        Pool(
            FillPlan(
                fill: FillID(0), target: shown == nil ? .gap(.partial) : .refresh, isExplicit: false, timeframe: shown,
                limits: limits, record: record, startedAt: now))
    }

    /// The effect of a page on the fill.
    public struct PageEffect: Hashable, Sendable {
        /// The bound down or up to which the supplier is complete, as seen from the page's edge.
        public let reached: Timestamp
        /// The number of tickets that were new to the Pool.
        public let fresh: Int
        /// True if the page extended the coverage.
        public let isFurther: Bool
    }

    /// The suppliers whose states have changed.
    public var changedSuppliers: Set<SupplierID> { Set(shares.lazy.filter { !$0.value.events.isEmpty }.map(\.key)) }

    /// Known tickets with new content, in the Track's order.
    public var updated: [TrackCommit.Entry] {
        shares.values.flatMap(\.updated.values).sorted { $0.ticket.key < $1.ticket.key }
    }

    /// The places of tickets deleted at their source.
    public var deleted: Set<OrderKey> { shares.values.reduce(into: []) { $0.formUnion($1.deleted) } }

    /// The items that sources filtered out.
    public var filtered: [SupplierID: [FilteredAtSource]] { shares.mapValues(\.filtered).filter { !$0.value.isEmpty } }

    /// The suppliers that did not answer normally, with the cause.
    public var causes: [SupplierID: GapCause] { shares.compactMapValues(\.cause) }

    /// Returns the error of a supplier's request, or `nil` if it did not fail.
    public func error(of supplier: SupplierID) -> SupplierError? { shares[supplier]?.error }

    /// Returns the current state of a supplier.
    public func supplierState(of supplier: SupplierID) -> SupplierState {
        shares[supplier]?.state ?? plan.supplierState(of: supplier)
    }

    /// Returns the reason for asking a supplier. A supplier that failed last time is asked as if by the user, because
    /// a routine request could be skipped.
    public func occasion(for supplier: SupplierID) -> RefreshOccasion {
        supplierState(of: supplier).requests.failures > 0 ? .manual : plan.scope.occasion
    }

    // MARK: Suppliers

    /// Reserves memory for the parts of this many suppliers.
    mutating func reserveCapacity(_ count: Int) { shares.reserveCapacity(count) }

    /// Adds a page.
    @discardableResult
    public mutating func accept(_ delivery: PoolDelivery) -> PageEffect {
        let complete = plan.supplierState(of: delivery.supplier).ranges.coverage.claimed
        let fresh = markingLate(delivery.fresh, in: complete)
        admit(fresh)
        return change(delivery.supplier) { $0.accept(delivery, fresh: fresh) }
    }

    /// Adds what a stream has delivered.
    mutating func accept(_ changes: ResolvedStreamChanges) {
        let fresh = markingLate(changes.fresh, in: supplierState(of: changes.supplier).ranges.coverage.claimed)
        change(changes.supplier) { $0.accept(changes, fresh: fresh) }
    }

    /// Changes the part of a supplier. It leaves the table meanwhile, so that its tickets are not copied.
    @discardableResult
    private mutating func change<T>(_ supplier: SupplierID, _ body: (inout PoolShare) -> T) -> T {
        var share = shares.removeValue(forKey: supplier) ?? PoolShare(plan.supplierState(of: supplier))
        defer { shares[supplier] = share }
        return body(&share)
    }

    /// Returns new tickets, marked as late where the Track already showed a complete range.
    private func markingLate(_ fresh: [TrackCommit.Entry], in complete: TimeframeSet) -> [TrackCommit.Entry] {
        guard !complete.isEmpty else { return fresh }
        var fresh = fresh
        for index in fresh.indices {
            let time = fresh[index].ticket.key.time
            fresh[index].isLate = complete.contains(time) && plan.record.shows(time)
        }
        return fresh
    }

    /// Records a failed request.
    ///
    /// - Parameter request: The request, or `nil` if unknown.
    public mutating func fail(
        _ supplier: SupplierID, _ error: SupplierError, of request: FetchRequest? = nil, at time: Timestamp
    ) {
        change(supplier) { share in
            share.apply(.failed(error, of: request, at: time))
            share.exclusion = .failed(error, share.state.requests.cause)
        }
    }

    /// Records that a supplier is slow.
    public mutating func markSlow(_ supplier: SupplierID) {
        change(supplier) { share in
            share.apply(.slow)
            share.exclusion = .unanswered(.slow)
        }
    }

    /// Records that a supplier was not asked because of a backoff. Its state does not change.
    public mutating func excludeForBackoff(_ supplier: SupplierID) {
        change(supplier) { $0.exclusion = .unanswered($0.state.requests.cause) }
    }

    /// Records that a supplier has no further page in this fill, although some of its items are missing.
    public mutating func exclude(_ supplier: SupplierID) {
        change(supplier) { $0.exclusion = $0.exclusion ?? .exhausted }
    }

    /// Removes a token that no longer works.
    public mutating func dropToken(of supplier: SupplierID, at edge: Timestamp, direction: ReadDirection) {
        change(supplier) { $0.apply(.tokenDropped(at: edge, direction: direction)) }
    }

    /// Records that a supplier's source cannot deliver a range.
    public mutating func markUnreachable(_ timeframe: Timeframe, of supplier: SupplierID, cause: GapCause) {
        change(supplier) { $0.apply(.unreachable(timeframe, cause)) }
    }

    /// Records the time before which a supplier has no items. That of a window counts only before its first reading: it can
    /// list an item again that is older, and lowers its floor by what it claims.
    public mutating func lowerFloor(of supplier: any Supplier, to threshold: Timestamp) {
        let isWindow = supplier.traits.shape == .window
        let floor = SupplierRanges.Floor(
            time: threshold.ceiledToSecond, reason: .threshold, documentCount: isWindow ? .max : nil)
        let known = supplierState(of: supplier.id).ranges.floor
        guard known.map({ !isWindow && floor.time < $0.time }) ?? true else { return }
        change(supplier.id) { $0.apply(.floor(floor)) }
    }

    // MARK: What was stored meanwhile

    /// The identities of all new and changed tickets.
    var ticketIDs: [TicketID] {
        shares.values.flatMap { $0.run.entries.map(\.ticket.id) + $0.updated.keys }
    }

    /// Removes deletions that are stored by now, so that they are not reported again.
    mutating func dropDeletions(where isStored: (TicketID) -> Bool) {
        for supplier in shares.filter({ !$0.value.deleted.isEmpty }).keys {
            shares[supplier]?.dropDeletions(where: isStored)
        }
    }

    /// Removes a ticket that is deleted by now.
    mutating func drop(_ id: TicketID) { shares[id.supplier]?.drop(id) }

    /// Handles a ticket that was stored after the fill started: it is not new, and changed only if this version was
    /// edited later than the stored one.
    mutating func reconcile(_ id: TicketID, with stored: Ticket) {
        shares[id.supplier]?.reconcile(id, with: stored)
    }

    // MARK: Tickets

    /// Returns the number of new tickets in `timeframe`.
    public func count(in timeframe: Timeframe) -> Int {
        shares.values.reduce(0) { $0 + $1.run.count(in: timeframe) }
    }

    /// The number of new tickets.
    public var count: Int { shares.values.reduce(0) { $0 + $1.run.entries.count } }

    /// Returns the number of new tickets in `timeframe` that the user will see.
    public func countSeen(in timeframe: Timeframe) -> Int {
        let view = plan.countedView
        return shares.reduce(0) { sum, share in
            guard view.suppliers?.contains(share.key) ?? true else { return sum }
            let run = share.value.run
            guard view.dependsOnLabels else { return sum + run.count(in: timeframe) }
            return sum + run.entries(in: timeframe).count { admittedTickets.contains($0.ticket.id) }
        }
    }

    /// Records which of these new tickets the user will see.
    private mutating func admit(_ fresh: [TrackCommit.Entry]) {
        let view = plan.countedView
        guard view.dependsOnLabels else { return }
        for entry in fresh {
            let facts = TicketFacts(entry.ticket, isLate: entry.isLate)
            let classification = plan.classifier?.classify(facts) ?? Classification()
            if view.includes(TrackEntry(facts, as: classification, effects: [:])) {
                admittedTickets.insert(entry.ticket.id)
            }
        }
    }

    /// Ends the fill and determines the visible range.
    ///
    /// The range extends, from the side that is filled, as far as all participating suppliers are complete. Excluded
    /// suppliers and those on demand do not block it and appear as partial gaps. If all are excluded, all of them count. If
    /// all failed or are on demand, the one that got furthest counts, because no answer is pending.
    ///
    /// - Parameter onDemand: The suppliers whose missing tickets are loaded only when somebody asks for them.
    public mutating func close(
        _ endReason: PoolEndReason, participants: some Sequence<SupplierID>, onDemand: Set<SupplierID> = []
    ) {
        self.endReason = endReason
        let all = Array(participants)
        let waitedFor = all.filter { shares[$0]?.exclusion == nil }
        let blocking = waitedFor.filter { !onDemand.contains($0) }
        let decisive = [blocking, waitedFor, all].first { !$0.isEmpty } ?? []
        let takesFurthest = blocking.isEmpty && (!waitedFor.isEmpty || all.allSatisfy { error(of: $0) != nil })
        guard plan.extendsTrack, let timeframe = plan.timeframe else { return }
        let fronts = decisive.map { plan.side.front(of: supplierState(of: $0), in: timeframe) }
        let horizon = takesFurthest ? plan.side.furthest(of: fronts) : plan.side.horizon(of: fronts)
        shownRange = horizon.flatMap { plan.side.covered(timeframe, upTo: $0) }
    }

    /// Returns all new tickets in the Track's order.
    public func merged() -> [TrackCommit.Entry] { PoolRun.merged(shares.values.map(\.run)) }

    /// Returns the changed supplier states, to be written over `record`. If a late answer to an earlier fill has
    /// changed a state since this fill started, the events of this fill are applied to the changed state. Reasons that
    /// the fill has tried again stay where it shows nothing new.
    public func supplierStates(over record: TrackRecord) -> [SupplierID: SupplierState] {
        var states = [SupplierID: SupplierState](minimumCapacity: shares.count)
        for (supplier, share) in shares where !share.events.isEmpty {
            var before = record.supplierState(of: supplier)
            let reopened = plan.retry?.reopen(&before, of: supplier) ?? []
            let isUnchanged = before == plan.supplierState(of: supplier)
            var after = isUnchanged ? share.state : before.applying(share.events)
            after.restore(reopened)
            states[supplier] = after
        }
        return states
    }
}
