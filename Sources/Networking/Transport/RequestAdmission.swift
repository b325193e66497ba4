import EngineConcepts

/// Decides when a request may be sent: its host and the total have a free slot, no Retry-After forbids it, and the spacing
/// of its host is kept.
final class RequestAdmission: Sendable {
    private let hostSlots: AsyncSlots
    /// The requests that start next at their hosts, one for each.
    private let startSlots = AsyncSlots(perGroup: 1)
    private let totalSlots: AsyncSlots
    private let rateLimiter: HostRateLimiter
    private let time: any TimeSource

    init(limits: TransportLimits, rateLimiter: HostRateLimiter, time: any TimeSource) {
        hostSlots = AsyncSlots(perGroup: limits.requestsPerHost)
        totalSlots = AsyncSlots(perGroup: limits.requests)
        self.rateLimiter = rateLimiter
        self.time = time
    }

    /// Runs `send` as soon as a request to `address` at `endpoint` may be sent, and returns its answer.
    /// Throws if a Retry-After forbids the request.
    ///
    /// A redirect is admitted like a request of its own, after the slots of the one before it were released: no request
    /// holds slots while it waits for those of the next.
    ///
    /// - Parameter isEndless: True for a stream. It would hold its slots for hours, so it takes none, but waits for its turn
    ///   to start at its host.
    func withSlot<Answer>(
        for address: String, at endpoint: String, isEndless: Bool, _ send: () async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        try await RequestWait.during { () async throws(SupplierError) in
            try await admit(address, at: endpoint, isEndless: isEndless)
        }
        defer { if !isEndless { release(endpoint) } }
        // One may have come meanwhile.
        try refuseIfBlocked(address, at: endpoint)
        return try await send()
    }

    /// Waits until the request may start. Unless it is endless, it then has a slot of its host and one of the total.
    private func admit(_ address: String, at endpoint: String, isEndless: Bool) async throws(SupplierError) {
        if !isEndless, await !hostSlots.acquire(endpoint) { throw SupplierError.requestCancelled(endpoint) }
        do throws(SupplierError) {
            try await waitForStart(at: endpoint, for: address, isEndless: isEndless)
        } catch {
            if !isEndless { hostSlots.release(endpoint) }
            throw error
        }
    }

    private func release(_ endpoint: String) {
        totalSlots.release()
        hostSlots.release(endpoint)
    }

    /// Waits for the turn of the request at its host, and then for a slot of the total: a request that is not to start yet
    /// must not take a slot from other hosts. Requests that waited together for the total still start one by one.
    private func waitForStart(at endpoint: String, for address: String, isEndless: Bool) async throws(SupplierError) {
        guard await startSlots.acquire(endpoint) else { throw SupplierError.requestCancelled(endpoint) }
        defer { startSlots.release(endpoint) }
        try refuseIfBlocked(address, at: endpoint)
        let wait = rateLimiter.timeUntilStart(at: endpoint, elapsed: time.elapsed())
        if wait > .zero, await !time.sleepUnlessCancelled(for: wait) { throw SupplierError.requestCancelled(endpoint) }
        if !isEndless, await !totalSlots.acquire() { throw SupplierError.requestCancelled(endpoint) }
        rateLimiter.recordStart(at: endpoint, elapsed: time.elapsed())
    }

    private func refuseIfBlocked(_ address: String, at endpoint: String) throws(SupplierError) {
        if let until = rateLimiter.blockedUntil(address, at: endpoint, now: time.now()) {
            throw SupplierError(.rateLimited, Message("rateLimited", ["host": .text(endpoint)]), retryAt: until)
        }
    }
}
