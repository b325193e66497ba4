import EngineConcepts
import Synchronization

/// The calls for actions, in call order. The caller that finds the queue idle must start processing it.
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
    }

    private let state = Mutex(State())

    /// Adds a call. Returns true if the caller must start processing.
    func add(_ call: Call) -> Bool {
        state.withLock { state in
            state.waitingCalls.append(call)
            defer { state.isRunning = true }
            return !state.isRunning
        }
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
