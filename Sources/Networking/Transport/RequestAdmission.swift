import EngineConcepts

/// A request that waits until it may be sent.
struct WaitingRequest {
    let address: String
    let endpoint: String
    /// True for a stream. It would hold its slots for hours, so it takes none, but waits for its turn to start at its host.
    let isEndless: Bool

    fileprivate var cancellation: SupplierError { .requestCancelled(endpoint) }
}

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

    /// Runs `send` as soon as `request` may be sent, and returns its answer. Throws if a Retry-After forbids it.
    ///
    /// A redirect is admitted like a request of its own, after the slots of the one before it were released: no request
    /// holds slots while it waits for those of the next.
    func withSlot<Answer>(
        for request: WaitingRequest, _ send: () async throws(SupplierError) -> Answer
    ) async throws(SupplierError) -> Answer {
        try await RequestWait.during { () async throws(SupplierError) in
            try await admit(request)
        }
        defer { if !request.isEndless { release(request) } }
        // One may have come meanwhile.
        try refuseIfBlocked(request)
        return try await send()
    }

    /// Waits until the request may start. Unless it is endless, it then has a slot of its host and one of the total.
    private func admit(_ request: WaitingRequest) async throws(SupplierError) {
        if !request.isEndless, await !hostSlots.acquire(request.endpoint) { throw request.cancellation }
        do throws(SupplierError) {
            try await waitForStart(of: request)
        } catch {
            if !request.isEndless { hostSlots.release(request.endpoint) }
            throw error
        }
    }

    private func release(_ request: WaitingRequest) {
        totalSlots.release()
        hostSlots.release(request.endpoint)
    }

    /// Waits for the turn of the request at its host, and then for a slot of the total: a request that is not to start yet
    /// must not take a slot from other hosts. Requests that waited together for the total still start one by one.
    private func waitForStart(of request: WaitingRequest) async throws(SupplierError) {
        guard await startSlots.acquire(request.endpoint) else { throw request.cancellation }
        defer { startSlots.release(request.endpoint) }
        try refuseIfBlocked(request)
        let wait = rateLimiter.timeUntilStart(at: request.endpoint, elapsed: time.elapsed())
        if wait > .zero, await !time.sleepUnlessCancelled(for: wait) { throw request.cancellation }
        if !request.isEndless, await !totalSlots.acquire() { throw request.cancellation }
        rateLimiter.recordStart(at: request.endpoint, elapsed: time.elapsed())
    }

    private func refuseIfBlocked(_ request: WaitingRequest) throws(SupplierError) {
        if let until = rateLimiter.blockedUntil(request.address, at: request.endpoint, now: time.now()) {
            throw SupplierError(.rateLimited, Message("rateLimited", ["host": .text(request.endpoint)]), retryAt: until)
        }
    }
}
