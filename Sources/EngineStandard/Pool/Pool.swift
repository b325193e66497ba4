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
    /// Known tickets with new content.
    public private(set) var updated: [TicketID: TrackCommit.Entry] = [:]
    /// The places of tickets deleted at their source.
    public private(set) var deleted: Set<OrderKey> = []
    /// The new tickets that match the user's view. Used only if the view depends on labels.
    private var admittedTickets: Set<TicketID> = []
    /// The range that the Track shows in addition after the fill, or `nil` if there is none.
    public private(set) var shownRange: Timeframe?
    /// The reason why the fill ended, or `nil` while it runs.
    public private(set) var endReason: PoolEndReason?

    /// Creates an empty Pool.
    public init(_ plan: FillPlan) {
        self.plan = plan
    }

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
    public var changedSuppliers: Set<SupplierID> { Set(shares.lazy.filter { $0.value.changes != nil }.map(\.key)) }

    /// The items that sources filtered out.
    public var filtered: [SupplierID: [FilteredAtSource]] { shares.mapValues(\.filtered).filter { !$0.value.isEmpty } }

    /// The suppliers that did not answer normally, with the cause.
    public var causes: [SupplierID: GapCause] { shares.compactMapValues(\.cause) }

    /// Returns the error of a supplier's request, or `nil` if it did not fail.
    public func error(of supplier: SupplierID) -> SupplierError? { shares[supplier]?.error }

    /// Returns the current state of a supplier.
    public func supplierState(of supplier: SupplierID) -> SupplierState {
        shares[supplier]?.changes?.state ?? plan.supplierState(of: supplier)
    }

    /// Returns the reason for asking a supplier. A supplier that failed last time is asked as if by the user, because
    /// a routine request could be skipped.
    public func occasion(for supplier: SupplierID) -> RefreshOccasion {
        supplierState(of: supplier).requests.failures > 0 ? .manual : plan.scope.occasion
    }

    /// Adds a page.
    @discardableResult
    public mutating func accept(_ delivery: PoolDelivery) -> PageEffect {
        let supplier = delivery.supplier
        let covered = supplierState(of: supplier).ranges.coverage.claimed
        let reached = applyEvidence(of: delivery)
        let count = addTickets(of: delivery)
        if delivery.answer.omissionsAreDeletions { applyOmissions(of: delivery, reached: reached) }
        shares[supplier]?.add(delivery.answer.filtered)
        let isFurther = supplierState(of: supplier).ranges.coverage.claimed != covered
        return PageEffect(reached: reached, fresh: count, isFurther: isFurther)
    }

    /// Applies what a page proves to the state of its supplier. Returns the bound down or up to which that is complete.
    private mutating func applyEvidence(of delivery: PoolDelivery) -> Timestamp {
        let supplier = delivery.supplier
        var evidence = delivery.evidence
        if evidence.isDisconnected, delivery.request.origin == .newest, let run = shares[supplier]?.run {
            // The newest page was read again within this fill, and the first version is not stored yet.
            evidence = run.matched(evidence, of: delivery.itemIDs)
        }
        let reached = apply(.answered(evidence), of: supplier) ?? delivery.request.edge
        let cause = supplierState(of: supplier).requests.cause
        shares[supplier]?.exclusion = evidence.olderPageError.map { .failed($0, cause) }
        return reached
    }

    /// Adds the new, changed and deleted tickets of a page. Returns the number of those that were new to the Pool.
    private mutating func addTickets(of delivery: PoolDelivery) -> Int {
        let supplier = delivery.supplier
        let fresh = markingLate(delivery.fresh, in: plan.supplierState(of: supplier).ranges.coverage.claimed)
        admit(fresh)
        let count = shares[supplier, default: PoolShare()].run.add(fresh)
        for entry in delivery.edited where !deleted.contains(entry.ticket.key) {
            updated[entry.ticket.id] = entry
        }
        for key in delivery.deleted {
            deleted.insert(key)
            updated[key.id] = nil
        }
        for item in delivery.answer.deleted {
            shares[supplier]?.run.remove(item)
        }
        return count
    }

    /// Adds what a stream has delivered.
    mutating func accept(_ changes: ResolvedStreamChanges) {
        let supplier = changes.supplier
        let fresh = markingLate(changes.fresh, in: supplierState(of: supplier).ranges.coverage.claimed)
        _ = shares[supplier, default: PoolShare()].run.add(fresh)
        for entry in changes.edited { updated[entry.ticket.id] = entry }
        deleted.formUnion(changes.deleted)
        if let claim = changes.claim {
            apply(.streamed(claim, lateness: changes.lateness, at: changes.now), of: supplier)
        }
        // In the Track's order the first is the newest.
        if let newest = fresh.first?.ticket.key.time {
            apply(.delivered(since: changes.since, newest: newest), of: supplier)
        }
        let state = supplierState(of: supplier)
        if changes.isLast, let streamed = state.ranges.streamed, streamed.missingBelow < streamed.end {
            apply(.disconnected, of: supplier)
        }
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

    /// The identities of all new and changed tickets.
    var ticketIDs: [TicketID] {
        shares.values.flatMap { $0.run.entries.map(\.ticket.id) } + updated.keys
    }

    /// Removes deletions that are stored by now, so that they are not reported again.
    mutating func dropDeletions(where isStored: (TicketID) -> Bool) {
        deleted = deleted.filter { !isStored($0.id) }
    }

    /// Removes a ticket that is deleted by now.
    mutating func drop(_ id: TicketID) {
        shares[id.supplier]?.run.remove(id.item)
        updated[id] = nil
    }

    /// Handles a ticket that was stored after the fill started: it is not new, and changed only if this version was
    /// edited later than the stored one.
    mutating func reconcile(_ id: TicketID, with stored: Ticket) {
        let fresh = shares[id.supplier]?.run.entries.first { $0.ticket.id == id }
        shares[id.supplier]?.run.remove(id.item)
        guard let entry = fresh ?? updated[id] else { return }
        let ticket = entry.ticket
        guard let edited = ticket.editTime, stored.editTime.map({ $0 < edited }) ?? true else {
            updated[id] = nil
            return
        }
        updated[id] = TrackCommit.Entry(ticket: ticket.moved(to: stored.key), fingerprint: entry.fingerprint)
    }

    private mutating func applyOmissions(of delivery: PoolDelivery, reached: Timestamp) {
        let supplier = delivery.supplier
        let isUnbroken = shares[supplier, default: PoolShare()].listing
            .add(delivery.itemIDs, to: delivery.request, reached: reached)
        let items = shares[supplier]?.listing.items ?? []
        var omitted = delivery.omitted.filter { !items.contains($0.id.item) }
        if !isUnbroken {
            // Tickets between the edge and the page were on an earlier page that this fill did not read.
            omitted.removeAll { !delivery.spans($0.time) }
        }
        for key in omitted {
            deleted.insert(key)
            updated[key.id] = nil
        }
        let announced = Set(delivery.deleted)
        deleted = deleted.filter {
            $0.id.supplier != supplier || announced.contains($0) || !items.contains($0.id.item)
        }
    }

    /// Records a failed request.
    ///
    /// - Parameter request: The request, or `nil` if unknown.
    public mutating func fail(
        _ supplier: SupplierID, _ error: SupplierError, of request: FetchRequest? = nil, at time: Timestamp
    ) {
        apply(.failed(error, of: request, at: time), of: supplier)
        exclude(supplier, .failed(error, supplierState(of: supplier).requests.cause))
    }

    /// Records that a supplier is slow.
    public mutating func markSlow(_ supplier: SupplierID) {
        apply(.slow, of: supplier)
        exclude(supplier, .unanswered(.slow))
    }

    /// Records that a supplier was not asked because of a backoff. Its state does not change.
    public mutating func excludeForBackoff(_ supplier: SupplierID) {
        exclude(supplier, .unanswered(supplierState(of: supplier).requests.cause))
    }

    /// Records that a supplier has no further page in this fill, although some of its items are missing.
    public mutating func exclude(_ supplier: SupplierID) {
        guard shares[supplier]?.exclusion == nil else { return }
        exclude(supplier, .exhausted)
    }

    private mutating func exclude(_ supplier: SupplierID, _ exclusion: PoolShare.Exclusion) {
        shares[supplier, default: PoolShare()].exclusion = exclusion
    }

    /// Removes a token that no longer works.
    public mutating func dropToken(of supplier: SupplierID, at edge: Timestamp, direction: ReadDirection) {
        apply(.tokenDropped(at: edge, direction: direction), of: supplier)
    }

    /// Records that a supplier's source cannot deliver a range.
    public mutating func markUnreachable(_ timeframe: Timeframe, of supplier: SupplierID, cause: GapCause) {
        apply(.unreachable(timeframe, cause), of: supplier)
    }

    /// Records the time before which a supplier has no items.
    public mutating func lowerFloor(of supplier: SupplierID, to threshold: Timestamp) {
        let floor = SupplierRanges.Floor(time: threshold.ceiledToSecond, reason: .threshold)
        guard supplierState(of: supplier).ranges.floor.map({ floor.time < $0.time }) ?? true else { return }
        apply(.floor(floor), of: supplier)
    }

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
        guard plan.extendsTrack, !decisive.isEmpty, let timeframe = plan.timeframe else { return }
        let ranges = decisive.map { supplierState(of: $0).ranges }
        switch plan.side {
        case .newer:
            let lows = ranges.map { $0.low(in: timeframe) }
            let horizon = (takesFurthest ? lows.min() : lows.max()) ?? timeframe.start
            shownRange = Timeframe(from: timeframe.start, downTo: horizon)
        case .older:
            let highs = ranges.map { $0.high(in: timeframe) }
            let horizon = (takesFurthest ? highs.max() : highs.min()) ?? timeframe.end
            shownRange = Timeframe(from: horizon, downTo: timeframe.end)
        }
    }

    /// Returns all new tickets in the Track's order.
    public func merged() -> [TrackCommit.Entry] {
        PoolRun.merged(shares.values.map(\.run))
    }

    /// Returns the changed supplier states, to be written over `record`. If a late answer to an earlier fill has
    /// changed a state since this fill started, the events of this fill are applied to the changed state. Reasons that
    /// the fill has tried again stay where it shows nothing new.
    public func supplierStates(over record: TrackRecord) -> [SupplierID: SupplierState] {
        var states: [SupplierID: SupplierState] = [:]
        for (supplier, share) in shares {
            guard let changes = share.changes else { continue }
            var before = record.supplierState(of: supplier)
            let reopened = plan.retry?.reopen(&before, of: supplier) ?? []
            let isUnchanged = before == plan.supplierState(of: supplier)
            var after = isUnchanged ? changes.state : before.applying(changes.events)
            after.restore(reopened)
            states[supplier] = after
        }
        return states
    }

    @discardableResult
    private mutating func apply(_ event: SupplierStateEvent, of supplier: SupplierID) -> Timestamp? {
        shares[supplier, default: PoolShare()].apply(event, to: plan.supplierState(of: supplier))
    }
}
