public import EngineConcepts
public import Logging

/// One engine: a façade over the core that does the work. Calls return at once; what happens is told by ``events()``.
///
/// An engine keeps no timer and wakes nobody: it works while a fill runs or an answer is outstanding, and rests
/// otherwise. What it began goes on when the last reference to it is dropped, until it ends by itself.
public final class StandardEngine: Engine {
    private let core: EngineCore
    private let hub = EventHub()
    private let queue: FillQueue

    /// Makes an engine over a store, steered by a control unit that is never swapped.
    public init(
        controlUnit: any ControlUnit, store: any TrackStore, time: any TimeSource,
        processor: any TrackProcessor = MergingTrackProcessor(), limits: PoolLimits = PoolLimits(),
        log: Logger = Logger(label: "fiber.engine", factory: { _ in SwiftLogNoOpLogHandler() })
    ) {
        queue = FillQueue(hub: hub)
        core = EngineCore(
            controlUnit: controlUnit, store: store, processor: processor, time: time, limits: limits, log: log,
            hub: hub, queue: queue)
    }

    deinit {
        hub.finish()
    }

    /// How things stand now.
    public var snapshot: TrackSnapshot {
        get async { await core.snapshot }
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

    /// Cancels a fill.
    public func cancel(_ fill: FillID) {
        guard queue.cancel(fill) else { return }
        let core = core
        Task { await core.cancel(fill) }
    }

    /// Makes the Track follow the control unit.
    public func suppliersChanged() async {
        await core.suppliersChanged()
    }

    /// Waits until every fill has ended, late answers included.
    public func settle() async {
        await core.settle()
    }

    /// What presents the tickets of this supplier.
    public func presenter(for supplier: SupplierID) async -> any Presenter {
        await core.presenter(for: supplier)
    }

    private func add(_ kind: FillJob.Kind) -> FillID {
        let ticket = queue.add(kind)
        if ticket.starts {
            let core = core
            Task { await core.drain() }
        }
        return ticket.fill
    }
}
