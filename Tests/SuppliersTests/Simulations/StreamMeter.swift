import EngineConcepts
import EngineTestSupport
import TestSupport

/// A supplier whose stream is counted on its way to the engine, so that a test knows when all has arrived and is handled.
struct MeteredSupplier: Supplier {
    let base: any Supplier
    let meter = StreamMeter()

    var id: SupplierID { base.id }
    var name: String { base.name }
    var kind: SupplierKind { base.kind }
    var traits: SupplierTraits { base.traits }
    var presenter: any Presenter { base.presenter }
    var account: (any AccountClient)? { base.account }

    func poolSetup() async throws(SupplierError) { try await base.poolSetup() }

    func poolCleanup() async { await base.poolCleanup() }

    func clearCurrentData() async { await base.clearCurrentData() }

    func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer { try await base.fetch(request) }

    func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
        await base.perform(request, on: ticket)
    }

    func stream(_ request: StreamRequest) -> AsyncStream<StreamEvent> {
        let stream = meter.line.open()
        Task { [base, meter] in
            for await event in base.stream(request) {
                meter.line.send(event)
                meter.record(event)
            }
            meter.recordEnd()
        }
        return stream
    }
}

/// Counts of the events of a supplier's stream.
final class StreamMeter: Sendable {
    /// The counts so far.
    struct Counts: Sendable {
        /// Connections that were established.
        var connected = 0
        /// Events that prove nothing.
        var keepAlives = 0
        /// Streams that have ended.
        var ended = 0
    }

    /// The way to the engine.
    let line = ScriptedStream()
    private let state = WaitableState(Counts())

    var counts: Counts { state.withLock(\.self) }

    func record(_ event: StreamEvent) {
        state.withLock { counts in
            switch event {
            case .connected: counts.connected += 1
            case .keepAlive: counts.keepAlives += 1
            case .batch, .claim, .disconnected: break
            }
        }
    }

    func recordEnd() {
        state.withLock { $0.ended += 1 }
    }

    /// Waits until the counts are as wanted.
    func wait(until isReached: @escaping @Sendable (Counts) -> Bool) async {
        await state.wait(until: isReached)
    }
}
