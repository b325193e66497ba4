public import EngineConcepts
import Synchronization

/// A supplier over a ``ScriptedSource``.
public final class ScriptedSupplier: Supplier {
    /// Its name in the store.
    public let id: SupplierID
    /// What its source can do.
    public let traits: SupplierTraits
    /// What it reads.
    public let source: ScriptedSource
    /// What takes its actions.
    public let desk = ActionRecorder()

    private let time: any TimeSource
    private let state = Mutex(State())

    private struct State {
        var log: [String] = []
        var setupError: SupplierError?
        var setupHangs = false
        var threshold: Timestamp?
        var thresholdHangs = false
        var partingHangs = false
    }

    /// A supplier that reads `source`.
    public init(
        _ id: SupplierID, _ source: ScriptedSource, traits: SupplierTraits = SupplierTraits(), time: any TimeSource
    ) {
        self.id = id
        self.source = source
        self.traits = traits
        self.time = time
    }

    /// Its name on the screen.
    public var name: String { id.rawValue }
    /// Scripted.
    public var kind: SupplierKind { "scripted" }
    /// Shows the bare text.
    public var presenter: any Presenter { ScriptedPresenter() }
    /// What the test says.
    public var timeThreshold: Timestamp? {
        get async {
            let (threshold, hangs) = state.withLock { ($0.threshold, $0.thresholdHangs) }
            if hangs { await sleepForADay() }
            return threshold
        }
    }

    /// What was called beside fetches, in order.
    public var log: [String] { state.withLock(\.log) }

    /// Makes the set-up fail.
    public func failSetup(_ error: SupplierError?) {
        state.withLock { $0.setupError = error }
    }

    /// Makes the set-up take a day.
    public func hangSetup() {
        state.withLock { $0.setupHangs = true }
    }

    /// Makes it take a day to say before which moment it has nothing to give.
    public func hangThreshold() {
        state.withLock { $0.thresholdHangs = true }
    }

    /// Makes clean-up, and the forgetting of what is held in memory, take a day.
    public func hangParting() {
        state.withLock { $0.partingHangs = true }
    }

    /// Sets the moment before which it has nothing to give.
    public func setThreshold(_ threshold: Timestamp?) {
        state.withLock { $0.threshold = threshold }
    }

    /// Notes the call, and fails where the test says so.
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

    /// Answers as the source says.
    public func fetch(_ request: FetchRequest) async throws(SupplierError) -> FetchAnswer {
        try await source.answer(request, traits: traits, time: time)
    }

    /// Does as the desk says, to what there is.
    public func perform(_ request: ActionRequest, on ticket: Ticket) async -> ActionOutcome {
        guard source.posts.contains(where: { $0.id == ticket.id.item }) else {
            return .refused(SupplierError(.gone, "\(name) has no \(ticket.id.item)."))
        }
        return await desk.perform(request, on: ticket)
    }

    /// Notes the call.
    public func poolCleanup() async {
        await part("cleanup")
    }

    /// Notes the call.
    public func clearCurrentData() async {
        await part("clear")
    }

    private func part(_ call: String) async {
        let hangs = state.withLock { state in
            state.log.append(call)
            return state.partingHangs
        }
        if hangs { await sleepForADay() }
    }

    private func sleepForADay() async {
        do {
            try await time.sleep(for: .seconds(86_400))
        } catch {
            // It listens when it is cancelled.
        }
    }
}

/// Shows the bare text.
public struct ScriptedPresenter: Presenter {
    /// The presenter; it has no state.
    public init() {}

    /// Shows the text as it is.
    public func present(_ ticket: Ticket) -> Presentation {
        Presentation(title: ticket.id.description, body: StyledText(plain: ticket.body.text.source))
    }
}
