import EngineConcepts

/// The part of one supplier in a Pool: its tickets, what changed in its state, and if the fill still waits for it.
struct PoolShare: Sendable {
    /// The reason why a fill no longer waits for a supplier.
    enum Exclusion: Sendable {
        /// Its request failed.
        case failed(SupplierError, GapCause)
        /// It is slow, or was not asked because of a backoff.
        case unanswered(GapCause)
        /// It has no further page in this fill.
        case exhausted
    }

    /// The items on the pages of a supplier that signals deletion by omission, because an item missing on one page can
    /// be on another.
    private struct Listing: Sendable {
        private(set) var items: Set<String> = []
        /// The bound at which the next page continues, or `nil` if there was a break.
        private var downTo: Timestamp?

        /// Adds a page that is complete down to `reached`. Returns true if nothing is missing between it and the pages before.
        mutating func add(_ page: Set<String>, to request: FetchRequest, reached: Timestamp) -> Bool {
            let isUnbroken =
                switch request.origin {
                case .newest, .time: true
                case .token, .anchor: downTo == request.edge
                }
            items.formUnion(page)
            downTo = isUnbroken || reached != request.edge ? reached : nil
            return isUnbroken
        }
    }

    /// The current state of the supplier.
    private(set) var state: SupplierState
    /// The events that have changed the state during the fill, in order.
    private(set) var events: [SupplierStateEvent] = []
    /// The new tickets.
    private(set) var run = PoolRun()
    /// Known tickets with new content.
    private(set) var updated: [TicketID: TrackCommit.Entry] = [:]
    /// The places of tickets deleted at their source.
    private(set) var deleted: Set<OrderKey> = []
    /// The reason why the fill does not wait for it, or `nil` if it does.
    var exclusion: Exclusion?
    private var listing = Listing()
    /// The items that the source filtered out.
    private(set) var filtered: [FilteredAtSource] = []
    /// The identities in ``filtered``, for those that have one.
    private var filteredIDs: Set<String> = []

    /// Creates the part of a supplier that has not answered yet.
    init(_ state: SupplierState) { self.state = state }

    /// The reason why it did not answer normally, or `nil` if it did.
    var cause: GapCause? {
        switch exclusion {
        case .failed(_, let cause), .unanswered(let cause): cause
        case .exhausted, nil: nil
        }
    }

    /// The error of its request, or `nil` if that did not fail.
    var error: SupplierError? {
        if case .failed(let error, _) = exclusion { error } else { nil }
    }

    /// Applies an event. Returns like ``EngineConcepts/SupplierState/apply(_:)``.
    @discardableResult
    mutating func apply(_ event: SupplierStateEvent) -> Timestamp? {
        events.append(event)
        return state.apply(event)
    }

    /// Adds a page.
    ///
    /// - Parameter fresh: The new tickets of the page, marked as late or not.
    mutating func accept(_ delivery: PoolDelivery, fresh: [TrackCommit.Entry]) -> Pool.PageEffect {
        let covered = state.ranges.coverage.claimed
        let reached = applyEvidence(of: delivery)
        let count = run.add(fresh)
        update(delivery.edited, deleting: delivery.deleted)
        for item in delivery.answer.deleted { run.remove(item) }
        if delivery.answer.omissionsAreDeletions { applyOmissions(of: delivery, reached: reached) }
        addFiltered(delivery.answer.filtered)
        return Pool.PageEffect(reached: reached, fresh: count, isFurther: state.ranges.coverage.claimed != covered)
    }

    /// Adds what a stream has delivered.
    ///
    /// - Parameter fresh: The new tickets, marked as late or not.
    mutating func accept(_ changes: ResolvedStreamChanges, fresh: [TrackCommit.Entry]) {
        _ = run.add(fresh)
        update(changes.edited, deleting: changes.deleted)
        if let claim = changes.claim { apply(.streamed(claim, at: changes.now)) }
        // In the Track's order the first is the newest.
        if let newest = fresh.first?.ticket.key.time { apply(.delivered(since: changes.since, newest: newest)) }
        if changes.isLast, let streamed = state.ranges.streamed, streamed.deliveredSince < streamed.end {
            apply(.disconnected)
        }
    }

    /// Applies what a page proves to the state. Returns the bound down or up to which that is complete.
    private mutating func applyEvidence(of delivery: PoolDelivery) -> Timestamp {
        var evidence = delivery.evidence
        if evidence.isDisconnected, evidence.isOfTop {
            // The newest page may have been read before within this fill, and the first version is not stored yet.
            evidence = run.matched(evidence, of: delivery.itemIDs)
        }
        // Pages can overlap, and what the fill holds is not stored yet.
        evidence.unexpected.removeAll(where: run.contains)
        let reached = apply(.answered(evidence)) ?? delivery.request.edge
        exclusion = evidence.olderPageError.map { .failed($0, state.requests.cause) }
        return reached
    }

    private mutating func applyOmissions(of delivery: PoolDelivery, reached: Timestamp) {
        let isUnbroken = listing.add(delivery.itemIDs, to: delivery.request, reached: reached)
        let items = listing.items
        var omitted = delivery.omitted.filter { !items.contains($0.id.item) }
        if !isUnbroken {
            // Tickets between the edge and the page were on an earlier page that this fill did not read.
            omitted.removeAll { !delivery.spans($0.time) }
        }
        update([], deleting: omitted)
        let announced = Set(delivery.deleted)
        deleted = deleted.filter { announced.contains($0) || !items.contains($0.id.item) }
    }

    private mutating func update(_ edited: [TrackCommit.Entry], deleting keys: [OrderKey]) {
        for entry in edited where !deleted.contains(entry.ticket.key) { updated[entry.ticket.id] = entry }
        for key in keys {
            deleted.insert(key)
            updated[key.id] = nil
        }
    }

    /// Records filtered items. An item on several pages counts once; items without an identity count each time.
    private mutating func addFiltered(_ items: [FilteredAtSource]) {
        for item in items where item.item.map({ filteredIDs.insert($0).inserted }) ?? true {
            filtered.append(item)
        }
    }

    // MARK: What was stored meanwhile

    /// Removes deletions that are stored by now, so that they are not reported again.
    mutating func dropDeletions(where isStored: (TicketID) -> Bool) {
        deleted = deleted.filter { !isStored($0.id) }
    }

    /// Removes a ticket that is deleted by now.
    mutating func drop(_ id: TicketID) {
        run.remove(id.item)
        updated[id] = nil
    }

    /// Handles a ticket that was stored after the fill started: it is not new, and changed only if this version was
    /// edited later than the stored one.
    mutating func reconcile(_ id: TicketID, with stored: Ticket) {
        let fresh = run.entries.first { $0.ticket.id == id }
        run.remove(id.item)
        guard let entry = fresh ?? updated[id] else { return }
        let ticket = entry.ticket
        guard let edited = ticket.editTime, stored.editTime.map({ $0 < edited }) ?? true else {
            updated[id] = nil
            return
        }
        updated[id] = TrackCommit.Entry(ticket: ticket.moved(to: stored.key), fingerprint: entry.fingerprint)
    }
}
