import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

/// An engine with scripted sources and a clock that stands still.
struct Bench {
    let time = ManualTimeSource()
    let store = MemoryTrackStore()
    /// Its clock never moves, so that a setup can take as long as the machine needs.
    let controlUnit = ModularControlUnit(time: ManualTimeSource())
    let engine: StandardEngine

    /// An engine without suppliers on an empty store.
    ///
    /// - Parameter steer: Wraps the control unit to which suppliers are added.
    init(
        limits: FillLimits = FillLimits(), processor: any TrackProcessor<PoolDelivery, Pool> = MergingTrackProcessor(),
        steer: (ModularControlUnit) -> any ControlUnit = { $0 }
    ) {
        engine = StandardEngine(
            controlUnit: steer(controlUnit), store: store, time: time, processor: processor,
            limits: EngineLimits(fills: limits))
    }

    var now: Timestamp { time.now() }

    @discardableResult
    func add(
        _ id: SupplierID, _ source: ScriptedSource, traits: SupplierTraits = SupplierTraits()
    ) -> ScriptedSupplier {
        let supplier = ScriptedSupplier(id, source, traits: traits, time: time)
        controlUnit.add(supplier, for: id.rawValue)
        return supplier
    }

    /// Refreshes all suppliers and waits for the end.
    @discardableResult
    func refresh() async -> FillState? {
        await ended { engine.refresh() }
    }

    /// Fills a gap and waits for the end.
    @discardableResult
    func fill(_ gap: Gap, from side: GapSide = .newer, _ amount: FillAmount = .pool) async -> FillState? {
        await ended { engine.fill(gap.id, from: side, amount: amount) }
    }

    /// Returns the final state of the fill started by `begin`.
    func ended(_ begin: () -> FillID) async -> FillState? {
        let events = engine.events()
        let fill = begin()
        for await event in events {
            if case .fill(fill, _, let state) = event, state.isFinal { return state }
        }
        return nil
    }

    /// Moves the clock until suppliers are slow, and waits for the end of the fill that `events` report.
    func endWithoutSlow(_ events: AsyncStream<EngineEvent>) async {
        // The timeouts of the fill and of its requests.
        await time.waitForSleepers(2)
        time.advance(by: .seconds(5))
        for await event in events {
            if case .fill(_, _, .done) = event { return }
        }
    }

    /// Returns all rows of the Track.
    func rows(_ view: TrackView = .all) async throws -> [TrackRow] {
        try await store.window(WindowRequest(anchor: .top, above: 0, below: 100_000, view: view)).rows
    }

    /// Returns the identities of all visible items of a supplier, newest first.
    func items(of supplier: SupplierID? = nil) async throws -> [String] {
        try await entries().map(\.ticket.id).filter { supplier == nil || $0.supplier == supplier }.map(\.item)
    }

    var gaps: [Gap] {
        get async { await engine.snapshot.gaps }
    }

    /// Returns the visible tickets, newest first.
    func entries() async throws -> [TrackEntry] { try await rows().compactMap(\.entry) }

    /// Fills until no gap can be filled, page by page or all at once.
    func fillEverything(from side: GapSide = .newer, _ amount: FillAmount = .all) async {
        for _ in 0..<200 {
            guard let gap = await gaps.first(where: \.canBeFilled) else { return }
            await fill(gap, from: side, amount)
        }
    }
}

extension SupplierTraits {
    /// The traits of a window without older pages.
    static let feed = SupplierTraits(shape: .window, pagesOlder: false)
}

/// Returns the identities of the posts visible above the Track's last gap.
func shown(_ source: ScriptedSource, above gap: Gap) -> [String] {
    source.posts.filter { $0.time >= gap.timeframe.start }.map(\.id)
}

/// A state other than the end of a fill that was expected.
private struct UnexpectedFillState: Error {
    let state: FillState?
}

extension FillState? {
    /// Returns the outcome of a fill that ended normally. Throws any other state.
    func outcome() throws -> FillOutcome {
        guard case .done(let outcome)? = self else { throw UnexpectedFillState(state: self) }
        return outcome
    }
}
