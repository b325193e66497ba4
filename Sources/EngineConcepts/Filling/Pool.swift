/// The new tickets of one fill, before they enter the Track, with all that the fill has proven.
///
/// The Pool, not the Track, enforces the invariants: pages go in by ``accept(_:)`` and by nothing else, which keeps
/// order and uniqueness, advances ledgers by claims only, and says which tickets are late; and what becomes visible is
/// worked out here from the ledgers, never told by a Track Processor.
public struct Pool: Sendable {
    /// What the fill was to do.
    public let order: FillPlan
    /// The ledgers that changed.
    public private(set) var ledgers: [SupplierID: SupplierState] = [:]
    /// How they came to be what they are.
    private var learnt: [SupplierID: [SupplierStateEvent]] = [:]
    /// The new tickets of each supplier.
    public private(set) var runs: [SupplierID: PoolRun] = [:]
    /// Known tickets with new content.
    public private(set) var updated: [TicketID: TrackCommit.Entry] = [:]
    /// The places of tickets that their sources deleted.
    public private(set) var deleted: Set<OrderKey> = []
    /// What was on the pages of suppliers that show deletion by omission: an item can be missed on one page and stand on
    /// another. Beside it the bound where the next page goes on without a break, if it was read without one so far.
    private var listed: [SupplierID: (items: Set<String>, downTo: Timestamp?)] = [:]
    /// What sources left out by rules of their own.
    public private(set) var filtered: [SupplierID: [FilteredAtSource]] = [:]
    /// The names of those that have one.
    private var namedFiltered: [SupplierID: Set<String>] = [:]
    /// The suppliers that did not answer as they should, and why.
    public private(set) var troubles: [SupplierID: GapCause] = [:]
    /// Those of them whose requests have failed, and how.
    public private(set) var failures: [SupplierID: SupplierError] = [:]
    /// The suppliers that nobody waits for any more: they failed, are slow, or cannot go on.
    public private(set) var leftOut: Set<SupplierID> = []
    /// The new tickets that the reader who asked will see, where that depends on their labels.
    private var admitted: Set<TicketID> = []
    /// What the Track shows from now on, beside what it shows already.
    public private(set) var shown: Timeframe?
    /// Why the fill ended; nil while it goes on.
    public private(set) var exit: PoolEndReason?

    /// An empty Pool.
    public init(_ order: FillPlan) {
        self.order = order
    }

    /// What a page did for the fill.
    public struct Step: Hashable, Sendable {
        /// The bound that is complete now, as seen from where the page began.
        public let reached: Timestamp
        /// How many of the page's tickets were new to the Pool.
        public let fresh: Int
        /// Whether more is complete than was before.
        public let isFurther: Bool
    }

    /// What is known of a supplier by now.
    public func ledger(of supplier: SupplierID) -> SupplierState {
        ledgers[supplier] ?? order.ledger(of: supplier)
    }

    /// Why a supplier is asked: one that failed the last time is asked in earnest whoever asks, since it has not said yet
    /// how things are.
    public func occasion(for supplier: SupplierID) -> RefreshOccasion {
        ledger(of: supplier).failures > 0 ? .wanted : order.occasion
    }

    /// Takes in a page.
    @discardableResult
    public mutating func accept(_ delivery: PoolDelivery) -> Step {
        let supplier = delivery.supplier
        var delivery = delivery
        if delivery.isForeign, delivery.request.origin == .newest, let run = runs[supplier] {
            // The newest was read again within the fill: what it brought the first time is not stored yet.
            delivery = run.matched(delivery)
        }
        let complete = order.ledger(of: supplier).coverage.claimed
        let covered = ledger(of: supplier).coverage.claimed
        let reached = learn(.answered(delivery.withoutItems), of: supplier) ?? delivery.request.edge
        troubles[supplier] = nil
        failures[supplier] = nil
        leftOut.remove(supplier)
        var fresh = delivery.fresh
        if !complete.isEmpty {
            for index in fresh.indices {
                let time = fresh[index].ticket.key.time
                fresh[index].isLate = complete.contains(time) && order.record.shows(time)
            }
        }
        admit(fresh)
        let count: Int
        if runs[supplier] == nil {
            count = fresh.count
            runs[supplier] = PoolRun(fresh)
        } else {
            count = runs[supplier]?.add(fresh) ?? 0
        }
        for entry in delivery.edited where !deleted.contains(entry.ticket.key) {
            updated[entry.ticket.id] = entry
        }
        for key in delivery.deleted {
            deleted.insert(key)
            updated[key.id] = nil
        }
        for item in delivery.answer.deleted {
            runs[supplier]?.remove(item)
        }
        if delivery.answer.omissionsAreDeletions {
            takeOmissions(of: delivery, reached: reached)
        }
        takeFiltered(delivery.answer.filtered, of: supplier)
        return Step(reached: reached, fresh: count, isFurther: ledger(of: supplier).coverage.claimed != covered)
    }

