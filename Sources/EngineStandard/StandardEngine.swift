public import EngineConcepts
public import Logging

/// The standard engine: a facade over the actors that do the work. Calls return at once; ``events()`` reports what
/// happens.
///
/// The engine runs no periodic timer. It works only while a fill runs, an answer is outstanding, or an action waits
/// for its next attempt. If the last reference to the engine is released during a fill, the fill continues to its
/// end, but later answers are dropped.
public final class StandardEngine: Engine {
    private let committer: TrackCommitter
    private let fillRunner: FillRunner
    private let hub: EventHub
    private let queue: FillQueue
    private let actionSender: ActionSender
    private let streams: StreamRunner
    private let obstacle: @Sendable () -> Message?
    private let forwarder: RefreshForwarder?

    /// Reads the store with unconfirmed actions applied.
    public let reader: any TrackReader

    /// Creates an engine over a store.
    ///
    /// - Parameters:
    ///   - outbox: The storage for unfinished actions, used by this engine only.
    ///   - random: The source of action identities and of random delays between attempts.
    ///   - fetchWatch: Observes which suppliers are being read, or `nil` if nobody does.
    ///   - contentSetting: Returns the setting that keeps the content of an action that was refused or cancelled, or `nil`
    ///     for none. It is written in the transaction that removes the action.
    ///   - obstacle: Returns the reason why this engine may not fetch or change the Track now, for example because
    ///     another process does so with the same store, or `nil` if it may. Called for every fill and action, and
    ///     when the suppliers change.
    ///   - forwardRefresh: Does the user's refreshes while there is an obstacle, or `nil` if they fail with that reason.
    public init(
        controlUnit: any ControlUnit, store: any TrackStore, time: any TimeSource,
        processor: any TrackProcessor<PoolDelivery, Pool> = MergingTrackProcessor(),
        limits: EngineLimits = EngineLimits(), outbox: any Outbox = MemoryOutbox(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        fetchWatch: (any FetchWatch)? = nil,
        log: Logger = Logger(label: "fiber.engine", factory: { _ in SwiftLogNoOpLogHandler() }),
        contentSetting: @escaping @Sendable (PendingAction) throws -> SettingChange? = { _ in nil },
        obstacle: @escaping @Sendable () -> Message? = { nil }, forwardRefresh: ForwardRefresh? = nil
    ) {
        self.obstacle = obstacle
        hub = EventHub(log: log)
        let dependencies = EngineDependencies(
            controlUnit: controlUnit, store: store, time: time, random: EngineRandom(random), limits: limits, log: log,
            hub: hub, fetchWatch: fetchWatch, obstacle: obstacle)
        queue = FillQueue(hub: hub)
        committer = TrackCommitter(dependencies)
        fillRunner = FillRunner(dependencies, committer: committer, processor: processor, queue: queue)
        let actions = ActionCommitter(
            dependencies, trackCommitter: committer, outbox: outbox, contentSetting: contentSetting)
        actionSender = ActionSender(dependencies, actions: actions)
        let fillRunner = fillRunner
        streams = StreamRunner(
            dependencies, committer: committer, queueFill: { [weak fillRunner] kind in _ = fillRunner?.add(kind) })
        forwarder =
            if let forwardRefresh {
                RefreshForwarder(queue: queue, committer: committer, time: time, forward: forwardRefresh)
            } else { nil }
        reader = OverlaidReader(store: store, actions: actions)
    }

    deinit {
        streams.turn(on: false)
        hub.finish()
    }

    public var snapshot: TrackSnapshot {
        get async { await committer.snapshot }
    }

    public var statistics: EngineStatistics {
        get async { await fillRunner.statistics }
    }

    public var lateOutcome: FillOutcome {
        get async { await fillRunner.lateOutcome }
    }

    public func events() -> AsyncStream<EngineEvent> { hub.listen() }

    @discardableResult
    public func refresh(
        _ occasion: RefreshOccasion, of suppliers: Set<SupplierID>?, includingPaused: Bool
    ) -> FillID {
        let scope = FillScope(occasion, of: suppliers, includingPaused: includingPaused)
        guard occasion == .manual, let reason = obstacle(), let forwarder else { return add(.refresh(scope)) }
        return forwarder.refresh(scope, orFailWith: reason)
    }

    @discardableResult
    public func fill(_ gap: GapID, from side: GapSide, amount: FillAmount, in view: TrackView) -> FillID {
        add(.gap(FillJob.GapTask(gap: gap, side: side, amount: amount, view: view)))
    }

    @discardableResult
    public func retry(_ gap: GapID, from side: GapSide, amount: FillAmount, in view: TrackView) -> FillID {
        add(.gap(FillJob.GapTask(gap: gap, side: side, amount: amount, view: view, isRetry: true)))
    }

    public func canRetry(_ gap: GapID) async -> Bool { await fillRunner.canRetry(gap) }

    public func cancel(_ fill: FillID) { fillRunner.cancel(fill) }

    public func withdraw(_ fill: FillID) { fillRunner.withdraw(fill) }

    public func suppliersChanged() async { await suppliersChanged(answered: [:]) }

    /// Updates the Track after the control unit's suppliers changed.
    ///
    /// - Parameter answered: The times at which suppliers answered requests outside the engine, for example when a
    ///   new source was checked. For suppliers that join, rate limits older than that end.
    public func suppliersChanged(answered: [SupplierID: Timestamp]) async {
        guard obstacle() == nil else { return await committer.forgetDirectory() }
        await committer.suppliersChanged(answered: answered)
        await actionSender.suppliersChanged()
        await streams.update()
    }

    public func restartSuppliers(_ suppliers: Set<SupplierID>?) async {
        guard obstacle() == nil else { return }
        await committer.restartSuppliers(suppliers)
    }

    /// Loads what another process has committed to the store and reports it as far as it is visible: new tickets
    /// above the previous top of the Track, ranges opened below it, and gaps. Costs one small read if nothing has
    /// changed.
    public func follow() async { await committer.follow() }

    /// Removes the tickets that `retention` does not keep, in commits of a few hundred, and returns their number.
    /// Tickets with unconfirmed actions stay. Throws ``RetentionObstacle`` if this engine may not change the Track.
    ///
    /// - Parameter progress: Called after each commit with the number of tickets removed so far.
    @discardableResult
    public func remove(
        by retention: Retention, _ progress: @Sendable (Int) async -> Void
    ) async throws -> Int {
        let kept = Set(await actionSender.pendingActions.compactMap(\.ticket))
        return try await committer.remove(by: retention, keeping: kept, progress)
    }

    public func storeBesideTrack(_ items: [SourceItem], of supplier: SupplierID) async throws {
        try await committer.storeBesideTrack(items, of: supplier, mayCommit: obstacle() == nil)
    }

    @discardableResult
    public func perform(_ request: RequestedAction, storing change: SettingChange?) -> ActionID {
        actionSender.perform(request, storing: change)
    }

    public var pendingActions: [PendingAction] {
        get async { await actionSender.pendingActions }
    }

    public func retry(_ action: ActionID) { actionSender.add(.retry(action)) }

    public func drop(_ action: ActionID) { actionSender.add(.drop(action)) }

    /// Does nothing if another process may write to the store.
    public func resumeActions() {
        guard obstacle() == nil else { return }
        actionSender.add(.resume)
    }

    public func resumeStreams() { streams.turn(on: true) }

    public func pauseStreams() { streams.turn(on: false) }

    /// Commits at once what streams have delivered so far.
    package func flushStreams() async {
        await streams.update()
        await streams.waitUntilSettled()
        await streams.commit()
    }

    public func waitUntilIdle() async {
        await streams.waitUntilSettled()
        await fillRunner.waitUntilIdle()
        await actionSender.waitUntilIdle()
    }

    public func presenter(for supplier: SupplierID) async -> any Presenter {
        await committer.presenter(for: supplier)
    }

    private func add(_ kind: FillJob.Kind) -> FillID {
        if let reason = obstacle() { queue.refuse(kind, reason) } else { fillRunner.add(kind) }
    }
}
