import EngineConcepts
import Logging
import Synchronization

/// Distributes events to all listeners in the same order.
///
/// Listeners are called outside the lock. Waking a listener takes a lock of its task, and a cancelled task holds that
/// lock while it removes itself here, so calling within the lock could deadlock. A sender that finds another one
/// delivering leaves its event to that one.
final class EventHub: Sendable {
    private typealias Listener = AsyncStream<EngineEvent>.Continuation

    private struct State {
        var lastKey = 0
        var listeners: [Int: Listener] = [:]
        /// The undelivered events, each with the listeners at the time of the event. A `nil` event ends the streams.
        var undelivered: [(event: EngineEvent?, listeners: [Listener])] = []
        var isDelivering = false

        /// Returns the next event to deliver, or `nil` if there is none.
        mutating func nextUndelivered() -> (event: EngineEvent?, listeners: [Listener])? {
            isDelivering = !undelivered.isEmpty
            return isDelivering ? undelivered.removeFirst() : nil
        }
    }

    private let state = Mutex(State())
    private let log: Logger

    init(log: Logger) { self.log = log }

    /// Returns a stream of all events from now on.
    func listen() -> AsyncStream<EngineEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: EngineEvent.self)
        let key = state.withLock { state in
            state.lastKey += 1
            state.listeners[state.lastKey] = continuation
            return state.lastKey
        }
        continuation.onTermination = { [weak self] _ in
            self?.removeListener(key)
        }
        return stream
    }

    func send(_ event: EngineEvent) {
        deliver { state in (event, Array(state.listeners.values)) }
    }

    private func deliver(_ undelivered: (inout State) -> (event: EngineEvent?, listeners: [Listener])) {
        let isDelivering = state.withLock { state in
            state.undelivered.append(undelivered(&state))
            defer { state.isDelivering = true }
            return state.isDelivering
        }
        guard !isDelivering else { return }
        while let (event, listeners) = state.withLock({ $0.nextUndelivered() }) {
            for listener in listeners {
                if let event { listener.yield(event) } else { listener.finish() }
            }
        }
    }

    /// Logs, reports and returns a failure of the engine. Work that its caller has cancelled did not fail: that is neither
    /// logged as an error nor reported.
    @discardableResult
    func report(_ error: any Error, while doing: String) -> EngineFailure {
        let failure = EngineFailure(error)
        guard !(error is CancellationError) else {
            log.debug("The engine was cancelled while \(doing)")
            return failure
        }
        var metadata: Logger.Metadata = ["reason": "\(failure.message.code)"]
        if let error = error as? any PresentableError {
            if let cause = error.cause { metadata["cause"] = "\(cause)" }
        } else {
            metadata["cause"] = "\(error)"
        }
        log.error("The engine failed while \(doing)", metadata: metadata)
        send(.failure(failure))
        return failure
    }

    /// Returns the result of `body`. If it fails, reports that and returns `nil`.
    @discardableResult
    func reporting<T>(while doing: String, _ body: () async throws -> T) async -> T? {
        do {
            return try await body()
        } catch {
            report(error, while: doing)
            return nil
        }
    }

    /// Ends all streams.
    func finish() {
        deliver { state in
            defer { state.listeners = [:] }
            return (nil, Array(state.listeners.values))
        }
    }

    private func removeListener(_ key: Int) {
        state.withLock { $0.listeners[key] = nil }
    }
}
