/// An actor that does some of its work one call after another, although the work suspends.
protocol LockingActor: Actor {
    /// The lock of this actor. Only `locked` uses it.
    var mutex: AsyncMutex { get set }
}

/// The state of a lock that lasts across suspensions.
struct AsyncMutex {
    /// The callers that wait for the lock, in order, or `nil` while it is free.
    fileprivate var waiters: [CheckedContinuation<Void, Never>]?
}

extension LockingActor {
    /// Runs `body` while holding the lock. Callers are admitted in order, and cancelling one does not end its wait. The
    /// lock is not reentrant: `body` must not call `locked`.
    func locked<T>(_ body: () async throws -> T) async rethrows -> T {
        if mutex.waiters == nil {
            mutex.waiters = []
        } else {
            await withCheckedContinuation { mutex.waiters?.append($0) }
        }
        defer {
            // A resumed caller holds the lock.
            if mutex.waiters?.isEmpty == false { mutex.waiters?.removeFirst().resume() } else { mutex.waiters = nil }
        }
        return try await body()
    }
}
