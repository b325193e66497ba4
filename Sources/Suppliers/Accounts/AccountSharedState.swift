import EngineConcepts
import Synchronization

/// The state that the suppliers of one account share: the refusal and the rate limit of its server, the suppliers of its
/// own timelines, and the server memory, which is kept over restarts.
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
        var memory = ServerMemory()
        /// The store of the memory, or `nil` to keep it in this process only.
        var store: ServerMemoryStore?
        var parts: [ObjectIdentifier: any Sendable] = [:]
    }

    /// The connections on which the server pushes what appears.
    let channels = SharedChannels()

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
    func check(host: String, now: Timestamp) throws(SupplierError) {
        let (refusal, limit) = state.withLock { ($0.refusal, $0.limit) }
        if let refusal { throw refusal }
        if let retryAt = limit?.retryTime(after: now) {
            throw SupplierError(.rateLimited, Message("tooManyRequests", ["host": .text(host)]), retryAt: retryAt)
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

    // MARK: Memory

    /// The form of the server's identifiers in the words of its network, or `nil` before the first.
    var idFormat: String? { state.withLock(\.memory.idFormat) }

    /// Sets and stores the form of the server's identifiers.
    func setIDFormat(_ format: String) async {
        guard idFormat != format else { return }
        state.withLock { $0.memory.idFormat = format }
        do {
            try await save()
        } catch {
            // The next process learns it from its first page.
        }
    }

    /// Sets the form of the server's identifiers unless it is known. Does not store it.
    func assumeIDFormat(_ format: String?) {
        state.withLock { $0.memory.idFormat = $0.memory.idFormat ?? format }
    }

    /// The server's last description of itself, or `nil` before the first.
    var server: ServerMemory.Server? { state.withLock(\.memory.server) }

    /// Changes the server's description of itself, and stores it if it is another one.
    func changeServer(_ change: (inout ServerMemory.Server?) -> Void) async throws {
        let isChanged = state.withLock { state in
            let previous = state.memory.server
            change(&state.memory.server)
            return state.memory.server != previous
        }
        if isChanged { try await save() }
    }

    /// Returns the attempts at an action that creates a post, or `nil` before the first.
    func attempt(at action: ActionID) -> ServerMemory.PostAttempt? {
        state.withLock { $0.memory.attempts[action.rawValue] }
    }

    /// Changes and stores what is known of the attempts at an action that creates a post. If it cannot be stored, it is
    /// known until the program ends.
    func changeAttempt(
        at action: ActionID, now: Timestamp, _ change: (inout ServerMemory.PostAttempt) -> Void
    ) async throws(SupplierError) {
        state.withLock { $0.memory.changeAttempt(at: action, now: now, change) }
        do {
            try await save()
        } catch {
            throw SupplierError(.unreachable, Message(error))
        }
    }

    /// Removes the attempts at an action that has ended.
    func removeAttempt(at action: ActionID) async {
        guard state.withLock({ $0.memory.attempts.removeValue(forKey: action.rawValue) }) != nil else { return }
        do {
            try await save()
        } catch {
            // It expires after a while.
        }
    }

    /// Restores the stored memory, unless that was done before.
    func restore(from store: ServerMemoryStore) async throws {
        guard state.withLock({ $0.store == nil }) else { return }
        let stored = try await store.read()
        state.withLock { state in
            guard state.store == nil else { return }
            let present = state.memory
            state.store = store
            state.memory = stored
            state.memory.server = present.server ?? stored.server
            state.memory.idFormat = present.idFormat ?? stored.idFormat
            state.memory.attempts.merge(present.attempts) { _, present in present }
        }
    }

    /// Stores the memory. What changes meanwhile is stored by a further write, so that the last one counts.
    private func save() async throws {
        var written: ServerMemory?
        while true {
            let (store, memory) = state.withLock { ($0.store, $0.memory) }
            guard let store, memory != written else { return }
            try await store.write(memory)
            written = memory
        }
    }
}
