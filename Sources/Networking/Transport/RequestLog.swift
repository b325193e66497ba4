import Synchronization

/// Keeps the last requests, for statistics: a ring of bounded size, and sums over all there ever were.
public final class RequestLog: TransportObserver {
    /// What all requests so far come to.
    public struct Sums: Hashable, Sendable {
        /// How many requests have ended.
        public var requests = 0
        /// How many of them failed without an answer.
        public var failures = 0
        /// How many were answered with "nothing has changed".
        public var unchanged = 0
        /// Bytes of bodies, inflated.
        public var bytes = 0
        /// Bytes of bodies as they came over the wire.
        public var wireBytes = 0
        /// How many requests went over a connection that was there.
        public var reused = 0
        /// What finding connections took, all requests together.
        public var connecting = Duration.zero
        /// How many connections were made.
        public var connections = 0
    }

    private struct State {
        var ring: [RequestRecord] = []
        var next = 0
        var sums = Sums()
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// Keeps the last `capacity` requests.
    public init(capacity: Int = 1000) {
        self.capacity = max(1, capacity)
    }

    /// The last requests, in the order in which they ended.
    public var records: [RequestRecord] {
        state.withLock { Array($0.ring[$0.next...] + $0.ring[..<$0.next]) }
    }

    /// What all requests so far come to.
    public var sums: Sums {
        state.withLock(\.sums)
    }

    /// Takes note of a request.
    public func requestEnded(_ record: RequestRecord) {
        state.withLock { state in
            state.sums.requests += 1
            state.sums.bytes += record.bodyBytes
            state.sums.wireBytes += record.wireBytes
            if record.isReused == true { state.sums.reused += 1 }
            state.sums.connecting += record.connected ?? .zero
            if record.status == 304 { state.sums.unchanged += 1 }
            if record.failure != nil { state.sums.failures += 1 }
            if state.ring.count < capacity {
                state.ring.append(record)
            } else {
                state.ring[state.next] = record
                state.next = (state.next + 1) % capacity
            }
        }
    }

    /// Takes note of a connection.
    public func connectionMade() {
        state.withLock { $0.sums.connections += 1 }
    }
}
