import Synchronization

/// Limits how many tasks of each group, such as the requests to one host, hold a slot at the same time. First come, first
/// served.
package final class AsyncSlots: Sendable {
    private struct Group {
        var takenCount = 0
        /// The waiters in their order. Those of cancelled tasks have ended and are passed over.
        var waiters: ArraySlice<AsyncStream<Void>.Continuation> = []
    }

    private let perGroup: Int
    /// The groups of which a slot is taken.
    private let groups = Mutex<[String: Group]>([:])

    /// Creates slots for at most `perGroup` tasks of each group, at least one.
    package init(perGroup: Int) { self.perGroup = max(1, perGroup) }

    /// Waits for a slot of `group`, by default the only one. Returns false if the task was cancelled first. Free the slot
    /// with ``release(_:)``.
    package func acquire(_ group: String = "") async -> Bool {
        if Task.isCancelled { return false }
        let turn: AsyncStream<Void>? = groups.withLock { groups in
            guard groups[group, default: Group()].takenCount < perGroup else {
                let (turn, waiter) = AsyncStream<Void>.makeStream()
                groups[group]?.waiters.append(waiter)
                return turn
            }
            groups[group, default: Group()].takenCount += 1
            return nil
        }
        guard let turn else { return true }
        for await _ in turn { return true }
        return false
    }

    /// Frees a slot of `group`, or passes it to the next waiter.
    package func release(_ group: String = "") {
        groups.withLock { groups in
            while let waiter = groups[group]?.waiters.popFirst() {
                if case .enqueued = waiter.yield() { return }
            }
            groups[group]?.takenCount -= 1
            if groups[group]?.takenCount == 0 { groups[group] = nil }
        }
    }
}
