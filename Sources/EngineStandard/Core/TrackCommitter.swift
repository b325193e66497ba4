import EngineConcepts
import Logging

/// Owns the Track's record and is the only place that changes it. Commits fills, late answers, actions and changes of
/// the supplier list one after another, and reports each as changes.
actor TrackCommitter {
    private let controlUnit: any ControlUnit
    private let store: any TrackStore
    private let hub: EventHub
    private let time: any TimeSource
    private let limits: PoolLimits
    private let log: Logger

    private var standing: ChangeComposer.PlaceRow?
    private var roster = SupplierDirectory()
    private var lane = AsyncMutex()

    init(
        controlUnit: any ControlUnit, store: any TrackStore, hub: EventHub, time: any TimeSource, limits: PoolLimits,
        log: Logger
    ) {
        self.controlUnit = controlUnit
        self.store = store
        self.hub = hub
        self.time = time
        self.limits = limits
        self.log = log
    }

    // MARK: State

    /// The current state. If the store cannot be read, reports the failure and returns an empty Track.
    var snapshot: TrackSnapshot {
        get async {
            await updateRoster()
            do {
                return roster.snapshot(of: try await current(), limits)
            } catch {
                hub.tell(error, while: "reading the store")
                return roster.snapshot(of: ChangeComposer.PlaceRow(TrackRecord()), limits)
            }
        }
    }

    func presenter(for supplier: SupplierID) async -> any Presenter {
        if let presenter = roster.presenter(of: supplier) { return presenter }
        await updateRoster()
        return roster.presenter(of: supplier) ?? PlainPresenter()
    }

    /// Returns the stored state, which another process may have changed.
    func current() async throws -> ChangeComposer.PlaceRow {
        let record = try await store.record()
        if let standing, standing.record.version >= record.version { return standing }
        let read = ChangeComposer.PlaceRow(record)
        standing = read
        return read
    }

    // MARK: Fills

    /// Writes the content of a Pool in one transaction and reports the changes.
    ///
    /// - Parameter fill: The fill that made the Pool, or `nil` for late answers.
    func commit(_ pool: Pool, of fill: FillID?) async throws -> FillOutcome {
        await enterLane()
        defer { lane.leave() }
        let before = try await current()
        var record = before.record
        record.ledgers.merge(pool.ledgers(over: record)) { _, new in new }
        if let shown = pool.shown {
            record.extent.insert(shown)
        }
        let written = try await Self.write(pool, before: before, after: record, to: store)
        standing = written.standing
        var changes = written.changes
        changes.fill = fill
        hub.send(.committed(changes, roster.snapshot(of: written.standing, limits)))
        report(pool, of: fill)
        return written.outcome
    }

    private struct Written: Sendable {
        let standing: ChangeComposer.PlaceRow
        let changes: TrackChanges
        let outcome: FillOutcome
    }

    /// Merges and writes off the actor, which stays responsive.
    @concurrent private static func write(
        _ pool: Pool, before: ChangeComposer.PlaceRow, after: TrackRecord, to store: any TrackStore
    ) async throws -> Written {
        var record = after
        if let kept = try await shownAboveTop(before.record, pool.shown, in: store) {
            record.extent.insert(kept)
        }
        record.revealWhatNobodyMisses()
        record.version = before.record.version.next
        let inserted = pool.merged()
        let after = ChangeComposer.PlaceRow(record)
        var composer = ChangeComposer(store: store, before: before, after: after, moment: .before)
        try await composer.add(
            inserted: inserted.map(\.ticket.key), updated: pool.updated.values.map(\.ticket.key), deleted: pool.deleted)
        let commit = TrackCommit(
            inserted: inserted, updated: pool.updated.values.sorted { $0.ticket.key < $1.ticket.key },
            deleted: pool.deleted.map(\.id), ledgers: record.ledgers.filter { pool.ledgers.keys.contains($0.key) },
            active: record.active, extent: record.extent)
        record.version = try await store.commit(commit)
        var changes = composer.changes
        changes.version = record.version
        return Written(
            standing: ChangeComposer.PlaceRow(record, gaps: after.gaps), changes: changes,
            outcome: FillOutcome(
                inserted: inserted.count, late: inserted.count(where: \.isLate), revealed: composer.revealed,
                updated: pool.updated.values.count { !$0.isRecount },
                deleted: pool.deleted.count,
                filtered: pool.filtered.values.reduce(0) { $0 + $1.count }, troubles: pool.troubles))
    }

    /// Returns the range above the extent's top that holds visible tickets of the second of the last refresh, if the
    /// new range does not reach down to it. Without this range they would disappear into the gap between the two.
    @concurrent private static func shownAboveTop(
        _ record: TrackRecord, _ shown: Timeframe?, in store: any TrackStore
    ) async throws -> Timeframe? {
        guard let shown, let top = record.extent.newest, let between = Timeframe(from: shown.end, downTo: top) else {
            return nil
        }
        let newest = try await store.keys(of: record.active, in: between, from: .older, limit: 1).first
        return newest.flatMap { key in
            Timeframe(from: min(key.time.flooredToSecond.advanced(by: .seconds(1)), shown.end), downTo: top)
        }
    }

    private func report(_ pool: Pool, of fill: FillID?) {
        for (supplier, cause) in pool.troubles.sorted(by: { $0.key < $1.key }) {
            if let error = pool.failures[supplier] {
                hub.send(.trouble(supplier, error, fill: fill))
            }
            log.info("supplier in trouble", metadata: ["supplier": "\(supplier)", "cause": "\(cause)"])
        }
        guard let timeframe = pool.order.timeframe else { return }
        let outside = pool.runs.values.reduce(0) { $0 + $1.entries.count } - pool.count(in: timeframe)
        if outside > 0 {
            log.info("tickets outside of what was asked for are kept", metadata: ["tickets": "\(outside)"])
        }
    }

    // MARK: Suppliers

    /// Updates the Track after the control unit's suppliers changed, and reports a failure.
    ///
    /// - Parameter answered: The times at which suppliers answered requests outside the engine. For suppliers that
    ///   join, rate limits older than that end.
    func suppliersChanged(answered: [SupplierID: Timestamp] = [:]) async {
        do {
            try await followControlUnit(answered: answered)
        } catch {
            hub.tell(error, while: "changing the suppliers")
        }
    }

    /// Updates the Track after the control unit's suppliers changed.
    func followControlUnit(answered: [SupplierID: Timestamp] = [:]) async throws {
        await enterLane()
        defer { lane.leave() }
        let suppliers = SupplierDirectory(await controlUnit.suppliers)
        roster = suppliers
        let before = try await current()
        var record = before.record
        record.active = suppliers.suppliers
        guard record.active != before.record.active else { return }
        // A supplier that joins again is asked even if it failed before.
        var joining: [SupplierID: SupplierState] = [:]
        for supplier in record.active.subtracting(before.record.active) {
            guard let known = record.ledgers[supplier] else { continue }
            var ledger = known
            ledger.forgetFailures(at: time.now())
            if let answer = answered[supplier] { ledger.forgetPatience(answered: answer) }
            if ledger != known { joining[supplier] = ledger }
        }
        record.ledgers.merge(joining) { $1 }
        record.revealWhatNobodyMisses()
        record.version = try await store.commit(
            TrackCommit(ledgers: joining, active: record.active, extent: record.extent))
        let after = ChangeComposer.PlaceRow(record)
        standing = after
        var composer = ChangeComposer(store: store, before: before, after: after, moment: .after)
        try await composer.add(inserted: [], updated: [], deleted: [])
        hub.send(.committed(composer.changes, roster.snapshot(of: after, limits)))
    }

    /// Makes every supplier discard its state in memory, and clears stored tokens and failures. Claims stay, so that
    /// the next fill continues from there.
    func restartSuppliers() async {
        await controlUnit.restartSuppliers()
        let now = time.now()
        await changeLedgers(while: "making the suppliers begin anew") { record in
            record.ledgers = record.ledgers.mapValues { ledger in
                var ledger = ledger
                ledger.restart(at: now)
                return ledger
            }
        }
    }

    /// Forgets why a gap could not be filled, for suppliers whose sources can be read below their newest items.
    func reopen(_ gap: GapID) async {
        let suppliers = await controlUnit.suppliers
        await changeLedgers(while: "opening a gap again") { record in
            for supplier in suppliers where supplier.traits.canBeReadOn {
                record.ledgers[supplier.id]?.reopen(gap.timeframe)
            }
        }
    }

    /// Changes the supplier states, commits them, and reports the result.
    private func changeLedgers(while doing: String, _ change: (inout TrackRecord) -> Void) async {
        await enterLane()
        defer { lane.leave() }
        do {
            let before = try await current()
            var record = before.record
            change(&record)
            guard record.ledgers != before.record.ledgers else { return }
            record.version = try await store.commit(
                TrackCommit(ledgers: record.ledgers, active: record.active, extent: record.extent))
            let after = ChangeComposer.PlaceRow(record)
            standing = after
            var composer = ChangeComposer(store: store, before: before, after: after, moment: .after)
            try await composer.add(inserted: [], updated: [], deleted: [])
            hub.send(.committed(composer.changes, roster.snapshot(of: after, limits)))
        } catch {
            hub.tell(error, while: doing)
        }
    }

    // MARK: Actions

    /// Updates a ticket after an action: with the source's item, or else with the result of `change` on the stored
    /// ticket. Does nothing if the ticket no longer exists. Reports failures.
    func revise(
        _ id: TicketID, as item: SourceItem?, or change: @Sendable (Ticket) -> Ticket
    ) async {
        await enterLane()
        defer { lane.leave() }
        do {
            guard let known = try await store.known([id.item], of: id.supplier)[id.item],
                let stored = try await store.entry(id)?.ticket
            else { return }
            let before = try await current()
            var record = before.record
            let ticket = item.map { Ticket($0, keeping: known.key) } ?? change(stored)
            let entry = TrackCommit.Entry(ticket: ticket, fingerprint: item?.fingerprint ?? known.fingerprint)
            record.version = try await store.commit(
                TrackCommit(updated: [entry], active: record.active, extent: record.extent))
            let after = ChangeComposer.PlaceRow(record, gaps: before.gaps)
            standing = after
            try await tellReloaded([known.key], before: before, after: after)
        } catch {
            hub.tell(error, while: "storing what became of an action")
        }
    }

    /// Reports visible tickets whose overlay has changed.
    func reload(_ tickets: Set<TicketID>) async {
        await enterLane()
        defer { lane.leave() }
        do {
            var keys: [OrderKey] = []
            for id in tickets {
                keys += try await store.known([id.item], of: id.supplier).values.map(\.key)
            }
            let standing = try await current()
            try await tellReloaded(keys, before: standing, after: standing)
        } catch {
            hub.tell(error, while: "telling what an action changed")
        }
    }

    private func tellReloaded(
        _ keys: [OrderKey], before: ChangeComposer.PlaceRow, after: ChangeComposer.PlaceRow
    ) async throws {
        var composer = ChangeComposer(store: store, before: before, after: after, moment: .after)
        try await composer.add(inserted: [], updated: keys, deleted: [])
        guard !composer.changes.isEmpty else { return }
        hub.send(.committed(composer.changes, roster.snapshot(of: after, limits)))
    }

    // MARK: Other processes

    /// Loads what another process has committed and reports it as far as it is visible: new tickets above the former
    /// top of the Track, ranges opened below it, and gaps.
    func follow() async {
        await enterLane()
        defer { lane.leave() }
        do {
            let before = standing
            let after = try await current()
            guard let before, before.record.version < after.record.version else { return }
            var above: [OrderKey] = []
            if let top = before.record.extent.newest,
                let timeframe = Timeframe(from: .endOfTime, downTo: top.advanced(by: .seconds(1)))
            {
                above = try await store.keys(of: after.record.active, in: timeframe, from: .older, limit: .max)
            }
            var composer = ChangeComposer(store: store, before: before, after: after, moment: .after)
            try await composer.add(inserted: above, updated: [], deleted: [])
            hub.send(.committed(composer.changes, roster.snapshot(of: after, limits)))
        } catch {
            hub.tell(error, while: "following another process")
        }
    }

    private func updateRoster() async {
        roster = SupplierDirectory(await controlUnit.suppliers)
    }

    private func enterLane() async {
        if lane.tryEnter() { return }
        await withCheckedContinuation { lane.wait($0) }
    }
}

extension TrackRecord {
    /// Makes visible the holes in which no supplier is missing.
    fileprivate mutating func revealWhatNobodyMisses() {
        extent.formUnion(GapDerivation.revealed(extent: extent, ledgers: activeLedgers))
    }
}
