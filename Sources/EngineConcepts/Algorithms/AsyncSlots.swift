import Synchronization

/// Limits how many tasks of each group, such as the requests to one host, hold a slot at the same time. First come, first
/// served; a cancelled waiter leaves its queue.
package final class AsyncSlots: Sendable {
    private struct Waiter {
        let id: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Group {
        var takenCount = 0
        var waiters: [Waiter] = []
    }

    private struct State {
        /// The groups of which a slot is taken.
        var groups: [String: Group] = [:]
        var lastWaiterID = 0
    }

    private let perGroup: Int
    private let state = Mutex(State())

    /// Creates slots for at most `perGroup` tasks of each group, at least one.
    package init(perGroup: Int) { self.perGroup = max(1, perGroup) }

    /// Waits for a slot of `group`, by default the only one. Returns false if the task was cancelled first. Free the slot
    /// with ``release(_:)``.
    package func acquire(_ group: String = "") async -> Bool {
        let waiterID = state.withLock { state in
            state.lastWaiterID += 1
            return state.lastWaiterID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isAcquired: Bool? = state.withLock { state in
                    if Task.isCancelled { return false }
                    guard state.groups[group, default: Group()].takenCount < perGroup else {
                        state.groups[group]?.waiters.append(Waiter(id: waiterID, continuation: continuation))
                        return nil
                    }
                    state.groups[group, default: Group()].takenCount += 1
                    return true
                }
                if let isAcquired { continuation.resume(returning: isAcquired) }
            }
        } onCancel: {
            removeWaiter(waiterID, in: group)
        }
    }

    /// Frees a slot of `group`, or passes it to the next waiter.
    package func release(_ group: String = "") {
        let next: Waiter? = state.withLock { state in
            if state.groups[group]?.waiters.isEmpty == false { return state.groups[group]?.waiters.removeFirst() }
            state.groups[group]?.takenCount -= 1
            if state.groups[group]?.takenCount == 0 { state.groups[group] = nil }
            return nil
        }
        next?.continuation.resume(returning: true)
    }

    private func removeWaiter(_ waiterID: Int, in group: String) {
        let waiter: Waiter? = state.withLock { state in
            guard let index = state.groups[group]?.waiters.firstIndex(where: { $0.id == waiterID }) else {
                return nil
            }
            return state.groups[group]?.waiters.remove(at: index)
        }
        waiter?.continuation.resume(returning: false)
    }
}
