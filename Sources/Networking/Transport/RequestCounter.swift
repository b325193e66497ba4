import Synchronization

/// Counts requests and connections.
public final class RequestCounter: TransportObserver {
    /// Totals over all requests so far.
    public struct Totals: Hashable, Sendable {
        /// The number of ended requests.
        public var requests = 0
        /// The number of requests that ended with an error.
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
        public var connections = 0
    }

    private let state = Mutex(Totals())

    public init() {}

    /// Totals over all requests so far.
    public var totals: Totals { state.withLock(\.self) }

    public func requestEnded(_ record: RequestRecord) {
        state.withLock { totals in
            totals.requests += 1
            totals.bytes += record.bodyBytes
            totals.wireBytes += record.wireBytes
            if record.isReused == true { totals.reused += 1 }
            totals.connecting += record.connected ?? .zero
            if record.status == 304 { totals.unchanged += 1 }
            if record.failure != nil { totals.failures += 1 }
        }
    }

    public func connectionMade() {
        state.withLock { $0.connections += 1 }
    }
}
