public import EngineConcepts
public import Logging

/// One engine: a façade over the core that does the work. Calls return at once; what happens is told by ``events()``.
///
/// An engine keeps no timer and wakes nobody: it works while a fill runs, an answer is outstanding or an action waits for
/// its next attempt, and rests otherwise. A fill that it began goes on when the last reference to it is dropped, until it ends
/// by itself; an answer that comes after the end of its fill is dropped then.
public final class StandardEngine: Engine {
    private let keeper: TrackCommitter
    private let core: EngineCore
    private let hub: EventHub
    private let queue: FillQueue
    private let lanes: ActionSender
    private let actions: ActionQueue
    private let time: any TimeSource
    private let obstacle: @Sendable () -> Message?

    /// Reads the store as a reader is to see it: with what they asked for shown as done.
    public let reader: any TrackReader

    /// Makes an engine over a store, steered by a control unit that is never swapped.
    ///
    /// - Parameters:
    ///   - outbox: Where actions are kept until they have ended; of this engine alone.
    ///   - random: Names actions, and spreads their attempts.
    ///   - obstacle: Why this engine may neither fetch nor change the Track now, in words, as where another process does so
    ///     over the same store; nil where it may. Asked for with every fill and action, and when the suppliers
    ///     change.
    public init(
        controlUnit: any ControlUnit, store: any TrackStore, time: any TimeSource,
        processor: any TrackProcessor = MergingTrackProcessor(), limits: PoolLimits = PoolLimits(),
        outbox: any Outbox = MemoryOutbox(), actionLimits: ActionLimits = ActionLimits(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        log: Logger = Logger(label: "fiber.engine", factory: { _ in SwiftLogNoOpLogHandler() }),
        obstacle: @escaping @Sendable () -> Message? = { nil }
    ) {
        self.obstacle = obstacle
        hub = EventHub(log: log)
        queue = FillQueue(hub: hub)
        keeper = TrackCommitter(controlUnit: controlUnit, store: store, hub: hub, time: time, limits: limits, log: log)
        core = EngineCore(
            keeper: keeper, controlUnit: controlUnit, store: store, processor: processor, time: time, limits: limits,
            log: log,
            hub: hub, queue: queue)
        self.time = time
        actions = ActionQueue(random: random)
        let board = CurrentOverlay()
        lanes = ActionSender(
            controlUnit: controlUnit, store: store, outbox: outbox, keeper: keeper, time: time, limits: actionLimits,
            hub: hub, queue: actions, board: board, obstacle: obstacle)
        reader = OverlaidReader(store: store, board: board, lanes: lanes)
    }

    deinit {
        hub.finish()
    }

    /// How things stand now.
    public var snapshot: TrackSnapshot {
        get async { await keeper.snapshot }
    }

    /// What was done so far, and what is done now.
    public var statistics: EngineStatistics {
        get async { await core.statistics }
    }

    /// Everything that happens from now on.
    public func events() -> AsyncStream<EngineEvent> {
        hub.listen()
    }

    /// Asks for what is new.
    @discardableResult
    public func refresh(_ occasion: RefreshOccasion) -> FillID {
        add(.refresh(occasion))
    }

    /// Asks for a gap to be filled.
    @discardableResult
    public func fill(_ gap: GapID, from side: GapSide, amount: FillAmount, in view: TrackView) -> FillID {
        add(.gap(gap, side, amount, view))
    }

    /// Forgets why suppliers could not deliver a gap.
    public func reopen(_ gap: GapID) async {
        guard obstacle() == nil else { return }
        await keeper.reopen(gap)
    }

    /// Cancels a fill.
    public func cancel(_ fill: FillID) {
        guard queue.cancel(fill) else { return }
        let core = core
        Task { await core.cancel(fill) }
    }

    /// Makes the Track follow the control unit.
    public func suppliersChanged() async {
        await suppliersChanged(answered: [:])
    }

    /// Makes the Track follow the control unit.
    ///
    /// - Parameter answered: When suppliers answered somebody else, as where it was looked whether they can be followed: of
    ///   those that join, the patience that they had asked for before is over.
    public func suppliersChanged(answered: [SupplierID: Timestamp]) async {
        guard obstacle() == nil else { return }
        await keeper.suppliersChanged(answered: answered)
        await lanes.suppliersChanged()
    }

    /// Makes every supplier forget what it holds in memory, and the store where each was to be read on.
    public func restartSuppliers() async {
        guard obstacle() == nil else { return }
        await keeper.restartSuppliers()
    }

    /// Takes over what another process has committed to the store since, and tells it as far as it can be seen: what came
    /// above the Track's former top, what was opened below it, and the gaps. Costs one small read where there is nothing.
    public func follow() async {
        await keeper.follow()
    }

    /// Does something to a ticket at its source.
    @discardableResult
    public func perform(_ action: TicketAction, on ticket: TicketID) -> ActionID {
        let (id, starts) = actions.perform(action, on: ticket, asked: time.now())
        drainActions(starts)
        return id
    }

    /// The actions that have not ended, in the order in which they were asked for.
    public var pendingActions: [PendingAction] {
        get async { await lanes.pendingActions }
    }

    /// Sends an action again now.
    public func retry(_ action: ActionID) {
        drainActions(actions.add(.retry(action)))
    }

    /// Drops an action that is not being sent.
    public func drop(_ action: ActionID) {
        drainActions(actions.add(.drop(action)))
    }

    /// Takes up the actions that were kept when the program last ended: not where another process does.
    public func resumeActions() {
        guard obstacle() == nil else { return }
        drainActions(actions.add(.resume))
    }

    /// Waits until every fill has ended, late answers included, and no action is being sent.
    public func settle() async {
        await core.settle()
        await lanes.settle()
    }

    /// What presents the tickets of this supplier.
    public func presenter(for supplier: SupplierID) async -> any Presenter {
        await keeper.presenter(for: supplier)
    }

    private func drainActions(_ starts: Bool) {
        guard starts else { return }
        let lanes = lanes
        Task { await lanes.drain() }
    }

    private func add(_ kind: FillJob.Kind) -> FillID {
        if let reason = obstacle() { return queue.refuse(kind, reason) }
        let ticket = queue.add(kind)
        if ticket.starts {
            let core = core
            Task { await core.drain() }
        }
        return ticket.fill
    }
}
