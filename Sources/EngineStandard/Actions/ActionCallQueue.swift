import EngineConcepts
import Synchronization

/// The calls for actions, in call order. Calls return at once. The caller that finds the queue idle must start
/// processing it.
final class ActionCallQueue: Sendable {
    enum Call: Sendable {
        case perform(ActionID, RequestedAction, requestedAt: Timestamp, storing: SettingChange?)
        case retry(ActionID)
        case drop(ActionID)
        case resume
    }

    private struct State {
        var waitingCalls: [Call] = []
        var isRunning = false

        /// Returns true if the caller must start processing.
        mutating func add(_ call: Call) -> Bool {
            waitingCalls.append(call)
            defer { isRunning = true }
            return !isRunning
        }
    }

    private let state = Mutex(State())
    private let random: EngineRandom

    init(random: EngineRandom) {
        self.random = random
    }

    /// Adds an action. Returns its identity, and true if the caller must start processing.
    func perform(
        _ request: RequestedAction, requestedAt: Timestamp, storing change: SettingChange?
    ) -> (id: ActionID, starts: Bool) {
        state.withLock { state in
            let id = random.actionID()
            return (id, state.add(.perform(id, request, requestedAt: requestedAt, storing: change)))
        }
    }

    /// Adds a call. Returns true if the caller must start processing.
    func add(_ call: Call) -> Bool {
        state.withLock { $0.add(call) }
    }

    /// Returns the next call, or `nil` if there is none. The queue is then idle again.
    func next() -> Call? {
        state.withLock { state in
            guard !state.waitingCalls.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waitingCalls.removeFirst()
        }
    }

    /// True if no call is waiting or being processed.
    var isIdle: Bool {
        state.withLock { !$0.isRunning }
    }
}
