/// An actor that does some of its work one call after another, although the work suspends.
protocol LockingActor: Actor {
    /// The lock of this actor. Only `locked` uses it.
    var mutex: AsyncMutex { get set }
}

extension LockingActor {
    /// Runs `body` while holding the lock. Callers are admitted in order, and cancelling one does not end its wait. The
    /// lock is not reentrant: `body` must not call `locked`.
    func locked<T>(_ body: () async throws -> T) async rethrows -> T {
        if !mutex.tryLock() {
            await withCheckedContinuation { mutex.wait($0) }
        }
        defer { mutex.unlock() }
        return try await body()
    }
}

/// The state of a lock that lasts across suspensions.
struct AsyncMutex {
    private var isLocked = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Locks the mutex if it is free.
    fileprivate mutating func tryLock() -> Bool {
        guard !isLocked else { return false }
        isLocked = true
        return true
    }

    /// Adds a waiter to a locked mutex. A resumed waiter holds the lock.
    fileprivate mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
        waiters.append(continuation)
    }

    /// Unlocks the mutex and resumes the longest waiter.
    fileprivate mutating func unlock() {
        if waiters.isEmpty {
            isLocked = false
        } else {
            waiters.removeFirst().resume()
        }
    }
}

extension [CheckedContinuation<Void, Never>] {
    /// Resumes all waiters and removes them.
    mutating func resumeAll() {
        let resumed = self
        removeAll()
        for waiter in resumed { waiter.resume() }
    }
}
