/// A mutual exclusion that lasts across suspensions and admits callers in order. Owned by one actor.
struct AsyncMutex {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Locks the mutex if it is free.
    mutating func tryEnter() -> Bool {
        guard !isTaken else { return false }
        isTaken = true
        return true
    }

    /// Adds a waiter to a locked mutex. A resumed waiter holds the lock.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) {
        waiting.append(continuation)
    }

    /// Unlocks the mutex and resumes the longest waiter.
    mutating func leave() {
        if waiting.isEmpty {
            isTaken = false
        } else {
            waiting.removeFirst().resume()
        }
    }
}
