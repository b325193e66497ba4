import EngineConcepts
import Synchronization

/// Measures one request and enforces its limits.
final class TransferMeter: Sendable {
    private struct Counts {
        /// The time when the request began, moved by all the time for which it waited.
        var start: ContinuousClock.Instant
        var waited = Duration.zero
        var wasAdmitted = false
        var status: Int?
        var version: String?
        /// The time when the search for the current connection began.
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

    /// The host and port of the request, for messages.
    let endpoint: String
    private let counts: Mutex<Counts>

    init(endpoint: String, start: ContinuousClock.Instant) {
        self.endpoint = endpoint
        counts = Mutex(Counts(start: start))
    }

    /// Counts the time for which the request, or one of its redirects, waited for its turn. It is part of no other time.
    func countWait(_ wait: Duration) {
        counts.withLock { counts in
            counts.wasAdmitted = true
            counts.waited += wait
            counts.start += wait
            counts.head? += wait
        }
    }

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
            counts.connected = (counts.connected ?? .zero) + (now - (counts.connectionSearchStart ?? counts.start))
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
    /// - Parameter maximumBytes: The maximum size, or `nil` for a body that may go on without end.
    func count(
        _ count: Int, wire: Int, at now: ContinuousClock.Instant, limits: TransportLimits, maximumBytes: Int?
    ) throws(SupplierError) {
        let (bytes, head) = counts.withLock { counts in
            counts.bodyBytes += count
            counts.wireBytes += wire
            return (counts.bodyBytes, counts.head ?? counts.start)
        }
        guard let maximumBytes else { return }
        guard bytes <= maximumBytes else {
            throw SupplierError(
                .limitExceeded, Message("bodyTooLong", ["host": .text(endpoint), "limit": .bytes(maximumBytes)]))
        }
        try checkTime(at: now, limits: limits)
        let elapsed = now - head
        if elapsed > limits.rateGracePeriod, Double(bytes) / (elapsed / .seconds(1)) < Double(limits.minimumRate) {
            throw SupplierError(
                .timedOut, Message("bodyTooSlow", ["host": .text(endpoint), "count": .number(limits.minimumRate)]))
        }
    }

    /// Throws if the request has taken longer than its timeout, not counting the time for which it waited.
    func checkTime(at now: ContinuousClock.Instant, limits: TransportLimits) throws(SupplierError) {
        guard now - counts.withLock(\.start) <= limits.total else {
            throw SupplierError(
                .timedOut, Message("bodyTimedOut", ["host": .text(endpoint), "duration": .duration(limits.total)]))
        }
    }

    /// Returns the record of the ended request, or `nil` if its turn never came.
    func record(at now: ContinuousClock.Instant, failure: SupplierError.Code?) -> RequestRecord? {
        counts.withLock { counts in
            guard counts.wasAdmitted else { return nil }
            return RequestRecord(
                endpoint: endpoint, status: counts.status, failure: failure, version: counts.version,
                waited: counts.waited, connected: counts.connected, phases: counts.phases, isReused: counts.isReused,
                firstByte: counts.head.map { $0 - counts.start }, total: now - counts.start,
                wireBytes: counts.wireBytes, bodyBytes: counts.bodyBytes, redirects: counts.redirects)
        }
    }
}
