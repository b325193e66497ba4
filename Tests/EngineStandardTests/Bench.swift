import EngineConcepts
import EngineStandard
import EngineTestSupport
import Testing

/// An engine over scripted sources and a clock that stands still.
struct Bench {
    let time = ManualTimeSource()
    let store = MemoryTrackStore()
    /// Its clock is never moved: a set-up may take as long as the machine makes it take.
    let controlUnit = ModularControlUnit(time: ManualTimeSource())
    let engine: StandardEngine

    /// - Parameter steer: makes the engine's control unit of the one that suppliers are added to.
    init(
        limits: PoolLimits = PoolLimits(), processor: any TrackProcessor = MergingTrackProcessor(),
        steer: (ModularControlUnit) -> any ControlUnit = { $0 }
    ) {
        engine = StandardEngine(
            controlUnit: steer(controlUnit), store: store, time: time, processor: processor, limits: limits)
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

    /// Fills and waits for the end of it.
    @discardableResult
    func refresh() async -> FillState? {
        await ended { engine.refresh() }
    }

    @discardableResult
    func fill(_ gap: Gap, from side: GapSide = .newer, _ amount: FillAmount = .pool) async -> FillState? {
        await ended { engine.fill(gap.id, from: side, amount: amount) }
    }

    /// The last state of the fill that `begin` begins.
    func ended(_ begin: () -> FillID) async -> FillState? {
        let events = engine.events()
        let fill = begin()
        for await event in events {
            if case .fill(fill, _, let state) = event, state.isFinal { return state }
        }
        return nil
    }

    /// All rows of the Track.
    func rows(_ view: TrackView = .all) async throws -> [TrackRow] {
        try await store.window(WindowRequest(anchor: .top, above: 0, below: 100_000, view: view)).rows
    }

    /// The names of all shown items of a supplier, newest first.
    func items(of supplier: SupplierID? = nil) async throws -> [String] {
        try await rows()
            .compactMap { row in
                guard case .ticket(let entry) = row, supplier == nil || entry.ticket.supplier == supplier else {
                    return nil
                }
                return entry.ticket.id.item
            }
    }

    var gaps: [Gap] {
        get async { await engine.snapshot.gaps }
    }

    /// The tickets that the Track shows, newest first.
    func entries() async throws -> [TrackEntry] {
        try await rows()
            .compactMap { row in
                if case .ticket(let entry) = row { entry } else { nil }
            }
    }

    /// Fills until nothing is left that can be filled, page by page or at once.
    func fillEverything(from side: GapSide = .newer, _ amount: FillAmount = .all) async {
        for _ in 0..<200 {
            guard let gap = await gaps.first(where: \.canBeFilled) else { return }
            await fill(gap, from: side, amount)
        }
    }
}

extension SupplierTraits {
    /// The newest items of a source and nothing else.
    static let feed = SupplierTraits(shape: .window, pagesOlder: false)
}
