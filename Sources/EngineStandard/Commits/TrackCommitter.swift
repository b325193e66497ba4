import EngineConcepts
import Logging

/// Owns the Track's record and is the only place that changes it. Commits fills, late answers, actions and changes of
/// the supplier list one after another, and reports each as changes.
actor TrackCommitter: LockingActor {
    let controlUnit: any ControlUnit
    let store: any TrackStore
    let hub: EventHub
    let time: any TimeSource
    let limits: FillLimits
    /// Returns the reason why the engine may not change the Track now, or `nil` if it may.
    let obstacle: @Sendable () -> Message?
    let fetchWatch: (any FetchWatch)?
    private let log: Logger

    var trackState: TrackState? {
        didSet { knownSnapshot = nil }
    }
    /// The state to which all changes were reported, or `nil` before the first one was read. Another process may have led the
    /// store further.
    private var reportedState: TrackState?
    /// The tickets above the visible ranges that are reported, or `nil` before this engine has followed another process. The
    /// streams of that one move no range.
    private var reportedAbove: Set<OrderKey>?
    /// The number of times that reading the suppliers was begun.
    var directoryReads = 0
    /// The number of that reading whose suppliers are known, or of the last one that is outdated.
    var latestDirectoryRead = 0
    /// The suppliers since they last changed, or `nil` if they were not read since.
    var knownDirectory: SupplierDirectory? {
        didSet {
            knownSnapshot = nil
            lastSnapshot = nil
        }
    }
    var directory: SupplierDirectory { knownDirectory ?? SupplierDirectory() }
    /// The snapshot of ``trackState`` and ``directory``, or `nil` if it was not made yet.
    private var knownSnapshot: TrackSnapshot?
    /// The last snapshot of ``directory``, with its record, or `nil` if none was made yet.
    private var lastSnapshot: (record: TrackRecord, snapshot: TrackSnapshot)?
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
        obstacle = dependencies.obstacle
        fetchWatch = dependencies.fetchWatch
        log = dependencies.log
    }

    // MARK: State

    /// The current state. If the store cannot be read, reports the failure and returns an empty Track.
    var snapshot: TrackSnapshot {
        get async {
            let state = await hub.reporting(while: "reading the store") { try await current() }
            // Last, so that no snapshot lacks their names because they changed meanwhile.
            while knownDirectory == nil { await updateDirectory() }
            guard let state else { return directory.snapshot(of: TrackState(TrackRecord()), limits, after: nil) }
            // A commit may have led further since.
            return snapshot(of: trackState ?? state)
        }
    }

    /// Returns the snapshot of the current state.
    private func snapshot(of state: TrackState) -> TrackSnapshot {
        if let knownSnapshot { return knownSnapshot }
        let snapshot = directory.snapshot(of: state, limits, after: lastSnapshot)
        knownSnapshot = snapshot
        lastSnapshot = (state.record, snapshot)
        return snapshot
    }

    func presenter(for supplier: SupplierID) async -> any Presenter {
        if let presenter = directory.presenter(of: supplier) { return presenter }
        return await updateDirectory().presenter(of: supplier) ?? PlainPresenter()
    }

    /// Returns the stored state, which another process may have changed.
    func current() async throws -> TrackState {
        let record = try await storedRecord()
        if let trackState, trackState.record.version >= record.version { return trackState }
        let read = TrackState(record)
        trackState = read
        reportedState = reportedState ?? read
        return read
    }

    /// Returns the stored record. If it cannot be read, reports the failure and returns `nil`.
    func readableRecord() async -> TrackRecord? {
        await hub.reporting(while: "reading the store") { try await current().record }
    }

    /// Runs `body` while holding the lock, and reports a failure.
    func locked(while doing: String, _ body: () async throws -> Void) async {
        _ = await locked { await hub.reporting(while: doing, body) }
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

    // MARK: Commits

    /// Writes the content of a Pool in one transaction and reports the changes.
    ///
    /// - Parameter fill: The fill that made the Pool, or `nil` for late answers.
    func commit(_ pool: Pool, of fill: FillID?) async throws -> FillOutcome {
        try await locked { try await commitPool(pool, of: fill) }
    }

    /// Commits the content of a Pool and the ranges that it shows. Call only while holding the lock.
    func commitPool(_ pool: Pool, of fill: FillID?) async throws -> FillOutcome {
        var pool = pool
        try await reconcile(&pool)
        let written = try await WrittenPool.write(pool, before: try await followedState(), to: store)
        var changes = written.changes
        changes.rows.fill = fill
        publish(changes.rows, changes.trackState)
        report(pool, of: fill)
        return written.outcome
    }

    /// Commits changes of tickets that leave active suppliers, visible ranges and gaps as they are. Call only while holding
    /// the lock.
    ///
    /// - Parameter write: Writes the commit and returns the version of the store: the previous one if it wrote nothing.
    func commitTickets(
        _ changes: TicketChanges, by write: (TrackCommit) async throws -> TrackVersion
    ) async throws {
        let before = try await followedState()
        var record = before.record
        record.version = record.version.next
        record.supplierStates.merge(changes.supplierStates) { $1 }
        let written = try await WrittenChanges.write(
            changes, before: before, after: TrackState(record: record, gaps: before.gaps), to: store, by: write)
        let version = written.trackState.record.version
        guard version > before.record.version else { return }
        for entry in changes.inserted + changes.updated { recent.add(entry.ticket.id, in: version, isDeleted: false) }
        for key in changes.deleted { recent.add(key.id, in: version, isDeleted: true) }
        if written.rows.isEmpty, changes.removed.isEmpty {
            (trackState, reportedState) = (written.trackState, written.trackState)
        } else {
            publish(written.rows, written.trackState)
        }
    }

    /// Commits a record with other active suppliers or other states of suppliers. Call only while holding the lock.
    func commitSuppliers(_ record: TrackRecord, after before: TrackState) async throws {
        var record = record
        let changed = record.supplierStates.filter { $0.value != before.record.supplierStates[$0.key] }
        record.version = try await store.commit(
            TrackCommit(supplierStates: changed, active: record.active, visibleRanges: record.visibleRanges))
        try await publish(TrackState(record), after: before)
    }

    // MARK: Reports

    /// Makes a state the current one and reports the changes that led to it.
    func publish(_ changes: TrackChanges, _ state: TrackState) {
        (trackState, reportedState) = (state, state)
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
        // The snapshot of the event has the names of the suppliers, which may have changed without the Track.
        while knownDirectory == nil { await updateDirectory() }
        publish(composer.changes, state)
    }

    private func report(_ pool: Pool, of fill: FillID?) {
        for (supplier, cause) in pool.causes.sorted(by: { $0.key < $1.key }) {
            if let error = pool.error(of: supplier) { hub.send(.supplierFailed(supplier, error, fill: fill)) }
            log.info("source incomplete", metadata: ["source": "\(supplier)", "reason": "\(cause.detailedCode)"])
        }
        guard let timeframe = pool.plan.timeframe else { return }
        let outside = pool.count - pool.count(in: timeframe)
        if outside > 0 {
            log.info("items outside the requested time are stored", metadata: ["items": "\(outside)"])
        }
    }

    // MARK: Other processes

    /// Loads what another process has committed and reports it as far as it is visible: new tickets above the previous
    /// top of the Track, ranges opened below it, and gaps.
    func follow() async {
        await locked(while: "following another process") { _ = try await followedState() }
    }

    /// Returns the stored state after reporting what another process has committed. Call only while holding the lock.
    func followedState() async throws -> TrackState {
        let after = try await current()
        guard let before = reportedState, before.record.version < after.record.version else {
            // The first screen shows what is there already.
            if reportedAbove == nil, obstacle() != nil {
                reportedAbove = Set(try await keys(above: after.record, in: after))
            }
            return after
        }
        let above = try await keys(above: before.record, in: after)
        try await publish(after, after: before, inserted: above.filter { !(reportedAbove?.contains($0) ?? false) })
        reportedAbove = Set(above)
        return after
    }

    /// Returns the places of the tickets of a stored state above the second in which the visible ranges of a record end.
    private func keys(above record: TrackRecord, in state: TrackState) async throws -> [OrderKey] {
        guard let top = record.visibleRanges.newest,
            let timeframe = Timeframe(from: .endOfTime, downTo: top.advanced(by: .seconds(1)))
        else { return [] }
        return try await store.keys(of: state.record.active, in: timeframe, towards: .older, limit: .max)
    }
}
