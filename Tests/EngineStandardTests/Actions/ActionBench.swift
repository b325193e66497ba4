import EngineConcepts
import EngineStandard
import EngineTestSupport
import TestSupport

/// An engine with suppliers that accept actions, and a Track of a few tickets. Can be killed and restarted.
final class ActionBench {
    let time = ManualTimeSource()
    let store = MemoryTrackStore()
    /// Its clock never moves, so that a setup can take as long as the machine needs.
    let controlUnit = ModularControlUnit(time: ManualTimeSource())
    private let kept = MemoryOutbox()
    private(set) var outbox: FailingOutbox
    private(set) var engine: StandardEngine
    private var recorders: [ActionRecorder] = []
    private var starts: UInt64 = 1

    init() {
        outbox = FailingOutbox(over: kept)
        engine = StandardEngine(
            controlUnit: controlUnit, store: store, time: time, outbox: outbox, random: SeededGenerator(seed: starts))
    }

    /// Adds a supplier with posts `1`, `2` and so on that supports all actions, and reads them.
    @discardableResult
    func add(_ id: SupplierID, posts: Int = 3, _ repetition: ActionRepetition = .unsafe) async -> ActionRecorder {
        let posts = (1...posts).map { ScriptedSource.Post(id: "\($0)", time: time.now().advanced(by: .seconds(-$0))) }
        let kinds = TicketAction.Kind.allCases.map { ($0, repetition) }
        let supplier = ScriptedSupplier(
            id, ScriptedSource(posts), traits: SupplierTraits(actions: Dictionary(uniqueKeysWithValues: kinds)),
            time: time)
        controlUnit.add(supplier, for: id.rawValue)
        recorders.append(supplier.recorder)
        engine.refresh()
        await engine.waitUntilIdle()
        return supplier.recorder
    }

    /// Creates another engine over the same store and outbox, like another process.
    func makeEngine(obstacle: @escaping @Sendable () -> Message?) -> StandardEngine {
        StandardEngine(
            controlUnit: controlUnit, store: store, time: time, outbox: kept, random: SeededGenerator(seed: 99),
            obstacle: obstacle)
    }

    /// Kills the engine: nothing that it does from now on is stored. Creates a new one, which has not resumed the
    /// stored actions.
    func kill() {
        outbox.disconnect()
        for recorder in recorders { recorder.abandonActions() }
        starts += 1
        outbox = FailingOutbox(over: kept)
        engine = StandardEngine(
            controlUnit: controlUnit, store: store, time: time, outbox: outbox, random: SeededGenerator(seed: starts))
    }

    @discardableResult
    func perform(_ action: TicketAction, _ item: String, of supplier: SupplierID = "a") -> ActionID {
        engine.perform(action, on: TicketID(supplier: supplier, item: item))
    }

    /// Performs an action and waits until nothing is being sent.
    @discardableResult
    func settled(_ action: TicketAction, _ item: String) async -> ActionID {
        let id = perform(action, item)
        await engine.waitUntilIdle()
        return id
    }

    /// Returns a ticket as the user sees it.
    func entry(_ item: String, of supplier: SupplierID = "a") async throws -> TrackEntry? {
        try await engine.reader.entry(TicketID(supplier: supplier, item: item))
    }

    /// Returns the stored ticket.
    func stored(_ item: String) async throws -> Ticket? {
        try await store.entry(TicketID(supplier: "a", item: item))?.ticket
    }

    /// Returns the stored actions.
    func keptActions() async throws -> [PendingAction] { try await kept.pendingActions() }

    /// Returns the states of an action up to one for which `isLast` is true.
    func states(
        of id: ActionID, in events: AsyncStream<EngineEvent>, until isLast: (ActionState) -> Bool = \.isFinal
    ) async -> [ActionState] {
        var states: [ActionState] = []
        for await event in events {
            guard case .action(let action) = event, action.id == id else { continue }
            states.append(action.state)
            if isLast(action.state) { break }
        }
        return states
    }

    /// Moves the clock after the action sender has gone to sleep, which is the only sleeper.
    func passTime(_ duration: Duration) async {
        await time.waitForSleepers(1)
        time.advance(by: duration)
    }
}
