import Synchronization

/// State behind a lock, for whose changes the tasks of a test can wait.
public final class WaitableState<State: Sendable>: Sendable {
    private struct Guarded {
        var state: State
        var waiting: [(condition: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let guarded: Mutex<Guarded>

    public init(_ state: State) {
        guarded = Mutex(Guarded(state: state))
    }

    /// Reads or changes the state, and then resumes the tasks whose conditions are met.
    public func withLock<Result: Sendable, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (result, ready) = try guarded.withLock { guarded throws(Failure) in
            let result = try body(&guarded.state)
            let state = guarded.state
            let ready = guarded.waiting.filter { $0.condition(state) }.map(\.continuation)
            guarded.waiting.removeAll { $0.condition(state) }
            return (result, ready)
        }
        for continuation in ready { continuation.resume() }
        return result
    }

    /// Waits until the state meets the condition.
    public func wait(until condition: @escaping @Sendable (State) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMet = guarded.withLock { guarded in
                if condition(guarded.state) { return true }
                guarded.waiting.append((condition, continuation))
                return false
            }
            if isMet { continuation.resume() }
        }
    }
}
