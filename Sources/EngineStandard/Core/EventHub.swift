import EngineConcepts
import Logging
import Synchronization

/// Tells everybody who listens everything that happens, in one order.
final class EventHub: Sendable {
    private struct State {
        var next = 0
        var listeners: [Int: AsyncStream<EngineEvent>.Continuation] = [:]
    }

    private let state = Mutex(State())
    private let log: Logger

    init(log: Logger) {
        self.log = log
    }

    /// A stream of all that happens from now on.
    func listen() -> AsyncStream<EngineEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: EngineEvent.self)
        let key = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.forget(key)
        }
        return stream
    }

    /// Tells it.
    func send(_ event: EngineEvent) {
        state.withLock { state in
            for listener in state.listeners.values {
                listener.yield(event)
            }
        }
    }

    /// Tells that the engine could not go on with something; answers the words.
    @discardableResult
    func tell(_ error: any Error, while doing: String) -> String {
        let message = "The engine failed while \(doing): \(error)"
        log.error("\(message)")
        send(.failure(message))
        return message
    }

    /// Ends all streams.
    func finish() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            return state.listeners
        }
        for listener in listeners.values {
            listener.finish()
        }
    }

    private func forget(_ key: Int) {
        state.withLock { $0.listeners[key] = nil }
    }
}
