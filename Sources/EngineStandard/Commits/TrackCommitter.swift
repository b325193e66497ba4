import EngineConcepts
import Logging

/// Owns the Track's record and is the only place that changes it. Commits fills, late answers, actions and changes of
/// the supplier list one after another, and reports each as changes.
actor TrackCommitter: LockingActor {
    private let controlUnit: any ControlUnit
    let store: any TrackStore
    let hub: EventHub
    let time: any TimeSource
    let limits: FillLimits
    private let log: Logger

    var trackState: TrackState? {
        didSet { knownSnapshot = nil }
    }
    /// The suppliers since they last changed, or `nil` if they were not read since.
    private var knownDirectory: SupplierDirectory? {
        didSet { knownSnapshot = nil }
    }
    var directory: SupplierDirectory { knownDirectory ?? SupplierDirectory() }
    /// The snapshot of ``trackState`` and ``directory``, or `nil` if it was not made yet.
    private var knownSnapshot: TrackSnapshot?
    /// The recent commits of streams and actions.
    var recent = RecentItems()
    /// True once connections that ended with an earlier process are recorded as ended, or a new one has delivered.
    var followsStreams = false
    var mutex = AsyncMutex()

    init(_ dependencies: EngineDependencies) {
        controlUnit = dependencies.controlUnit
        store = dependencies.store
        hub = dependencies.hub
        time = dependencies.time
        limits = dependencies.limits.fills
        log = dependencies.log
    }

    // MARK: State

    /// The current state. If the store cannot be read, reports the failure and returns an empty Track.
    var snapshot: TrackSnapshot {
        get async {
            if knownDirectory == nil { await updateDirectory() }
            do {
                return snapshot(of: try await current())
            } catch {
                hub.report(error, while: "reading the store")
                return directory.snapshot(of: TrackState(TrackRecord()), limits)
            }
        }
    }

    /// Returns the snapshot of the current state.
    private func snapshot(of state: TrackState) -> TrackSnapshot {
        if let knownSnapshot { return knownSnapshot }
        let snapshot = directory.snapshot(of: state, limits)
        knownSnapshot = snapshot
        return snapshot
    }

    func presenter(for supplier: SupplierID) async -> any Presenter {
        if let presenter = directory.presenter(of: supplier) { return presenter }
        await updateDirectory()
        return directory.presenter(of: supplier) ?? PlainPresenter()
    }

    /// Returns the stored state, which another process may have changed.
    func current() async throws -> TrackState {
        let record = try await storedRecord()
        if let trackState, trackState.record.version >= record.version { return trackState }
        let read = TrackState(record)
        trackState = read
        return read
    }

    /// Returns the stored record. If it cannot be read, reports the failure and returns `nil`.
    func readableRecord() async -> TrackRecord? {
        do {
            return try await current().record
        } catch {
            hub.report(error, while: "reading the store")
            return nil
        }
    }

    /// Runs `body` while holding the lock, and reports a failure.
    func locked(while doing: String, _ body: () async throws -> Void) async {
        await locked {
            do {
                try await body()
            } catch {
                hub.report(error, while: doing)
            }
        }
    }

    /// Returns the record of the store. A caller whose task is cancelled gets it as well: an empty Track, or one without its
    /// suppliers, would be wrong wherever the caller still uses it.
    private func storedRecord() async throws -> TrackRecord {
        do {
            return try await store.record()
        } catch is CancellationError {
            return try await Task { [store] in try await store.record() }.value
        }
    }

    // MARK: Fills

    /// Writes the content of a Pool in one transaction and reports the changes.
    ///
    /// - Parameter fill: The fill that made the Pool, or `nil` for late answers.
    func commit(_ pool: Pool, of fill: FillID?) async throws -> FillOutcome {
        try await locked { try await commitLocked(pool, of: fill) }
    }

    /// Commits a Pool. Call only while holding the lock.
    func commitLocked(_ pool: Pool, of fill: FillID?) async throws -> FillOutcome {
        var pool = pool
        try await reconcile(&pool)
        let before = try await current()
        var record = before.record
        record.supplierStates.merge(pool.supplierStates(over: record)) { _, new in new }
        if let shown = pool.shownRange {
            record.visibleRanges.insert(shown)
        }
        let written = try await WrittenPool.write(pool, before: before, after: record, to: store)
        var changes = written.changes
        changes.fill = fill
        publish(changes, written.trackState)
        report(pool, of: fill)
        return written.outcome
    }

    /// Makes a state the current one and reports the changes that led to it.
    private func publish(_ changes: TrackChanges, _ state: TrackState) {
        trackState = state
        hub.send(.committed(changes, snapshot(of: state)))
    }

    /// Makes a stored state the current one and reports how it differs from the previous one.
    ///
    /// - Parameters:
    ///   - inserted: New tickets in the Track's order.
    ///   - updated: Tickets with new content.
    func publish(
        _ state: TrackState, after before: TrackState, inserted: [OrderKey] = [], updated: [OrderKey] = []
    ) async throws {
        var composer = ChangeComposer(store: store, before: before, after: state, moment: .after)
        try await composer.add(inserted: inserted, updated: updated, deleted: [])
        publish(composer.changes, state)
    }

    private func report(_ pool: Pool, of fill: FillID?) {
        for (supplier, cause) in pool.causes.sorted(by: { $0.key < $1.key }) {
            if let error = pool.error(of: supplier) {
                hub.send(.supplierFailed(supplier, error, fill: fill))
            }
            log.info("supplier in trouble", metadata: ["supplier": "\(supplier)", "cause": "\(cause)"])
        }
        guard let timeframe = pool.plan.timeframe else { return }
        let outside = pool.count - pool.count(in: timeframe)
        if outside > 0 {
            log.info("tickets outside of what was asked for are kept", metadata: ["tickets": "\(outside)"])
        }
    }

    // MARK: Suppliers

    var pausedSuppliers: Set<SupplierID> {
        get async {
            Set(await controlUnit.suppliers.map(\.id)).subtracting(await controlUnit.unpausedSuppliers.map(\.id))
        }
    }

    /// Reads the suppliers again for the next snapshot, although the Track may not follow them now.
    func forgetDirectory() {
        knownDirectory = nil
    }

    private func updateDirectory() async {
        knownDirectory = SupplierDirectory(
            await controlUnit.suppliers, unpaused: await controlUnit.unpausedSuppliers,
            presenters: await controlUnit.chosenPresenters)
    }

    /// Updates the Track after the control unit's suppliers changed, and reports a failure.
    ///
    /// - Parameter answered: The times at which suppliers answered requests outside the engine. For suppliers that
    ///   join, rate limits older than that end.
    func suppliersChanged(answered: [SupplierID: Timestamp] = [:]) async {
        do {
            try await followControlUnit(answered: answered)
        } catch {
            hub.report(error, while: "changing the suppliers")
        }
    }

    /// Updates the Track after the control unit's suppliers changed.
    func followControlUnit(answered: [SupplierID: Timestamp] = [:]) async throws {
        try await locked {
            let paused = directory.paused
            await updateDirectory()
            let before = try await current()
            var record = before.record
            record.active = directory.suppliers
            let joining = record.active.subtracting(before.record.active)
            let affected = followsStreams ? joining.union(record.active.intersection(answered.keys)) : record.active
            var changed: [SupplierID: SupplierState] = [:]
            for supplier in affected {
                guard let known = record.supplierStates[supplier] else { continue }
                var supplierState = known
                // A supplier that joins again is asked even if it failed before.
                if joining.contains(supplier) { supplierState.requests.clearFailures(at: time.now()) }
                if let answer = answered[supplier] { supplierState.requests.clearRateLimit(answered: answer) }
                if !followsStreams { supplierState.ranges.recordStreamEnd() }
                if supplierState != known { changed[supplier] = supplierState }
            }
            followsStreams = true
            guard record.active != before.record.active || !changed.isEmpty else {
                if directory.paused != paused { publish(TrackChanges(version: before.record.version), before) }
                return
            }
            record.supplierStates.merge(changed) { $1 }
            record.showCompleteHoles()
            try await commitLocked(record, changed: changed, after: before)
        }
    }

    /// Commits changed supplier states and the list of suppliers, and reports the changes. Call only while holding the lock.
    private func commitLocked(
        _ record: TrackRecord, changed: [SupplierID: SupplierState], after before: TrackState
    ) async throws {
        var record = record
        record.version = try await store.commit(
            TrackCommit(supplierStates: changed, active: record.active, visibleRanges: record.visibleRanges))
        try await publish(TrackState(record), after: before)
    }

    /// Makes these suppliers, or all, discard their state in memory, and clears their stored tokens and failures. Claims
    /// stay, so that the next fill continues from there.
    func restartSuppliers(_ suppliers: Set<SupplierID>?) async {
        await controlUnit.restartSuppliers(suppliers)
        let now = time.now()
        await locked(while: "restarting the suppliers") {
            let before = try await current()
            var record = before.record
            for id in record.supplierStates.keys where suppliers?.contains(id) ?? true {
                record.supplierStates[id]?.restart(at: now)
            }
            guard record.supplierStates != before.record.supplierStates else { return }
            try await commitLocked(record, changed: record.supplierStates, after: before)
        }
    }

    /// Returns the retry of a gap, with the suppliers whose sources can be read below their newest items.
    func retry(of gap: GapID) async -> GapRetry {
        let suppliers = await controlUnit.suppliers.filter(\.traits.canBeReadBelowNewest)
        return GapRetry(of: gap, asking: Set(suppliers.map(\.id)))
    }

    /// Returns true if a retry of the gap asks a supplier that could not deliver it.
    func canRetry(_ gap: GapID) async -> Bool {
        guard let record = await readableRecord() else { return false }
        return await retry(of: gap).canAsk(in: record)
    }

    // MARK: Retention

    /// Removes up to `limit` tickets and returns their number.
    ///
    /// - Parameter kept: Tickets that stay although `retention` removes them.
    func remove(by retention: Retention, keeping kept: Set<TicketID>, limit: Int) async throws -> Int {
        try await locked {
            let keys = try await store.removable(by: retention, keeping: kept, limit: limit)
            guard !keys.isEmpty else { return 0 }
            var changes = TicketChanges(removed: Set(keys))
            let record = try await current().record
            for supplier in Set(keys.map(\.id.supplier)).subtracting(record.active) {
                guard var state = record.supplierStates[supplier] else { continue }
                // With its coverage and validator, a source that is followed again would not be read anew.
                state.forgetDeliveries()
                changes.supplierStates[supplier] = state
            }
            try await commitLocked(changes) { try await store.commit($0) }
            return keys.count
        }
    }

    // MARK: Single tickets

    /// Commits changes of tickets that leave active suppliers and visible ranges as they are, and reports them. Call only
    /// while holding the lock.
    ///
    /// - Parameter write: Writes the commit and returns the version of the store: the previous one if it wrote nothing.
    func commitLocked(
        _ changes: TicketChanges, _ write: (TrackCommit) async throws -> TrackVersion
    ) async throws {
        let before = try await current()
        var record = before.record
        record.version = record.version.next
        record.supplierStates.merge(changes.supplierStates) { $1 }
        var composer = ChangeComposer(
            store: store, before: before, after: TrackState(record: record, gaps: before.gaps), moment: .before)
        try await composer.add(
            inserted: changes.inserted.map(\.ticket.key), updated: changes.updated.map(\.ticket.key),
            deleted: changes.deleted.union(changes.removed))
        record.version = try await write(
            TrackCommit(
                inserted: changes.inserted, updated: changes.updated, deleted: changes.deleted.map(\.id),
                removed: changes.removed.map(\.id), supplierStates: changes.supplierStates, active: record.active,
                visibleRanges: record.visibleRanges))
        guard record.version > before.record.version else { return }
        for entry in changes.inserted { recent.add(entry.ticket.id, in: record.version, isDeleted: false) }
        for key in changes.deleted { recent.add(key.id, in: record.version, isDeleted: true) }
        let after = TrackState(record: record, gaps: before.gaps)
        var visible = composer.changes
        visible.version = record.version
        if visible.isEmpty, changes.removed.isEmpty { trackState = after } else { publish(visible, after) }
    }

    // MARK: Other processes

    /// Loads what another process has committed and reports it as far as it is visible: new tickets above the previous
    /// top of the Track, ranges opened below it, and gaps.
    func follow() async {
        await locked(while: "following another process") {
            let before = trackState
            let after = try await current()
            guard let before, before.record.version < after.record.version else { return }
            var above: [OrderKey] = []
            if let top = before.record.visibleRanges.newest,
                let timeframe = Timeframe(from: .endOfTime, downTo: top.advanced(by: .seconds(1)))
            {
                above = try await store.keys(of: after.record.active, in: timeframe, towards: .older, limit: .max)
            }
            try await publish(after, after: before, inserted: above)
        }
    }

    /// Returns those of `suppliers`, or of all if `nil`, whose last request has failed since `began`, with the causes.
    func failures(of suppliers: Set<SupplierID>?, since began: Timestamp) async throws -> [SupplierID: GapCause] {
        try await current().record.activeStates.filter { suppliers?.contains($0.key) ?? true }
            .compactMapValues { state in
                guard case .failed(_, let failed) = state.requests.condition, failed >= began else { return nil }
                return state.requests.cause
            }
    }
}
