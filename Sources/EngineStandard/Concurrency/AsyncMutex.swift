/// A mutual exclusion that lasts across suspensions and admits callers in order. Owned by one actor.
struct AsyncMutex {
    private var isLocked = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Locks the mutex if it is free.
    mutating func tryLock() -> Bool {
        guard !isLocked else { return false }
        isLocked = true
        return true
    }

    /// Adds a waiter to a locked mutex. A resumed waiter holds the lock.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
        waiters.append(continuation)
    }

    /// Unlocks the mutex and resumes the longest waiter.
    mutating func unlock() {
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
