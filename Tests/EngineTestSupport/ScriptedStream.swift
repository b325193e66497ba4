public import EngineConcepts
import Synchronization

/// A stream whose events a test decides. The reader gets the next event only after it has handled the previous one, so a
/// test knows when all are handled.
public final class ScriptedStream: Sendable {
    private struct State {
        /// The number of the open connection, or `nil` if none is open.
        var open: Int?
        var count = 0
        var events: [StreamEvent] = []
        var reader: CheckedContinuation<StreamEvent?, Never>?
        var idle: [CheckedContinuation<Void, Never>] = []
        var connections: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func close() -> [CheckedContinuation<Void, Never>] {
            open = nil
            events = []
            defer { idle = [] }
            return idle
        }
    }

    private let state = Mutex(State())

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
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.open == nil || state.reader != nil && state.events.isEmpty { return true }
                state.idle.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Waits until this many connections were opened.
    public func waitForConnections(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.count >= count { return true }
                state.connections.append((count, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    /// Opens a connection, which ends an earlier one.
    public func open() -> AsyncStream<StreamEvent> {
        let (number, former, waiters) = state.withLock { state in
            let waiters = state.close()
            let former = state.reader
            state.reader = nil
            state.count += 1
            state.open = state.count
            let count = state.count
            let ready = state.connections.filter { $0.count <= count }.map(\.continuation)
            state.connections.removeAll { $0.count <= count }
            return (count, former, waiters + ready)
        }
        former?.resume(returning: nil)
        for waiter in waiters { waiter.resume() }
        return AsyncStream {
            await self.next(number)
        } onCancel: {
            self.cancel(number)
        }
    }

    private func next(_ number: Int) async -> StreamEvent? {
        await withCheckedContinuation { (continuation: CheckedContinuation<StreamEvent?, Never>) in
            let (event, isReady, idle): (StreamEvent?, Bool, [CheckedContinuation<Void, Never>]) = state.withLock {
                state in
                guard state.open == number else { return (nil, true, []) }
                guard !state.events.isEmpty else {
                    state.reader = continuation
                    defer { state.idle = [] }
                    return (nil, false, state.idle)
                }
                let event = state.events.removeFirst()
                guard case .disconnected = event else { return (event, true, []) }
                return (event, true, state.close())
            }
            for waiter in idle { waiter.resume() }
            if isReady { continuation.resume(returning: event) }
        }
    }

    private func cancel(_ number: Int) {
        typealias Waiting = (
            reader: CheckedContinuation<StreamEvent?, Never>?, idle: [CheckedContinuation<Void, Never>]
        )
        let (reader, idle): Waiting = state.withLock { state in
            guard state.open == number else { return (nil, []) }
            let reader = state.reader
            state.reader = nil
            return (reader, state.close())
        }
        reader?.resume(returning: nil)
        for waiter in idle { waiter.resume() }
    }
}
