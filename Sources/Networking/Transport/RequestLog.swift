import Synchronization

/// A bounded ring of the last requests, and totals over all requests.
public final class RequestLog: TransportObserver {
    /// Totals over all requests so far.
    public struct Totals: Hashable, Sendable {
        /// The number of ended requests.
        public var requests = 0
        /// The number of requests that failed without a response.
        public var failures = 0
        /// The number of responses with status 304.
        public var unchanged = 0
        /// The bytes of bodies, decompressed.
        public var bytes = 0
        /// The bytes of bodies on the wire.
        public var wireBytes = 0
        /// The number of requests over an existing connection.
        public var reused = 0
        /// The total time spent on finding connections.
        public var connecting = Duration.zero
        /// The number of connections made.
        public var connections = 0
    }

    private struct State {
        var ring: [RequestRecord] = []
        var next = 0
        var totals = Totals()
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// Creates a log of the last `capacity` requests.
    public init(capacity: Int = 1000) {
        self.capacity = max(1, capacity)
    }

    /// The last requests, in the order in which they ended.
    public var records: [RequestRecord] {
        state.withLock { Array($0.ring[$0.next...] + $0.ring[..<$0.next]) }
    }

    /// Totals over all requests so far.
    public var totals: Totals {
        state.withLock(\.totals)
    }

    /// Records a request.
    public func requestEnded(_ record: RequestRecord) {
        state.withLock { state in
            state.totals.requests += 1
            state.totals.bytes += record.bodyBytes
            state.totals.wireBytes += record.wireBytes
            if record.isReused == true { state.totals.reused += 1 }
            state.totals.connecting += record.connected ?? .zero
            if record.status == 304 { state.totals.unchanged += 1 }
            if record.failure != nil { state.totals.failures += 1 }
            if state.ring.count < capacity {
                state.ring.append(record)
            } else {
                state.ring[state.next] = record
                state.next = (state.next + 1) % capacity
            }
        }
    }

    /// Records a connection.
    public func connectionMade() {
        state.withLock { $0.totals.connections += 1 }
    }
}