    /// Takes in what a page leaves out: an item that several pages leave out is one; those without a name are one each.
    private mutating func takeFiltered(_ items: [FilteredAtSource], of supplier: SupplierID) {
        for item in items where item.item.map({ namedFiltered[supplier, default: []].insert($0).inserted }) ?? true {
            filtered[supplier, default: []].append(item)
        }
    }

    private mutating func takeOmissions(of delivery: PoolDelivery, reached: Timestamp) {
        let supplier = delivery.supplier
        let before = listed[supplier]
        let items = (before?.items ?? []).union(delivery.named)
        let edge = delivery.request.edge
        let isUnbroken =
            switch delivery.request.origin {
            case .newest, .time: true
            case .token, .anchor: before?.downTo == edge
            }
        listed[supplier] = (items, isUnbroken || reached != edge ? reached : nil)
        var omitted = delivery.omitted.filter { !items.contains($0.id.item) }
        if !isUnbroken {
            // What lies between the edge and the page was on a page before, which this fill has not read.
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

    /// Takes in that a request failed.
    ///
    /// - Parameter request: What failed, where that is known.
    public mutating func fail(
        _ supplier: SupplierID, _ error: SupplierError, of request: FetchRequest? = nil, at time: Timestamp
    ) {
        learn(.failed(error, of: request, at: time), of: supplier)
        failures[supplier] = error
        troubles[supplier] = ledger(of: supplier).cause
        leftOut.insert(supplier)
    }

    /// Takes in that a supplier keeps the others waiting.
    public mutating func markSlow(_ supplier: SupplierID) {
        learn(.slow, of: supplier)
        troubles[supplier] = .slow
        leftOut.insert(supplier)
    }

    /// Takes in that a supplier was not asked because of how it was before: nothing is known of it that was not.
    public mutating func hold(_ supplier: SupplierID) {
        troubles[supplier] = ledger(of: supplier).cause
        leftOut.insert(supplier)
    }

    /// Takes in that a supplier cannot go on in this fill, though something of it is missing.
    public mutating func leaveOut(_ supplier: SupplierID) {
        leftOut.insert(supplier)
    }

    /// Takes in that a token does not lead on any more.
    public mutating func dropToken(of supplier: SupplierID, at edge: Timestamp, side: FetchSide) {
        learn(.tokenDropped(at: edge, side: side), of: supplier)
    }

    /// Takes in that a supplier's source cannot deliver a stretch.
    public mutating func markUnreachable(_ timeframe: Timeframe, of supplier: SupplierID, cause: GapCause) {
        learn(.unreachable(timeframe, cause), of: supplier)
    }

    /// Takes in the moment before which a supplier has nothing.
    public mutating func lowerFloor(of supplier: SupplierID, to threshold: Timestamp) {
        let floor = SupplierState.Floor(time: threshold.ceiledToSecond, reason: .threshold)
        guard ledger(of: supplier).floor.map({ floor.time < $0.time }) ?? true else { return }
        learn(.floor(floor), of: supplier)
    }

    /// How many new tickets lie in `timeframe`.
    public func count(in timeframe: Timeframe) -> Int {
        runs.values.reduce(0) { $0 + $1.count(in: timeframe) }
    }

    /// How many of them the reader who asked will see.
    public func countSeen(in timeframe: Timeframe) -> Int {
        let view = order.counted
        return runs.reduce(0) { sum, run in
            guard view.suppliers?.contains(run.key) ?? true else { return sum }
            guard view.looksAtLabels else { return sum + run.value.count(in: timeframe) }
            return sum + run.value.entries(in: timeframe).count { admitted.contains($0.ticket.id) }
        }
    }

    /// Takes note of which of these new tickets the reader who asked will see.
    private mutating func admit(_ fresh: [TrackCommit.Entry]) {
        let view = order.counted
        guard view.looksAtLabels else { return }
        for entry in fresh {
            let facts = TicketFacts(entry.ticket, isLate: entry.isLate)
            let decided = order.classifier?.classify(facts) ?? Classification()
            if view.admits(TrackEntry(facts, as: decided, effects: [:])) {
                admitted.insert(entry.ticket.id)
            }
        }
    }

    /// Ends the fill: what the suppliers that took part have completed of the timeframe, from the side that is filled,
    /// becomes visible. Those left out do not hold it up and show as partial gaps; where all are left out, what all of them
    /// completed becomes visible, and where all have failed, what any of them did: nobody is waited for who may answer yet.
    public mutating func close(_ exit: PoolEndReason, participants: some Sequence<SupplierID>) {
        self.exit = exit
        let all = Array(participants)
        let waitedFor = all.filter { !leftOut.contains($0) }
        let decisive = waitedFor.isEmpty ? all : waitedFor
        let isHopeless = waitedFor.isEmpty && all.allSatisfy { failures[$0] != nil }
        guard order.extendsTrack, !decisive.isEmpty, let timeframe = order.timeframe else { return }
        switch order.side {
        case .newer:
            let lows = decisive.map { ledger(of: $0).low(in: timeframe) }
            let horizon = (isHopeless ? lows.min() : lows.max()) ?? timeframe.start
            shown = Timeframe(from: timeframe.start, downTo: horizon)
        case .older:
            let highs = decisive.map { ledger(of: $0).high(in: timeframe) }
            let horizon = (isHopeless ? highs.max() : highs.min()) ?? timeframe.end
            shown = Timeframe(from: horizon, downTo: timeframe.end)
        }
    }

    /// All new tickets in the Track's order.
    public func merged() -> [TrackCommit.Entry] {
        let runs = runs.values.map(\.entries).filter { !$0.isEmpty }
        if runs.count == 1, let only = runs.first { return only }
        let precedes = { (lhs: LoserTree.Place, rhs: LoserTree.Place) in
            runs[lhs.run][lhs.index].ticket.key < runs[rhs.run][rhs.index].ticket.key
        }
        var tree = LoserTree(counts: runs.map(\.count), precedes: precedes)
        var merged: [TrackCommit.Entry] = []
        merged.reserveCapacity(runs.reduce(0) { $0 + $1.count })
        while let place = tree.next(precedes: precedes) {
            merged.append(runs[place.run][place.index])
        }
        return merged
    }

    /// The ledgers that changed, as they are to be written over `record`: where an answer that was late for an earlier
    /// fill has changed one since this fill began, what the fill has learnt comes on top of that.
    public func ledgers(over record: TrackRecord) -> [SupplierID: SupplierState] {
        Dictionary(
            uniqueKeysWithValues: ledgers.map { supplier, ledger in
                let now = record.ledgers[supplier] ?? SupplierState()
                return (supplier, now == order.ledger(of: supplier) ? ledger : now.taking(learnt[supplier] ?? []))
            })
    }

    @discardableResult
    private mutating func learn(_ event: SupplierStateEvent, of supplier: SupplierID) -> Timestamp? {
        var ledger = ledger(of: supplier)
        let reached = ledger.take(event)
        ledgers[supplier] = ledger
        learnt[supplier, default: []].append(event)
        return reached
    }
}

/// Why a fill ended.
public enum PoolEndReason: String, Hashable, Sendable {
    /// The timeframe that was aimed at is covered, and there is enough to show.
    case satisfied
    /// There is more than enough to show.
    case maximum
    /// The gap's other bound is reached.
    case bound
    /// Nobody has anything older.
    case threshold
    /// It took too long.
    case protection
    /// Somebody cancelled it.
    case cancelled
}
