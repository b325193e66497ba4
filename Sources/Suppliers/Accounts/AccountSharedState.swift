import EngineConcepts
import Synchronization

/// The state that the suppliers of one account share: the refusal and the rate limit of its server, the suppliers of its
/// own timelines, and what is known of its server.
final class AccountSharedState: Sendable {
    /// A timeline of the account that is more to the program than one of its sources.
    enum OwnTimeline: String, CaseIterable {
        /// Contains what the account posts.
        case home
        case notifications
    }

    private struct State {
        var openPools = 0
        var refusal: SupplierError?
        /// The last rate limit that the server stated, or `nil` before the first.
        var limit: RateLimit?
        var suppliers: [OwnTimeline: SupplierID] = [:]
        var parts: [ObjectIdentifier: any Sendable] = [:]
    }

    /// The connections on which the server pushes what appears.
    let channels = SharedChannels()

    /// The memory of the server, which is kept over restarts.
    let memory = ServerMemoryCache()

    private let state = Mutex(State())

    // MARK: Fills

    /// Begins a fill. Throws if the server has refused the account in this fill.
    func beginFill() throws(SupplierError) {
        let refusal = state.withLock { state in
            state.openPools += 1
            return state.refusal
        }
        if let refusal { throw refusal }
    }

    /// Ends a fill. The next one asks the server again, since the user may have signed in.
    func endFill() {
        state.withLock { state in
            state.openPools = max(0, state.openPools - 1)
            if state.openPools == 0 { state.refusal = nil }
        }
    }

    // MARK: Refusal and rate limit

    /// The error with which the server refused the account in the present fill, or `nil`.
    var refusal: SupplierError? { state.withLock(\.refusal) }

    /// Records that the server refused the account, so that its other suppliers do not ask in vain.
    func recordRefusal(_ error: SupplierError) {
        state.withLock { state in
            if state.openPools > 0 { state.refusal = error }
        }
    }

    /// Records the rate limit that a response states, if it states one.
    func record(_ limit: RateLimit) {
        guard limit.requestsLeft != nil else { return }
        state.withLock { $0.limit = limit }
    }

    /// Throws if no request may be sent: the server has refused the account in this fill, or the rate limit is reached.
    func check(endpoint: String, now: Timestamp) throws(SupplierError) {
        let (refusal, limit) = state.withLock { ($0.refusal, $0.limit) }
        if let refusal { throw refusal }
        if let retryAt = limit?.retryTime(after: now) {
            throw SupplierError(.rateLimited, Message("tooManyRequests", ["host": .text(endpoint)]), retryAt: retryAt)
        }
    }

    /// Forgets the refusal and the rate limit, so that the next request asks the server.
    func clear() {
        state.withLock { ($0.refusal, $0.limit) = (nil, nil) }
    }

    // MARK: Timelines

    /// Returns the supplier of a timeline of the account, or `nil` if it is not followed.
    func supplier(of timeline: OwnTimeline) -> SupplierID? {
        state.withLock { $0.suppliers[timeline] }
    }

    /// Records the own timeline that a supplier reads: `nil` if it reads another one, or is removed.
    func setTimeline(_ timeline: OwnTimeline?, of supplier: SupplierID) {
        state.withLock { state in
            state.suppliers = state.suppliers.filter { $0.value != supplier }
            if let timeline { state.suppliers[timeline] = supplier }
        }
    }

    // MARK: Parts

    /// Returns the state of this type that the suppliers of a network share beyond this. Creates it on demand.
    func part<Part: Sendable>(_ make: () -> Part) -> Part {
        state.withLock { state in
            if let known = state.parts[ObjectIdentifier(Part.self)] as? Part { return known }
            let part = make()
            state.parts[ObjectIdentifier(Part.self)] = part
            return part
        }
    }
}
