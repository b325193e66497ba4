import Synchronization

/// Passes values to any number of streams. A reader that is slower than the values gets the newest one.
final class Broadcast<Value: Sendable>: Sendable {
    private struct State {
        var latest: Value?
        var readers: [Int: AsyncStream<Value>.Continuation] = [:]
        var count = 0
    }

    private let state: Mutex<State>

    /// - Parameter latest: The value with which streams begin, up to the first one that is sent. With `nil`, streams begin
    ///   with the next value.
    init(latest: Value? = nil) {
        state = Mutex(State(latest: latest))
    }

    /// Returns a stream of the values from now on.
    func values() -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream<Value>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.count += 1
            state.readers[state.count] = continuation
            if let latest = state.latest { continuation.yield(latest) }
            return state.count
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { $0.readers[number] = nil }
        }
        return stream
    }

    func send(_ value: Value) {
        state.withLock { state in
            if state.latest != nil { state.latest = value }
            for reader in state.readers.values { reader.yield(value) }
        }
    }
}
