import EngineConcepts
import Networking
import Synchronization

/// Connections to channels of server-sent events, one for each channel, shared by the suppliers that read it.
///
/// A connection ends with its last reader. A reader that is too slow is disconnected, so that events do not pile up.
final class SharedChannels: Sendable {
    enum Event: Sendable {
        /// The connection is open: all further events arrive. The server's clock is ahead of this machine's by `skew`, or
        /// by nothing if it is behind.
        case opened(skew: Duration)
        case event(ServerSentEvent)
        /// The connection ended, with the error if there was one.
        case closed(SupplierError?)
    }

    /// Opens a connection and passes its steps on until it ends.
    typealias Connect =
        @Sendable (
            _ receive: @escaping @Sendable (Event) -> Void
        ) async throws(SupplierError) -> Void

    private struct Channel {
        let serial: Int
        let task: Task<Void, Never>
        /// The event with which the connection opened, or `nil` before.
        var opening: Event?
        var readers: [Int: AsyncStream<Event>.Continuation] = [:]
    }

    private struct State {
        var channels: [String: Channel] = [:]
        var count = 0

        mutating func next() -> Int {
            count += 1
            return count
        }
    }

    /// The maximum number of events that wait for one reader.
    private let maximumWaitingEvents: Int
    private let state = Mutex(State())

    init(maximumWaitingEvents: Int = 1_000) {
        self.maximumWaitingEvents = maximumWaitingEvents
    }

    /// Returns the events of a channel from now on. Connects if no other reader has done so.
    func events(of name: String, _ connect: @escaping Connect) -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingOldest(maximumWaitingEvents))
        let (reader, serial) = state.withLock { state in
            let reader = state.next()
            var channel = state.channels[name] ?? open(name, serial: state.next(), connect)
            channel.readers[reader] = continuation
            if let opening = channel.opening { continuation.yield(opening) }
            state.channels[name] = channel
            return (reader, channel.serial)
        }
        continuation.onTermination = { [weak self] _ in self?.leave(name, serial: serial, reader: reader) }
        return stream
    }

    /// Returns a channel whose connection is being opened.
    private func open(_ name: String, serial: Int, _ connect: @escaping Connect) -> Channel {
        Channel(
            serial: serial,
            task: Task {
                do throws(SupplierError) {
                    try await connect { [weak self] event in self?.pass(event, to: name, serial: serial) }
                    close(name, serial: serial, error: nil)
                } catch {
                    close(name, serial: serial, error: error)
                }
            })
    }

    private func pass(_ event: Event, to name: String, serial: Int) {
        let readers: [AsyncStream<Event>.Continuation] = state.withLock { state in
            guard var channel = state.channels[name], channel.serial == serial else { return [] }
            if case .opened = event { channel.opening = event }
            state.channels[name] = channel
            return Array(channel.readers.values)
        }
        // Outside of the lock: waking a reader takes a lock of its task, and a cancelled task holds that while it leaves.
        for reader in readers {
            if case .dropped = reader.yield(event) { reader.finish() }
        }
    }

    private func close(_ name: String, serial: Int, error: SupplierError?) {
        let readers: [AsyncStream<Event>.Continuation] = state.withLock { state in
            guard let channel = state.channels[name], channel.serial == serial else { return [] }
            state.channels[name] = nil
            return Array(channel.readers.values)
        }
        for reader in readers {
            reader.yield(.closed(error))
            reader.finish()
        }
    }

    private func leave(_ name: String, serial: Int, reader: Int) {
        let task: Task<Void, Never>? = state.withLock { state in
            guard var channel = state.channels[name], channel.serial == serial else { return nil }
            channel.readers[reader] = nil
            state.channels[name] = channel.readers.isEmpty ? nil : channel
            return channel.readers.isEmpty ? channel.task : nil
        }
        task?.cancel()
    }
}
