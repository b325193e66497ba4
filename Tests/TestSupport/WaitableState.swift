import Synchronization

/// State behind a lock, for whose changes the tasks of a test can wait.
public final class WaitableState<State: Sendable>: Sendable {
    private struct Guarded {
        var state: State
        var waiting: [(condition: @Sendable (State) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

        /// Removes the waiting tasks whose conditions are met and returns them. Mostly nothing waits, and tests change states
        /// millions of times.
        mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
            guard !waiting.isEmpty else { return [] }
            var ready: [CheckedContinuation<Void, Never>] = []
            let candidates = waiting
            waiting = []
            for candidate in candidates {
                if candidate.condition(state) {
                    ready.append(candidate.continuation)
                } else {
                    waiting.append(candidate)
                }
            }
            return ready
        }
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
            return (result, guarded.takeReady())
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
