public import EngineConcepts
import TestSupport

/// A stream whose events a test decides. The reader gets the next event only after it has handled the previous one, so a
/// test knows when all are handled.
public final class ScriptedStream: Sendable {
    private struct State {
        /// The number of the open connection, or `nil` if none is open.
        var open: Int?
        var count = 0
        var events: [StreamEvent] = []
        var reader: CheckedContinuation<StreamEvent?, Never>?

        mutating func close() {
            open = nil
            events = []
        }
    }

    private let state = WaitableState(State())

    public init() {}

    /// True while a connection is open.
    public var isOpen: Bool { state.withLock { $0.open != nil } }

    /// The number of connections so far.
    public var connections: Int { state.withLock(\.count) }

    /// Sends an event on the open connection. Ignored if none is open.
    public func send(_ event: StreamEvent) {
        let reader: CheckedContinuation<StreamEvent?, Never>? = state.withLock { state in
            guard state.open != nil else { return nil }
            guard let reader = state.reader else {
                state.events.append(event)
                return nil
            }
            state.reader = nil
            if case .disconnected = event { state.open = nil }
            return reader
        }
        reader?.resume(returning: event)
    }

    /// Waits until the reader has handled all events and waits for the next, or the connection is closed.
    public func waitUntilRead() async {
        await state.wait { $0.open == nil || $0.reader != nil && $0.events.isEmpty }
    }

    /// Waits until this many connections were opened.
    public func waitForConnections(_ count: Int) async {
        await state.wait { $0.count >= count }
    }

    /// Opens a connection, which ends an earlier one.
    public func open() -> AsyncStream<StreamEvent> {
        let (number, previous) = state.withLock { state in
            let previous = state.reader
            state.close()
            state.reader = nil
            state.count += 1
            state.open = state.count
            return (state.count, previous)
        }
        previous?.resume(returning: nil)
        return AsyncStream {
            await self.next(number)
        } onCancel: {
            self.cancel(number)
        }
    }

    private func next(_ number: Int) async -> StreamEvent? {
        await withCheckedContinuation { (continuation: CheckedContinuation<StreamEvent?, Never>) in
            let (event, isReady): (StreamEvent?, Bool) = state.withLock { state in
                guard state.open == number else { return (nil, true) }
                guard !state.events.isEmpty else {
                    state.reader = continuation
                    return (nil, false)
                }
                let event = state.events.removeFirst()
                if case .disconnected = event { state.close() }
                return (event, true)
            }
            if isReady { continuation.resume(returning: event) }
        }
    }

    private func cancel(_ number: Int) {
        let reader: CheckedContinuation<StreamEvent?, Never>? = state.withLock { state in
            guard state.open == number else { return nil }
            defer { state.reader = nil }
            state.close()
            return state.reader
        }
        reader?.resume(returning: nil)
    }
}
