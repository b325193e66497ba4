import EngineConcepts
import EngineSimulation
import EngineStandard
import EngineTestSupport
import TestSupport

/// An engine with sources that have streams, and a clock that stands still.
final class StreamBench {
    let time = ManualTimeSource()
    let store = MemoryTrackStore()
    /// Its clock never moves, so that a setup can take as long as the machine needs.
    let controlUnit = ModularControlUnit(time: ManualTimeSource())
    let engine: StandardEngine
    private(set) var suppliers: [ScriptedSupplier] = []

    init(
        _ limits: StreamLimits = StreamLimits(closesGaps: false), obstacle: @escaping @Sendable () -> Message? = { nil }
    ) {
        engine = StandardEngine(
            controlUnit: controlUnit, store: store, time: time, limits: EngineLimits(streams: limits),
            random: SeededGenerator(seed: 1), obstacle: obstacle)
    }

    /// Adds a source with a post at every tenth second of the last minute.
    @discardableResult
    func add(_ id: SupplierID = "a", traits: SupplierTraits = SupplierTraits(streams: true)) -> ScriptedSupplier {
        let source = ScriptedSource()
        source.add(6, newest: time.now().advanced(by: .seconds(-5)), every: .seconds(10))
        let supplier = ScriptedSupplier(id, source, traits: traits, time: time)
        controlUnit.add(supplier, for: id.rawValue)
        suppliers.append(supplier)
        return supplier
    }

    /// Returns a bench with one source whose stream is connected.
    static func connected() async -> (bench: StreamBench, supplier: ScriptedSupplier) {
        let bench = StreamBench()
        let supplier = bench.add()
        await bench.begin()
        return (bench, supplier)
    }

    /// Refreshes all sources and waits for the end.
    func refresh() async {
        engine.refresh()
        await engine.waitUntilIdle()
    }

    /// Refreshes and connects the streams of all sources.
    func begin() async {
        await refresh()
        engine.resumeStreams()
        for supplier in suppliers where supplier.traits.streams { await connect(supplier) }
    }

    /// Waits for a connection and establishes it now.
    func connect(_ supplier: ScriptedSupplier, number: Int = 1) async {
        await supplier.live.waitForConnections(number)
        supplier.live.send(.connected(from: time.now()))
        await supplier.live.waitUntilRead()
    }

    /// Adds a post of now to a source and sends it on the stream.
    @discardableResult
    func post(_ id: String, to supplier: ScriptedSupplier, isSent: Bool = true) async -> ScriptedSource.Post {
        let post = ScriptedSource.Post(id: id, time: time.now(), text: id)
        supplier.source.add([post])
        if isSent { await send(.batch(StreamBatch(items: [post.item()])), to: supplier) }
        return post
    }

    /// Sends an event and waits until it is committed.
    func send(_ event: StreamEvent, to supplier: ScriptedSupplier) async {
        supplier.live.send(event)
        await supplier.live.waitUntilRead()
        await engine.flushStreams()
    }

    /// Claims everything until now.
    func claim(_ supplier: ScriptedSupplier) async { await send(.claim(upTo: time.now()), to: supplier) }

    /// Returns an engine over the same store, as that of another process. It has no streams.
    func restarted() -> StandardEngine {
        StandardEngine(controlUnit: controlUnit, store: store, time: time, random: SeededGenerator(seed: 2))
    }

    func pass(_ seconds: Int) { time.advance(by: .seconds(seconds)) }

    /// Returns the visible items, newest first.
    func items() async throws -> [String] {
        try await VisibleTrack(of: store).entries.map(\.ticket.id.item)
    }

    /// The partial gaps, newest first.
    var partialGaps: [Gap] {
        get async { await engine.snapshot.gaps.filter { $0.kind == .partial } }
    }
}
