public import EngineConcepts
import Synchronization

/// A supplier that reads a ``ScriptedSource``.
public final class ScriptedSupplier: Supplier {
    public let id: SupplierID
    public let traits: SupplierTraits
    public let source: ScriptedSource
    /// Its stream, if its traits have one.
    public let live = ScriptedStream()
    /// Receives its actions.
    public let recorder = ActionRecorder()

    public let account: (any AccountClient)?

    private let time: any TimeSource
    private let state = Mutex(State())

    private struct State {
        var log: [String] = []
        var setupError: SupplierError?
        var setupHangs = false
        var threshold: Timestamp?
        var thresholdHangs = false
        var cleanupHangs = false
    }

    public init(
        _ id: SupplierID, _ source: ScriptedSource, traits: SupplierTraits = SupplierTraits(),
        account: (any AccountClient)? = nil, time: any TimeSource
    ) {
        self.account = account
        self.id = id
        self.source = source
        self.traits = traits
        self.time = time
    }

    public var name: String { id.rawValue }
    public var kind: SupplierKind { "scripted" }
    public var presenter: any Presenter { ScriptedPresenter() }
    public var timeThreshold: Timestamp? {
        get async {
            let (threshold, hangs) = state.withLock { ($0.threshold, $0.thresholdHangs) }
            if hangs { await sleepForADay() }
            return threshold
        }
    }

    /// All calls except fetches, in order.
    public var log: [String] { state.withLock(\.log) }

    /// Makes the setup fail.
    public func failSetup(_ error: SupplierError?) {
        state.withLock { $0.setupError = error }
    }

    /// Makes the setup take a day.
    public func hangSetup() {
        state.withLock { $0.setupHangs = true }
    }

    /// Makes ``timeThreshold`` take a day.
    public func hangThreshold() {
        state.withLock { $0.thresholdHangs = true }
    }

    /// Makes cleanup and ``clearCurrentData()`` take a day.
    public func hangCleanup() {
        state.withLock { $0.cleanupHangs = true }
    }

    public func setThreshold(_ threshold: Timestamp?) {
        state.withLock { $0.threshold = threshold }
    }

    public func poolSetup() async throws(SupplierError) {
        let (error, hangs) = state.withLock { state in
            state.log.append("setup")
            return (state.setupError, state.setupHangs)
        }
        if hangs {
            do {
                try await time.sleep(for: .seconds(86_400))
            } catch {
                throw SupplierError(.cancelled, "The set-up was cancelled.")
            }
        }
        if let error { throw error }
    }

    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        try await source.answer(request, traits: traits, time: time)
    }

    public func stream(_ request: StreamRequest) -> AsyncStream<StreamEvent> {
        live.open()
    }

    public func perform(_ request: ActionRequest<TicketAction>, on ticket: Ticket) async -> ActionOutcome {
        guard source.posts.contains(where: { $0.id == ticket.id.item }) else {
            return .refused(SupplierError(.gone, "\(name) has no \(ticket.id.item)."))
        }
        return await recorder.perform(request, on: ticket)
    }

    public func poolCleanup() async {
        await cleanUp("cleanup")
    }

    public func clearCurrentData() async {
        await cleanUp("clear")
    }

    private func cleanUp(_ call: String) async {
        let hangs = state.withLock { state in
            state.log.append(call)
            return state.cleanupHangs
        }
        if hangs { await sleepForADay() }
    }

    private func sleepForADay() async {
        do {
            try await time.sleep(for: .seconds(86_400))
        } catch {
            // Responds to cancellation.
        }
    }
}
