import Synchronization

/// Sends values to listeners. A slow listener gets only the latest of them.
package final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var latest: Value?
        var listeners: [AsyncStream<Value>.Continuation] = []
    }

    private let state: Mutex<State>

    /// - Parameter latest: The value before the first that is sent, or `nil` if there is none.
    package init(_ latest: Value? = nil) { state = Mutex(State(latest: latest)) }

    /// The value that was sent last, or `nil` before the first.
    package var latest: Value? { state.withLock(\.latest) }

    package func send(_ value: Value) {
        state.withLock { state in
            state.latest = value
            // Ended listeners are removed here, not by `onTermination`: that runs under the lock of the cancelled task and
            // would wait for this lock, while `yield` waits for that of the task.
            state.listeners = state.listeners.filter { listener in
                if case .terminated = listener.yield(value) { return false }
                return true
            }
        }
    }

    /// Returns the values that are sent from now on.
    ///
    /// - Parameter includesLatest: True to begin with the latest value.
    package func values(includesLatest: Bool = false) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
        state.withLock { state in
            state.listeners.append(continuation)
            if includesLatest, let latest = state.latest { continuation.yield(latest) }
        }
        return stream
    }
}
