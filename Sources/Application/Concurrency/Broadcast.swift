import Synchronization

/// Sends values to listeners. A slow listener gets only the latest of them.
final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var latest: Value?
        var listeners: [Int: AsyncStream<Value>.Continuation] = [:]
        var count = 0
    }

    private let state: Mutex<State>

    /// - Parameter latest: The value before the first that is sent, or `nil` if there is none.
    init(_ latest: Value? = nil) {
        state = Mutex(State(latest: latest))
    }

    /// The value that was sent last, or `nil` before the first.
    var latest: Value? { state.withLock(\.latest) }

    func send(_ value: Value) {
        state.withLock { state in
            state.latest = value
            for listener in state.listeners.values { listener.yield(value) }
        }
    }

    /// Returns the values that are sent from now on.
    ///
    /// - Parameter includesLatest: True to begin with the latest value.
    func values(includesLatest: Bool = false) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.count += 1
            state.listeners[state.count] = continuation
            if includesLatest, let latest = state.latest { continuation.yield(latest) }
            return state.count
        }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.listeners[id] = nil } }
        return stream
    }
}
