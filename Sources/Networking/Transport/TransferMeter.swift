import EngineConcepts
import Synchronization

/// Measures one request and enforces its limits.
final class TransferMeter: Sendable {
    private struct Counts {
        var status: Int?
        var version: String?
        /// When the search for the current connection began.
        var connectionSearchStart: ContinuousClock.Instant?
        var connected: Duration?
        var isReused: Bool?
        var phases: ConnectionPhases?
        var head: ContinuousClock.Instant?
        var wireBytes = 0
        var bodyBytes = 0
        var redirects = 0
        var hasChecksumError = false
    }

    /// Host and port, for messages.
    let host: String
    private let waited: Duration
    private let start: ContinuousClock.Instant
    private let counts = Mutex(Counts())

    init(host: String, waited: Duration, start: ContinuousClock.Instant) {
        self.host = host
        self.waited = waited
        self.start = start
    }

    /// Counts a followed redirect.
    func countRedirect() {
        counts.withLock { $0.redirects += 1 }
    }

    /// Marks the start of the search for a connection.
    func beginConnecting(at now: ContinuousClock.Instant) {
        counts.withLock { $0.connectionSearchStart = now }
    }

    /// Marks the end of the search for a connection.
    func endConnecting(at now: ContinuousClock.Instant, _ phases: ConnectionPhases?) {
        counts.withLock { counts in
            // libcurl repeats a request on a new connection if the one it had kept turns out to be closed.
            counts.connected = (counts.connected ?? .zero) + (now - (counts.connectionSearchStart ?? start))
            counts.connectionSearchStart = now
            counts.isReused = (counts.isReused ?? true) && phases == nil
            if let phases { counts.phases = phases }
        }
    }

    /// Records that the checksum of the compressed body is wrong.
    func recordChecksumMismatch() {
        counts.withLock { $0.hasChecksumError = true }
    }

    /// True if the checksum of the compressed body is wrong.
    var hasChecksumError: Bool { counts.withLock(\.hasChecksumError) }

    /// Records the head of a response.
    func recordHead(at now: ContinuousClock.Instant, status: Int, version: String) {
        counts.withLock { counts in
            counts.head = now
            counts.status = status
            counts.version = version
        }
    }

    /// Counts `count` more bytes of the body, which were `wire` bytes on the wire. Throws if the body is too large or
    /// too slow.
    ///
    /// - Parameter maximum: The maximum size, or `nil` for a body that may go on without end.
    func count(
        _ count: Int, wire: Int, at now: ContinuousClock.Instant, _ limits: TransportLimits, _ maximum: Int?
    ) throws(SupplierError) {
        let (bytes, head) = counts.withLock { counts in
            counts.bodyBytes += count
            counts.wireBytes += wire
            return (counts.bodyBytes, counts.head ?? start)
        }
        guard let maximum else { return }
        guard bytes <= maximum else {
            throw SupplierError(
                .limitExceeded, Message("bodyTooLong", ["host": .text(host), "limit": .bytes(maximum)]))
        }
        guard now - start <= limits.total else {
            throw SupplierError(
                .timedOut, Message("bodyTimedOut", ["host": .text(host), "duration": .duration(limits.total)]))
        }
        let elapsed = now - head
        if elapsed > limits.rateGracePeriod, Double(bytes) / elapsed.inSeconds < Double(limits.minimumRate) {
            throw SupplierError(
                .timedOut, Message("bodyTooSlow", ["host": .text(host), "count": .number(limits.minimumRate)]))
        }
    }

    /// Returns the record of the ended request.
    func record(at now: ContinuousClock.Instant, failure: SupplierError.Code?) -> RequestRecord {
        counts.withLock { counts in
            RequestRecord(
                host: host, status: counts.status, failure: failure, version: counts.version, waited: waited,
                connected: counts.connected, phases: counts.phases, isReused: counts.isReused,
                firstByte: counts.head.map { $0 - start },
                total: now - start, wireBytes: counts.wireBytes, bodyBytes: counts.bodyBytes,
                redirects: counts.redirects)
        }
    }
}

extension Duration {
    /// The duration in seconds.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
