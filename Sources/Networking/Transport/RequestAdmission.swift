import EngineConcepts

/// Decides when a request may be sent: there is a free slot, no Retry-After forbids it, and the spacing of its host is
/// kept.
final class RequestAdmission: Sendable {
    private let slots: RequestSlots
    private let rateLimiter: HostRateLimiter
    private let time: any TimeSource

    /// Creates an admission under these limits.
    init(limits: TransportLimits, rateLimiter: HostRateLimiter, time: any TimeSource) {
        slots = RequestSlots(perHost: limits.requestsPerHost, total: limits.requests)
        self.rateLimiter = rateLimiter
        self.time = time
    }

    /// Runs `send` as soon as a request to `address` at `host` (with port) may be sent, and returns its answer.
    /// Throws if a Retry-After forbids the request.
    ///
    /// A redirect is admitted like a request of its own, after the slot of the one before it was released: no request
    /// holds one slot while it waits for another.
    ///
    /// - Parameter isEndless: True for a stream. It would hold its slot for hours, so it takes none.
    func withSlot<Answer>(
        for address: String, at host: String, isEndless: Bool, _ send: () async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        guard !isEndless ? await slots.acquire(host) : true else { throw SupplierError.requestCancelled(host) }
        defer { if !isEndless { slots.release(host) } }
        try await waitForStart(at: host, for: address)
        return try await send()
    }

    private func waitForStart(at host: String, for address: String) async throws(SupplierError) {
        if let until = rateLimiter.blockedUntil(address, at: host, now: time.now()) {
            throw SupplierError(.rateLimited, Message("rateLimited", ["host": .text(host)]), retryAt: until)
        }
        let wait = rateLimiter.reserveStart(at: host, elapsed: time.elapsed())
        guard wait > .zero else { return }
        guard await time.sleepUnlessCancelled(for: wait) else { throw SupplierError.requestCancelled(host) }
    }
}
