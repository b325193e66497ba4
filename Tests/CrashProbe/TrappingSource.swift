import EngineConcepts
import EngineStandard
import EngineTestSupport
import Storage

/// Reads a source that crashes the program, beside one that does not.
struct TrappingProcess {
    static let trapping: SupplierID = "trap:x"
    static let calm: SupplierID = "calm:x"

    private let database: TrackDatabase
    private let fetchGuard: FetchGuard
    /// True if the stream of the source crashes the program, false if its answer does.
    private let opensStreams: Bool

    init(_ database: TrackDatabase, opensStreams: Bool) {
        self.database = database
        self.opensStreams = opensStreams
        fetchGuard = FetchGuard(forStoreAt: database.path)
    }

    /// Prints the sources that were paused at the start, and the result.
    func run() async throws {
        for id in try fetchGuard.begin([Self.trapping, Self.calm]) { print("paused \(id)") }
        let time = ManualTimeSource()
        let controlUnit = ModularControlUnit(time: time)
        for id in [Self.trapping, Self.calm] {
            let supplier = TrappingSource(id: id, streams: opensStreams)
            controlUnit.add(supplier, for: id.rawValue, paused: fetchGuard.isPaused(id))
        }
        let engine = StandardEngine(controlUnit: controlUnit, store: database, time: time, fetchWatch: fetchGuard)
        await engine.suppliersChanged()
        try await (opensStreams ? stream(engine) : refresh(engine))
        fetchGuard.end()
    }

    /// Refreshes the sources and prints the number of tickets.
    private func refresh(_ engine: StandardEngine) async throws {
        engine.refresh()
        await engine.waitUntilIdle()
        print("tickets \(try await database.counts(in: .all).total)")
    }

    /// Opens the streams, and prints that of the source which is refused.
    private func stream(_ engine: StandardEngine) async throws {
        let events = engine.events()
        engine.resumeStreams()
        for await event in events {
            guard case .stream(let id, .waiting(until: nil, let error?)) = event else { continue }
            print("closed \(id): \(error.message.key)")
            break
        }
        engine.pauseStreams()
        await engine.flushStreams()
    }
}

/// A source with one item, and a stream with one event. Reading that of ``TrappingProcess/trapping`` adds to the largest
/// number.
private struct TrappingSource: Supplier {
    let id: SupplierID
    let streams: Bool

    var name: String { id.rawValue }
    var kind: SupplierKind { "feed" }
    var traits: SupplierTraits {
        streams ? SupplierTraits(streams: true) : SupplierTraits(shape: .window, pagesOlder: false)
    }
    var presenter: any Presenter { PlainTestPresenter() }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        FetchAnswer(items: [item(at: request.now)], end: .retentionLimit)
    }

    func stream(_ request: StreamRequest) -> AsyncStream<StreamEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: StreamEvent.self)
        continuation.yield(.connected(from: request.now))
        continuation.yield(.batch(StreamBatch(items: [request.reading { item(at: request.now) }])))
        return stream
    }

    private func item(at time: Timestamp) -> SourceItem {
        let total = id == TrappingProcess.trapping ? Int64.max : 0
        return SourceItem(id: "1", orderTime: time, nativeOrder: total + time.seconds, body: TicketBody(title: "A"))
    }
}
