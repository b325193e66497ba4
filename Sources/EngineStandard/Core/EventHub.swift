import EngineConcepts
import Logging
import Synchronization

/// Tells everybody who listens everything that happens, in one order.
///
/// Nobody is told under the lock: to wake a listener takes a lock of its task's, which one who is cancelled holds while it is
/// forgotten here. Whoever finds somebody telling leaves what it has to them.
final class EventHub: Sendable {
    private typealias Listener = AsyncStream<EngineEvent>.Continuation

    private struct State {
        var next = 0
        var listeners: [Int: Listener] = [:]
        /// What is yet to be told to those who listened when it happened; nil is the end.
        var untold: [(event: EngineEvent?, listeners: [Listener])] = []
        var isTelling = false

        /// The next that is to be told; nil where all is told.
        mutating func nextUntold() -> (event: EngineEvent?, listeners: [Listener])? {
            isTelling = !untold.isEmpty
            return isTelling ? untold.removeFirst() : nil
        }
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
        tell { state in (event, Array(state.listeners.values)) }
    }

    private func tell(_ what: (inout State) -> (event: EngineEvent?, listeners: [Listener])) {
        let isSomebodyTelling = state.withLock { state in
            state.untold.append(what(&state))
            defer { state.isTelling = true }
            return state.isTelling
        }
        guard !isSomebodyTelling else { return }
        while let (event, listeners) = state.withLock({ $0.nextUntold() }) {
            for listener in listeners {
                if let event { listener.yield(event) } else { listener.finish() }
            }
        }
    }

    /// Logs an error of the engine with what it was doing, and tells the listeners; returns the message.
    @discardableResult
    func tell(_ error: any Error, while doing: String) -> Message {
        log.error("The engine failed while \(doing): \(error)")
        let message = Message(error)
        send(.failure(message))
        return message
    }

    /// Ends all streams.
    func finish() {
        tell { state in
            defer { state.listeners = [:] }
            return (nil, Array(state.listeners.values))
        }
    }

    private func forget(_ key: Int) {
        state.withLock { $0.listeners[key] = nil }
    }
}
